import * as vscode from 'vscode';
import { requestOf, type Draft } from '../../../draft/common/draft';
import type { Surroundings } from '../../../repository/common/targets';
import { commands } from '../../../names';
import { plainLabel } from '../../../base/common/text';
import { targetsOf, type StartPorts } from '../startPorts';
import { placeWords } from '../../../repository/vscode/targetWords';
import { imagesLine } from './draftWords';

/** Where a draft goes, by what was chosen for it: Git need not be asked after every key. */
export type KnownSurroundings = Map<string, { readonly found: Promise<Surroundings>; readonly until: number }>;

/** Above a message: the ways to start and to preview it, the place where the agent would work now, and its images. */
export async function draftLenses(
  { uri }: vscode.TextDocument,
  ports: StartPorts,
  known: KnownSurroundings,
): Promise<vscode.CodeLens[]> {
  const document = await (await ports.drafts()).documentAt(uri.fsPath);
  if (!document) return [];
  const draft = await document.load();
  const place = placeWords(requestOf(draft, await surroundingsOf(draft, ports, known)));
  const start =
    place === undefined ? vscode.l10n.t('Start without a repository...') : vscode.l10n.t('Start in {0}...', place);
  const images = imagesLine(draft);
  return [
    lens(`$(play) ${plainLabel(start)}`, commands.startDraft, uri),
    lens(`$(eye) ${vscode.l10n.t('Preview Request')}`, commands.previewDraft, uri),
    ...(images === undefined ? [] : [lens(`$(file-media) ${images}`, commands.attachImages, uri)]),
  ];
}

function lens(title: string, command: string, uri: vscode.Uri): vscode.CodeLens {
  return new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), { title, command, arguments: [uri] });
}

async function surroundingsOf({ chosen }: Draft, ports: StartPorts, known: KnownSurroundings): Promise<Surroundings> {
  const key = JSON.stringify(chosen ?? null);
  const now = Date.now();
  const fresh = known.get(key);
  if (fresh && fresh.until > now) return fresh.found;
  const found = targetsOf(ports).find(chosen);
  known.set(key, { found, until: now + 5000 });
  return found;
}
