import * as vscode from 'vscode';
import { startService, type Service, type ServiceOptions } from '../service/service';
import { atLastTests } from './atLastTests';
import { setServiceUrl } from './setSetting';

/**
 * Starts a service at the URL that this window is set to. That is the one of the test before, if nothing else listens
 * there: setting another one costs the window more than a service.
 */
export async function startAtServiceUrl(options: ServiceOptions): Promise<Service> {
  const url = vscode.workspace.getConfiguration('agentConversations').inspect<string>('serviceUrl')?.globalValue;
  const [, port] = /^http:\/\/127\.0\.0\.1:(\d+)$/.exec(url ?? '') ?? [];
  const again = port && (await startService({ ...options, port: Number(port) }).catch(() => undefined));
  if (again) return again;
  const service = await startService(options);
  atLastTests.add('the service URL of tests', () => setServiceUrl(undefined));
  await setServiceUrl(service.url);
  return service;
}
