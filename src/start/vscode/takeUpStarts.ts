import { PreparationError } from '../../conversations/common/preparation';
import { whilePreparing } from '../../conversations/vscode/explainPreparation';
import type { Disposable } from '../../base/common/lifecycle';
import type { Report } from '../../base/vscode/explanation';
import { asExplained } from '../../draft/vscode/explain';
import * as common from '../common/takeUpStarts';
import { reportStarted, type SendPorts } from './sendStart';

type TakeUpPorts = Omit<common.TakeUpPorts, 'history' | 'explain' | 'show'> &
  Pick<SendPorts, 'history' | 'followed' | 'configuration'> & { readonly report: Report };

/** Waits for accepted starts whose windows are gone, until it's disposed of, and shows each outcome. */
export function takeUpStarts(ports: TakeUpPorts): Disposable {
  return common.takeUpStarts({
    ...ports,
    explain: (error) => ({ problem: asExplained(error).message }),
    show: async (result, { request }, connection) => {
      if (result.outcome === 'started') reportStarted(result, request, connection, ports);
      else if (result.error instanceof PreparationError)
        await ports.report(result.error, ...whilePreparing(result.error));
    },
  });
}
