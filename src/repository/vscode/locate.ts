import * as vscode from 'vscode';
import { isRecord, parseJson } from '../../base/json';
import { pathWithin } from '../../base/files';
import type { EnclosingRepository, Workspace } from '../workspace';

type Repositories = Pick<Workspace, 'repositoryOf'>;

/** How a message refers to a document. */
export interface DocumentReference {
  /** Relative to its repository, else to the workspace, else the file's name. Never an absolute path of this machine. */
  readonly path: string;
  readonly repository: EnclosingRepository | undefined;
  /** URI of the workspace folder that the path is relative to if there is no repository. */
  readonly folder?: string | undefined;
}

export async function locate(uri: vscode.Uri, workspace: Repositories): Promise<DocumentReference> {
  switch (uri.scheme) {
    case 'git':
      return locateVersion(uri, workspace);
    case 'vscode-notebook-cell':
      return locateCell(uri, workspace);
    case 'output':
      return { path: fileName(uri).replace(/^extension-output-.*?-#\d+-/, ''), repository: undefined };
    case 'untitled':
      return uri.path.startsWith('/') ? locateFile(uri.with({ scheme: 'file' }), workspace) : outsideRepositories(uri);
    case 'file':
      return locateFile(uri, workspace);
    default:
      return outsideRepositories(uri);
  }
}

async function locateFile(uri: vscode.Uri, workspace: Repositories): Promise<DocumentReference> {
  const repository = await workspace.repositoryOf(uri.fsPath);
  const path = repository && pathWithin(repository.root, uri.fsPath);
  return path === undefined ? { ...outsideRepositories(uri), repository } : { path, repository };
}

/** One side of a comparison, in Git's notation: `HEAD:src/parser.ts`. */
async function locateVersion(uri: vscode.Uri, workspace: Repositories): Promise<DocumentReference> {
  const query = parseJson(uri.query);
  const { path: file, ref } = isRecord(query) ? query : {};
  const place = typeof file === 'string' ? vscode.Uri.file(file) : uri.with({ scheme: 'file' });
  const located = await locateFile(place, workspace);
  // The Git extension uses "~" for the index, and "~1" to "~3" for the sides of a conflict.
  const version = typeof ref === 'string' ? ref.replace(/^~(\d?)$/, (_, side: string) => (side ? `:${side}` : '')) : '';
  return { ...located, path: `${version}:${located.path}` };
}

async function locateCell(uri: vscode.Uri, workspace: Repositories): Promise<DocumentReference> {
  for (const notebook of vscode.workspace.notebookDocuments) {
    const cell = notebook.getCells().find(({ document }) => document.uri.toString() === uri.toString());
    if (!cell) continue;
    const located = await locate(notebook.uri, workspace);
    return { ...located, path: `${located.path} cell ${cell.index + 1}` };
  }
  return outsideRepositories(uri);
}

function outsideRepositories(uri: vscode.Uri): DocumentReference {
  const relative = vscode.workspace.asRelativePath(uri);
  // Paths outside of the workspace are returned unchanged.
  const isOutside = relative === uri.fsPath || relative === uri.path || /^(?:[/\\]|[A-Za-z]:)/.test(relative);
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.toString();
  return { path: isOutside ? fileName(uri) : relative, repository: undefined, folder };
}

function fileName(uri: vscode.Uri): string {
  return uri.path.split('/').at(-1) ?? '';
}
