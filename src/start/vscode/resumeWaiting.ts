import { PreparationError } from '../../conversations/common/preparation';
import { whilePreparing } from '../../conversations/vscode/explainPreparation';
import type { Disposable } from '../../base/common/lifecycle';
import type { Report } from '../../base/vscode/explanation';
import { asExplained } from '../../draft/vscode/explain';
import { shortestHidden } from '../../client/common/withoutSecrets';
import * as common from '../common/resumeWaiting';
import { reportStarted } from './reportStarted';
import type { SendPorts } from './sendStart';

type ResumePorts = Omit<common.ResumePorts, 'history' | 'explain' | 'show'> &
  Pick<SendPorts, 'history' | 'followed' | 'configuration' | 'redactor'> & { readonly report: Report };

/** Waits for accepted starts whose windows are gone, until it's disposed of, and shows each outcome. */
export function resumeWaiting(ports: ResumePorts): Disposable {
  return common.resumeWaiting({
    ...ports,
    // It is saved: secrets that the call couldn't recognize must not be.
    explain: (error) => ({ problem: ports.redactor.hideKnown(asExplained(error).message, shortestHidden) }),
    show: async (result, { request }, connection) => {
      if (result.outcome === 'started') reportStarted(result, request, connection, ports);
      else if (result.error instanceof PreparationError)
        await ports.report(result.error, ...whilePreparing(result.error));
    },
  });
}
