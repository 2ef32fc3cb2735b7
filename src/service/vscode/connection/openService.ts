import { ExplainedError } from '../../../base/vscode/explanation';
import { explainServiceUrl } from '../errors/explainInput';
import { openInBrowser } from '../../../base/vscode/openInBrowser';
import type { ConnectionPorts } from './connectionPorts';

/** The command `openService`: the pages of the service itself, where settings are saved. */
export async function openService({ configuration }: Pick<ConnectionPorts, 'configuration'>): Promise<void> {
  const { serviceUrl } = configuration;
  if (!serviceUrl.ok) throw new ExplainedError(explainServiceUrl(serviceUrl.reason));
  await openInBrowser(serviceUrl.address.baseUrl);
}
