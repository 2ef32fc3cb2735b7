import { reportErrors, type Commands } from '../../base/vscode/commands';
import { backToReview, previewDraft, runStartCommand, sendFollowUp, startAgain, startDraft } from './startCommands';
import type { StartPorts } from './startPorts';

export const commands: Commands<StartPorts> = {
  startConversation: (ports, request) => runStartCommand(request, ports),
  ...reportErrors<StartPorts>({
    backToReview,
    previewDraft,
    sendFollowUp,
    startAgain,
    startDraft,
    startPastConversation: startAgain,
  }),
};
