import * as vscode from 'vscode';
import { requestPreviewText, requestText, maskRequest } from '../../../draft/common/requestText';
import type { OpenPreview } from '../requestPreviews';
import { sheetRequest, type SheetPorts, type SheetState } from './sheetState';
import { curlCommand, keyVariable } from '../../common/curl';
import { interfaceApi } from '../../../client/common/dialect';
import { startForms, type StartForm } from '../../../client/common/startForms';
import { parseServiceUrl } from '../../../client/common/serviceUrl';
import { ExplainedError } from '../../../base/vscode/explanation';
import { mendAddress } from '../../../service/vscode/errors/remedies';
import { explainServiceUrl } from '../../../service/vscode/errors/explainInput';

/** Opens the JSON that "Start" would send now, secrets masked, as a read-only document. */
export async function previewRequest(
  state: SheetState,
  { previews, redactor }: Pick<SheetPorts, 'previews' | 'redactor'>,
): Promise<OpenPreview> {
  const leftOut = (characters: number) => vscode.l10n.t('… ({0} characters not shown)', characters);
  return (await previews()).show(
    'request.json',
    requestPreviewText(sheetRequest(state), redactor, startForm(state), leftOut),
  );
}

function startForm({ dialect }: SheetState): StartForm {
  return startForms[dialect?.api ?? interfaceApi];
}

/**
 * Copies the request as a shell command, without the session key and without the secrets of MCP servers.
 * @throws {ExplainedError} when the service URL isn't valid
 */
export async function copyAsCurl(
  state: SheetState,
  { serviceUrl, redactor }: Pick<SheetPorts, 'serviceUrl' | 'redactor'>,
): Promise<void> {
  const parsed = parseServiceUrl(serviceUrl);
  if (!parsed.ok) {
    const { sentence, remedy } = mendAddress(explainServiceUrl(parsed.reason));
    throw new ExplainedError(sentence, remedy);
  }
  const request = sheetRequest(state);
  const form = startForm(state);
  const command = curlCommand(parsed.address.baseUrl + form.path, requestText(request, redactor, form));
  await vscode.env.clipboard.writeText(command);
  const isMasked = JSON.stringify(maskRequest(request, redactor)) !== JSON.stringify(request);
  void vscode.window.showInformationMessage(
    isMasked
      ? vscode.l10n.t(
          'cURL command copied. Set {0} to your session key, and replace the masked secrets of the MCP servers.',
          keyVariable,
        )
      : vscode.l10n.t('cURL command copied. Set {0} to your session key.', keyVariable),
  );
}
