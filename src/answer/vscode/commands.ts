import { reportErrors } from '../../base/vscode/commands';
import { decideAction } from './decideAction';
import { previewAnswer, showLastAnswer, type AnswerPorts } from './showLastAnswer';

export const commands = reportErrors<AnswerPorts>({
  decideAction,
  previewAnswer,
  showLastAnswer,
});
