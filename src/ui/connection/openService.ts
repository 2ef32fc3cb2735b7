import { ExplainedError } from '../explanation';
import { explainServiceUrl } from '../explainInput';
import { openInBrowser } from '../openInBrowser';
import type { ConnectionPorts } from './connectionPorts';

/** The command `openService`: the pages of the service itself, where settings are saved. */
export async function openService({ configuration }: Pick<ConnectionPorts, 'configuration'>): Promise<void> {
  const { serviceUrl } = configuration;
  if (!serviceUrl.ok) throw new ExplainedError(explainServiceUrl(serviceUrl.reason));
  await openInBrowser(serviceUrl.address.baseUrl);
}
