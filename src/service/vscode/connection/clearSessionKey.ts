import * as vscode from 'vscode';
import { ExplainedError } from '../../../base/vscode/explanation';
import { explainServiceUrl } from '../errors/explainInput';
import type { ConnectionPorts } from './connectionPorts';
import { plainNotification } from '../../../base/common/text';

/** The command `clearSessionKey`, for the service that the settings name. */
export async function clearSessionKey({ configuration, keys }: ConnectionPorts): Promise<void> {
  const { serviceUrl } = configuration;
  if (!serviceUrl.ok) throw new ExplainedError(explainServiceUrl(serviceUrl.reason));
  const { origin } = serviceUrl.address;
  if ((await keys.get(origin)) === undefined) {
    // One that was stored before keys said of which machine they are is used no more.
    await keys.clear(origin);
    void vscode.window.showInformationMessage(
      plainNotification(vscode.l10n.t('No session key is kept for {0}.', origin)),
    );
    return;
  }
  const remove = vscode.l10n.t('Remove Key');
  const answer = await vscode.window.showWarningMessage(
    plainNotification(vscode.l10n.t('Remove the session key for {0} from this machine?', origin)),
    {
      modal: true,
      detail: vscode.l10n.t('The service keeps working; VS Code asks for the key when it needs it again.'),
    },
    remove,
  );
  if (answer === remove) await keys.clear(origin);
}
