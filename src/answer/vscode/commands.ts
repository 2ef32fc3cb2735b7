import { reportErrors } from '../../base/vscode/commands';
import type { Report } from '../../base/vscode/explanation';
import { decideAction } from './decide/decideAction';
import { previewAnswer, showLastAnswer, type AnswerPorts } from './showLastAnswer';

export const commands = reportErrors<AnswerPorts & { readonly report: Report }>({
  decideAction,
  previewAnswer,
  showLastAnswer,
});
