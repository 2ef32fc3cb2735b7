import * as vscode from 'vscode';
import type { HostFacts, WindowFacts } from '../common/diagnosticFacts';
import { type Log, errorName } from '../../base/common/log';
import { configurationSection } from '../../names';
import { changedSettings } from './changedSettings';
import { diagnosticsOfGit } from './diagnosticsOfGit';
import type { Configuration } from '../../service/vscode/configuration';
import { diagnosticsOfNetwork } from './diagnosticsOfNetwork';
import type { NetworkFor } from '../../service/vscode/serviceConnection';

type Extension = Pick<vscode.Extension<unknown>, 'packageJSON' | 'extensionKind'>;

/** What this side knows for a report about a problem. Each part by itself: what cannot be read costs no other. */
export async function diagnosticsHere(
  extension: Extension,
  { serviceUrl, httpClient }: Pick<Configuration, 'serviceUrl' | 'httpClient'>,
  networkFor: NetworkFor,
  log: Log,
): Promise<HostFacts> {
  // Where there is no address, that of a service anywhere.
  const baseUrl = serviceUrl.ok ? serviceUrl.address.baseUrl : 'https://service.invalid';
  const tried = async <T>(part: string, read: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await read();
    } catch (error) {
      log.warn('A part of the diagnostics cannot be read.', { part, error: errorName(error) });
      return undefined;
    }
  };
  const [window, network, git] = await Promise.all([
    tried('window', () => windowFacts(extension)),
    tried('network', () => diagnosticsOfNetwork({ baseUrl, httpClient, networkFor })),
    tried('git', diagnosticsOfGit),
  ]);
  return { window, network, git };
}

function windowFacts({ packageJSON, extensionKind }: Extension): WindowFacts {
  const { version, contributes, bugs } = packageJSON as Manifest;
  const issuePage = typeof bugs === 'string' ? bugs : bugs?.url;
  const { remoteName, appHost, uiKind } = vscode.env;
  const isRemote = remoteName !== undefined && extensionKind === vscode.ExtensionKind.Workspace;
  return {
    extensionVersion: version,
    vscodeVersion: vscode.version,
    appHost,
    ui: uiKind === vscode.UIKind.Web ? 'browser' : 'desktop',
    // Of a server in the browser, the name is its host.
    ...(isRemote && { remote: /^[a-z-]+$/.test(remoteName) ? remoteName : 'server' }),
    platform: process.platform,
    architecture: process.arch,
    nodeVersion: process.versions.node,
    isTrusted: vscode.workspace.isTrusted,
    folders: vscode.workspace.workspaceFolders?.length ?? 0,
    changedSettings: changedSettings(configurationSection, Object.keys(contributes.configuration.properties)),
    ...(issuePage !== undefined && { issuePage }),
  };
}

interface Manifest {
  readonly version: string;
  readonly bugs?: string | { readonly url?: string };
  readonly contributes: { readonly configuration: { readonly properties: Readonly<Record<string, unknown>> } };
}
