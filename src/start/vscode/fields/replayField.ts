import * as vscode from 'vscode';
import { withField } from '../../../draft/draft';
import { ExplainedError } from '../../../base/vscode/explanation';
import { requestFieldTitle } from '../../../service/vscode/errors/fieldLabels';
import { type Edited, type FieldOnSheet, changeOrRemove } from '../sheet/sheetState';
import { chooseFile, readTextFile } from './textFile';
import { formatTextSize } from '../../../base/vscode/units';
import { isJson } from '../../../base/json';

export const replayField: FieldOnSheet<'replay_json'> = {
  icon: 'history',
  value: formatTextSize,
  edit: changeOrRemove('replay_json', chooseReplay),
};

const maxBytes = 50_000_000;

/** A JSON file, which is sent as unchanged text. */
export async function chooseReplay(): Promise<Edited> {
  const filters = { [vscode.l10n.t('JSON Files')]: ['json'], [vscode.l10n.t('All Files')]: ['*'] };
  const file = await chooseFile(requestFieldTitle('replay_json'), filters);
  if (!file) return {};
  const replay = await readReplay(file);
  return { edit: (draft) => withField(draft, 'replay_json', replay) };
}

/** @throws {ExplainedError} when the file is not JSON, is too large or can't be read */
export async function readReplay(file: vscode.Uri): Promise<string> {
  const text = await readTextFile(file, maxBytes);
  if (!isJson(text)) {
    throw new ExplainedError(vscode.l10n.t("The file isn't valid JSON and wasn't used as a replay."));
  }
  return text;
}
