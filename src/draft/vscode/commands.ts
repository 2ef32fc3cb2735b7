import { reportErrors } from '../../base/vscode/commands';
import { attachImages } from './askImages';
import { discardDraft, editDraft, type EditPorts } from './draftCommands';

export const commands = reportErrors<EditPorts>({ attachImages, discardDraft, editDraft });
