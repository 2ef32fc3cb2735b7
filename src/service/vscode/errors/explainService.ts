import { l10n } from 'vscode';
import { ExplainedError, seeLog, type Explanation } from '../../../base/vscode/explanation';
import { mayHaveStarted, ServiceError } from '../../../client/common/serviceError';
import { MachineUnknownError, SecretStorageError } from '../../common/storageErrors';
import { UncheckedCertificateError } from '../../common/uncheckedCertificate';
import { expectedWords, notTakenWords, requestFieldLabel } from './fieldLabels';
import { explainAnswer } from './explainAnswer';
import { explainCertificate, explainUnchecked, explainConnection } from './explainConnection';
import { explainMachine, explainSecretStorage } from './explainStorage';
import { explainProxy } from './explainProxy';
import { explainStatus } from './explainStatus';
import { failedCall, type FailedCall } from './failedCall';
import { lookAtService, tryAgain } from './remedies';

/** Explains an error on the way to the service and back: what happened, why, and what to do about it (one thing). */
export function explainService(error: unknown): Explanation {
  if (error instanceof ExplainedError)
    return { sentence: error.message, ...(error.remedy && { remedy: error.remedy }) };
  if (error instanceof SecretStorageError) return seeLog(explainSecretStorage(error));
  if (error instanceof MachineUnknownError) return seeLog(explainMachine(error));
  if (error instanceof UncheckedCertificateError) return explainUnchecked(error.origin);
  if (!(error instanceof ServiceError)) {
    return seeLog(l10n.t('An unexpected error occurred. See the log for details.'));
  }
  const call = failedCall(error);
  const explanation = explainFailure(error, call);
  if (call.operation !== 'startConversation' || !mayHaveStarted(error)) return explanation;
  // Fixing the cause comes second: a repeated start may create a second conversation.
  return lookAtService(
    l10n.t(
      '{0} The conversation may have started anyway. Check the service before starting it again.',
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
          message: 'The request wasn\'t sent: "{0}" must be {1}.',
          args: [requestFieldLabel(failure.field), expectedWords(failure)],
          comment: '{1} is "an array", "non-empty", "free of secrets"',
        }),
      );
    case 'notTaken':
      return { sentence: notTakenWords(failure, call.host) };
    case 'unknown':
      return tryAgain(
        l10n.t('The request to {0} failed for an unknown reason ({1}).', call.host, failure.code),
        call.operation,
      );
  }
}
