import * as vscode from 'vscode';
import { isRecord, jsonIn } from '../../base/json';
import { pathWithin } from '../../base/regularFile';
import type { EnclosingRepository, Workspace } from '../workspace';

type Repositories = Pick<Workspace, 'repositoryOf'>;

/** A document as referred to in the message. */
interface Located {
  /** Relative to its repository, else to the workspace, else its file name: never an absolute path on this machine. */
  readonly path: string;
  readonly repository: EnclosingRepository | undefined;
}

/** Determines how a message refers to a document, in whichever editor it is shown. */
export async function locate(uri: vscode.Uri, workspace: Repositories): Promise<Located> {
  switch (uri.scheme) {
    case 'git':
      return locateVersion(uri, workspace);
    case 'vscode-notebook-cell':
      return locateCell(uri, workspace);
    case 'output':
      return { path: nameOf(uri).replace(/^extension-output-.*?-#\d+-/, ''), repository: undefined };
    case 'untitled':
      return uri.path.startsWith('/') ? locateFile(uri.with({ scheme: 'file' }), workspace) : unlocated(uri);
    case 'file':
      return locateFile(uri, workspace);
    default:
      return unlocated(uri);
  }
}

async function locateFile(uri: vscode.Uri, workspace: Repositories): Promise<Located> {
  const repository = await workspace.repositoryOf(uri.fsPath);
  const path = repository && pathWithin(repository.root, uri.fsPath);
  return path === undefined ? { ...unlocated(uri), repository } : { path, repository };
}

/** One side of a comparison, in Git's notation for a version of a file: `HEAD:src/parser.ts`. */
async function locateVersion(uri: vscode.Uri, workspace: Repositories): Promise<Located> {
  const query = jsonIn(uri.query);
  const { path: file, ref } = isRecord(query) ? query : {};
  const place = typeof file === 'string' ? vscode.Uri.file(file) : uri.with({ scheme: 'file' });
  const located = await locateFile(place, workspace);
  // The Git extension writes the index as "~", and a side of a conflict as "~" with its number.
  const version = typeof ref === 'string' ? ref.replace(/^~(\d?)$/, (_, side: string) => (side ? `:${side}` : '')) : '';
  return { ...located, path: `${version}:${located.path}` };
}

async function locateCell(uri: vscode.Uri, workspace: Repositories): Promise<Located> {
  for (const notebook of vscode.workspace.notebookDocuments) {
    const cell = notebook.getCells().find(({ document }) => document.uri.toString() === uri.toString());
    if (!cell) continue;
    const located = await locate(notebook.uri, workspace);
    return { ...located, path: `${located.path} cell ${cell.index + 1}` };
  }
  return unlocated(uri);
}

function unlocated(uri: vscode.Uri): Located {
  const relative = vscode.workspace.asRelativePath(uri);
  // Paths outside of the workspace are returned unchanged.
  const isOutside = relative === uri.fsPath || relative === uri.path || /^(?:[/\\]|[A-Za-z]:)/.test(relative);
  return { path: isOutside ? nameOf(uri) : relative, repository: undefined };
}

function nameOf(uri: vscode.Uri): string {
  return uri.path.split('/').at(-1) ?? '';
}
