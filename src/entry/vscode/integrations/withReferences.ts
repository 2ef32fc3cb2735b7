import * as vscode from 'vscode';
import { withAttachment, type Draft } from '../../../draft/common/draft';
import { chatAttachment } from '../../common/attachments';
import { ExplainedError } from '../../../base/vscode/explanation';
import { withFile } from '../startFromFile';
import { withSelections } from '../startFromEditor';
import type { StartPorts } from '../../../start/vscode/startPorts';

export type Reference = Pick<vscode.ChatPromptReference, 'id' | 'value'>;

type Ports = Pick<StartPorts, 'workspace'>;

/**
 * The draft with the references of a chat, each as an attachment, and a message for each one that can't be attached.
 */
export async function withReferences(
  draft: Draft,
  references: readonly Reference[],
  ports: Ports,
): Promise<{ readonly draft: Draft; readonly left: readonly string[] }> {
  const left: string[] = [];
  let filled = draft;
  for (const [index, reference] of references.entries()) {
    const before = references.slice(0, index).filter(({ id }) => id === reference.id).length;
    const name = before === 0 ? reference.id : `${reference.id} (${before + 1})`;
    try {
      filled = await withReference(filled, name, reference.value, ports);
    } catch (error) {
      left.push(error instanceof ExplainedError ? error.message : vscode.l10n.t("{0} can't be read.", name));
    }
  }
  return { draft: filled, left };
}

/** @throws {ExplainedError} why it can't be attached */
async function withReference(draft: Draft, name: string, value: unknown, ports: Ports): Promise<Draft> {
  if (value instanceof vscode.Uri) return withFile(draft, value, ports);
  if (value instanceof vscode.Location) {
    const document = await vscode.workspace.openTextDocument(value.uri);
    return withSelections(draft, document, [document.validateRange(value.range)], ports.workspace);
  }
  if (typeof value !== 'string') {
    throw new ExplainedError(vscode.l10n.t("{0} from chat can't be sent: it's neither text nor a file.", name));
  }
  const attachment = chatAttachment(name, value);
  return attachment ? withAttachment(draft, attachment) : draft;
}
