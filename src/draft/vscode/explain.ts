import { l10n } from 'vscode';
import { DraftError } from '../common/draftError';
import { HistoryError } from '../../conversations/common/historyError';
import { MachineUnknownError } from '../../service/common/machineUnknownError';
import { SecretStorageError } from '../../service/common/secretStorageError';
import { mayHaveStarted, ServiceError } from '../../client/common/serviceError';
import { UncheckedCertificateError } from '../../service/common/uncheckedCertificate';
import { explainDraft } from './explainDraft';
import { expectedWords } from '../../service/vscode/errors/expectedWords';
import { explainAnswer } from '../../service/vscode/errors/explainAnswer';
import { explainCertificate, explainUnchecked } from '../../service/vscode/errors/explainCertificate';
import { explainConnection } from '../../service/vscode/errors/explainConnection';
import { ExplainedError, lookAtService, seeLog, tryAgain, type Explanation } from '../../base/vscode/explanation';
import { explainMachine } from '../../service/vscode/errors/explainMachine';
import { explainProxy } from '../../service/vscode/errors/explainProxy';
import { explainSecretStorage } from '../../service/vscode/errors/explainSecretStorage';
import { explainStatus } from '../../service/vscode/errors/explainStatus';
import { failedCall, type FailedCall } from '../../service/vscode/errors/failedCall';
import { explainHistory } from '../../conversations/vscode/historyWords';
import { requestFieldLabel } from '../../service/vscode/errors/requestFieldWords';

/** The error as one whose message is a sentence. */
export function asExplained(error: unknown): ExplainedError {
  if (error instanceof ExplainedError) return error;
  const { sentence, remedy } = explain(error);
  return new ExplainedError(sentence, remedy);
}

/** The same for whoever ran a command: what can be done about it, and the draft that it is about, are this window's. */
export function sentenceAlone(error: unknown): ExplainedError {
  return new ExplainedError(asExplained(error).message);
}

/** What happened, why, and what to do about it (one thing), of any error. */
export function explain(error: unknown): Explanation {
  if (error instanceof ExplainedError)
    return { sentence: error.message, ...(error.remedy && { remedy: error.remedy }) };
  if (error instanceof SecretStorageError) return seeLog(explainSecretStorage(error));
  if (error instanceof MachineUnknownError) return seeLog(explainMachine(error));
  if (error instanceof UncheckedCertificateError) return explainUnchecked(error.origin);
  if (error instanceof HistoryError) return explainHistory(error);
  if (error instanceof DraftError) return explainDraft(error);
  if (!(error instanceof ServiceError)) {
    return seeLog(l10n.t('Something went wrong that this extension did not expect. The log has the details.'));
  }
  const call = failedCall(error);
  const explanation = explainFailure(error, call);
  if (call.operation !== 'startConversation' || !mayHaveStarted(error)) return explanation;
  // Whatever mends the cause comes second: a start that is repeated may be there twice.
  return lookAtService(
    l10n.t(
      '{0} The conversation may have started all the same: look at the service before starting it again.',
      explanation.sentence,
    ),
    call.baseUrl,
  );
}

function explainFailure({ failure }: ServiceError, call: FailedCall): Explanation {
  switch (failure.kind) {
    case 'nameNotFound':
    case 'refused':
    case 'unreachable':
    case 'connectionLost':
    case 'timeout':
    case 'cancelled':
      return explainConnection(failure, call);
    case 'tls':
      return explainCertificate(failure, call);
    case 'proxy':
      return explainProxy(failure, call);
    case 'status':
      return explainStatus(failure, call);
    case 'redirect':
    case 'notJson':
    case 'unexpectedShape':
    case 'agentServer':
    case 'tooLarge':
      return explainAnswer(failure, call);
    case 'invalidRequest':
      return seeLog(
        l10n.t({
          message: 'The request was not sent: "{0}" should be {1}.',
          args: [requestFieldLabel(failure.field), expectedWords(failure)],
          comment: '{1} is "a list", "not empty", "free of secrets"',
        }),
      );
    case 'unknown':
      return tryAgain(
        l10n.t(
          'The request to {0} failed for a reason that this extension does not know ({1}).',
          call.host,
          failure.code,
        ),
        call.operation,
      );
  }
}
