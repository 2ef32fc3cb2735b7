import * as vscode from 'vscode';
import { withAttachment } from '../../domain/draft';
import { ExplainedError } from '../explanation';
import { readChanges } from '../readChanges';
import { targetsOf } from '../startPorts';
import { handOver, type HandOver } from './handOver';
import { placeInSourceControl } from './sourceControlTarget';

/** Hands over what a clone has and its remote has not. */
export const startFromChanges: HandOver = (ports, argument) =>
  handOver(ports, async (draft) => {
    const placed = await placeInSourceControl(argument, draft, ports.workspace, targetsOf(ports));
    if (!placed) return undefined;
    const attachment = await readChanges(placed.surroundings.target, await ports.workspace.repositoryActions());
    if (!attachment) throw new ExplainedError(vscode.l10n.t('There are no changes to put into the message.'));
    return withAttachment(placed.draft, attachment);
  });
