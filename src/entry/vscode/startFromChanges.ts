import { withAttachment } from '../../draft/common/draft';
import { readChanges } from '../../draft/vscode/readChanges';
import { targetsOf } from '../../start/vscode/startPorts';
import { handOver, type HandOver } from './handOver';
import { askForPlace, placeInSourceControl, rootOf } from './sourceControlTarget';

/** Hands over what a clone has and its remote has not. */
export const startFromChanges: HandOver = (ports, argument) =>
  handOver(ports, async (draft) => {
    const targets = targetsOf(ports);
    const placed = await placeInSourceControl(argument, draft, ports.workspace, targets);
    // A draft may be about a repository that is not the one that is open here: whose changes go along is asked then.
    const isElsewhere = placed?.surroundings.target.root !== undefined && rootOf(placed) === undefined;
    const clone = placed && isElsewhere ? await askForPlace(placed, targets) : placed;
    if (!clone) return undefined;
    const source = rootOf(clone) === undefined ? undefined : clone.surroundings.target;
    const attachment = await readChanges(source, await ports.workspace.repositoryActions());
    return attachment && withAttachment(clone.draft, attachment);
  });
