import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Report } from '../../base/vscode/explanation';
import { Targets, type TargetPorts, type TargetContext } from '../../repository/targets';
import type { DraftPorts } from './draftPorts';
import type { History } from '../../conversations/history';
import { shortTitle } from '../../conversations/vscode/conversationLabels';
import { registerImagePaste } from './imagePaste';
import { type Draft } from '../draft';
import { requestOf } from '../request';
import { plainLabel } from '../../base/text';
import type { Workspace } from '../../repository/workspace';
import { placeLabel } from '../../repository/vscode/repositoryLabels';
import { isBlankOnDisk, onDidCloseFile } from './draftTexts';
import { imagesLine } from './imageMessages';

export interface DocumentPorts extends TargetPorts, Pick<DraftPorts, 'drafts'> {
  readonly history: Pick<History, 'read'>;
  readonly report: Report;
}

/** Features of the editor for open drafts: the code lens to start above the text, and pasted images. */
export function registerDraftDocumentFeatures(ports: DocumentPorts, drafts: vscode.DocumentFilter): Disposable {
  const store = new DisposableStore();
  const known: KnownContexts = new Map();
  const changed = store.add(new vscode.EventEmitter<void>());
  const update = () => {
    known.clear();
    changed.fire();
  };
  store.add(vscode.window.onDidChangeActiveTextEditor(update));
  store.add(vscode.workspace.onDidChangeConfiguration(update));
  const following = [
    followDestinations(ports.workspace, update),
    ports.drafts().then(({ onDidClose }) => onDidClose(() => changed.fire())),
  ];
  // Errors are reported on the next action.
  for (const followed of following) followed.then((one) => one && store.add(one)).catch(() => undefined);
  store.add(
    vscode.languages.registerCodeLensProvider(drafts, {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses: (document) => draftLenses(document, ports, known),
    }),
  );
  store.add(registerImagePaste(ports, drafts));
  // A draft that can't be discarded stays in the list of drafts.
  store.add(onDidCloseFile((file) => void endIfBlank(file, ports).catch(() => undefined)));
  return store;
}

/** Like a sheet, a document with nothing in it leaves no draft. */
async function endIfBlank(file: string, ports: Pick<DocumentPorts, 'drafts'>): Promise<void> {
  const drafts = await ports.drafts();
  const { id } = (await drafts.documentAt(file)) ?? {};
  if (id !== undefined && (await isBlankOnDisk(file))) await drafts.discardBlank(id);
}

/**
 * Calls back when a repository is opened or selected, or another branch is checked out. Saving a file causes the same event,
 * but changes no destination.
 */
function followDestinations(workspace: Workspace, onDidChange: () => void): Promise<Disposable | undefined> {
  const known = new Map<string, string>();
  return workspace.followRepositories((root, { branch, isSelected }) => {
    const state = JSON.stringify([branch, isSelected]);
    if (known.get(root) === state) return;
    known.set(root, state);
    onDidChange();
  });
}

/** Destinations of drafts, by the chosen and the named repository: avoids calling Git at every keystroke. */
type KnownContexts = Map<string, Promise<TargetContext>>;

/** Code lenses above a message: sending it, with its destination; previewing it; and its images. */
export async function draftLenses(
  { uri }: vscode.TextDocument,
  ports: DocumentPorts,
  known: KnownContexts,
): Promise<vscode.CodeLens[]> {
  const drafts = await ports.drafts();
  // Read errors are reported on the next action.
  const draft = (await drafts.documentAt(uri.fsPath).catch(() => undefined))?.draft;
  if (!draft) return [];
  const images = imagesLine(draft);
  return [
    await sendLens(draft, uri, ports, known),
    lens('eye', vscode.l10n.t('Preview Request'), 'agentConversations.previewDraft', uri),
    ...(images === undefined ? [] : [lens('file-media', images, 'agentConversations.attachImages', uri)]),
  ];
}

async function sendLens(
  draft: Draft,
  uri: vscode.Uri,
  ports: DocumentPorts,
  known: KnownContexts,
): Promise<vscode.CodeLens> {
  const sending = (icon: string, words: string) => lens(icon, plainLabel(words), 'agentConversations.startDraft', uri);
  const to = draft.to === undefined ? undefined : await ports.history.read(draft.to);
  if (to) return sending('send', vscode.l10n.t('Send to "{0}"...', shortTitle(to)));
  const place = placeLabel(requestOf(draft, await targetContextOf(draft, ports, known)));
  const start =
    place === undefined ? vscode.l10n.t('Start without a repository...') : vscode.l10n.t('Start in {0}...', place);
  return sending('play', start);
}

function lens(icon: string, words: string, command: string, uri: vscode.Uri): vscode.CodeLens {
  // VS Code's layout of a code lens drops an ordinary space after the icon.
  const title = `$(${icon})\u00A0${words}`;
  return new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), { title, command, arguments: [uri] });
}

async function targetContextOf(
  { chosen, fields }: Draft,
  ports: DocumentPorts,
  known: KnownContexts,
): Promise<TargetContext> {
  const key = JSON.stringify([chosen, fields.repository, fields.git_provider]);
  const found = known.get(key) ?? new Targets(ports).find(chosen, fields);
  if (!known.has(key)) setTimeout(() => known.delete(key), 5000);
  known.set(key, found);
  return found;
}
