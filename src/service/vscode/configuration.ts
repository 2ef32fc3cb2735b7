import { getCACertificates } from 'node:tls';
import * as vscode from 'vscode';
import { ExplainedError, suggestSetting } from '../../base/vscode/explanation';
import type { HttpClient } from '../../client/network';
import { parseServiceUrl, type ServiceAddress, type ServiceUrlResult } from '../../client/serviceUrl';
import { configurationSection } from '../../names';
import type { Log } from '../../base/log';
import type { Redactor } from '../../base/redactor';
import { once } from '../../base/lifecycle';
import type { NetworkSettings } from '../network';
import type { NetworkFor } from '../serviceConnection';

interface Values {
  readonly serviceUrl: string;
  readonly conversationUrlTemplate: string;
  readonly conversationInstructions: string;
  readonly gitProviderHosts: Readonly<Record<string, unknown>>;
  readonly remote: string;
  readonly requestTimeoutSeconds: number;
  readonly httpClient: string;
  readonly resultBranchTemplate: string;
  readonly templates: Readonly<Record<string, unknown>>;
}

/** The extension's settings. Their defaults are in package.json only. */
export class Configuration implements vscode.Disposable {
  readonly #urlChanged = new vscode.EventEmitter<void>();
  readonly #networkChanged = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  readonly onDidChangeServiceUrl = this.#urlChanged.event;
  /** Fires if requests may take another way, or wait for another time. */
  readonly onDidChangeNetwork = this.#networkChanged.event;

  constructor() {
    this.#subscription = vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${configurationSection}.serviceUrl`)) this.#urlChanged.fire();
      if (networkSections.some((name) => event.affectsConfiguration(name))) this.#networkChanged.fire();
    });
  }

  get serviceUrl(): ServiceUrlResult {
    return configuredServiceUrl();
  }

  /** Host and port of the service, for the title of a view; empty if its URL isn't valid. */
  get serviceHost(): string {
    const { serviceUrl } = this;
    return serviceUrl.ok ? new URL(serviceUrl.address.baseUrl).host : '';
  }

  get serviceUrlText(): string {
    return valueOf('serviceUrl');
  }

  /** False if the service URL is only the default. */
  get isServiceUrlChosen(): boolean {
    return section().inspect('serviceUrl')?.globalValue !== undefined;
  }

  /** @throws {ExplainedError} with VS Code's reason, such as an error in settings.json */
  async setServiceUrl({ baseUrl }: ServiceAddress): Promise<void> {
    try {
      await section().update('serviceUrl', baseUrl, vscode.ConfigurationTarget.Global);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const { sentence, remedy } = suggestSetting(
        vscode.l10n.t("The service URL couldn't be saved in VS Code's settings. {0}", reason),
        `${configurationSection}.serviceUrl`,
      );
      throw new ExplainedError(sentence, remedy, error);
    }
  }

  get conversationUrlTemplate(): string {
    return valueOf('conversationUrlTemplate');
  }

  /** In seconds, from 1 to 3600. */
  get requestTimeoutSeconds(): number {
    return Math.min(Math.max(valueOf('requestTimeoutSeconds'), 1), 3600);
  }

  get httpClient(): HttpClient {
    return valueOf('httpClient') === 'vscode' ? 'vscode' : 'bundled';
  }

  /** The settings that may differ between folders, and between the repositories in them. */
  settingsFor(scope?: vscode.Uri) {
    return {
      remote: valueOf('remote', scope).trim(),
      gitProviderHosts: valueOf('gitProviderHosts', scope),
      // A workspace mustn't choose which hosts are trusted as GitHub.
      gitHubUri: vscode.workspace.getConfiguration('github-enterprise').inspect<unknown>('uri')?.globalValue,
      conversationInstructions: valueOf('conversationInstructions', scope),
      resultBranchTemplate: valueOf('resultBranchTemplate', scope),
    };
  }

  /** Templates by name; a value that isn't a string, or is blank, counts as missing. */
  templates(scope?: vscode.Uri): { readonly name: string; readonly text: string }[] {
    return Object.entries(valueOf('templates', scope)).flatMap(([name, text]) =>
      typeof text === 'string' && text.trim() !== '' ? [{ name, text }] : [],
    );
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#urlChanged.dispose();
    this.#networkChanged.dispose();
  }
}

/** VS Code's own network settings, all of which its `fetch` may read, and ours. */
const networkSections = ['http', `${configurationSection}.httpClient`, `${configurationSection}.requestTimeoutSeconds`];

function configuredServiceUrl(): ServiceUrlResult {
  return parseServiceUrl(valueOf('serviceUrl'));
}

/** True if this is the URL of the service in the settings. */
export function isCurrentService(baseUrl: string): boolean {
  const current = configuredServiceUrl();
  return current.ok && current.address.baseUrl === baseUrl;
}

/** A value of another type than its default, for instance in a hand-written settings.json, counts as not set. */
function valueOf<Name extends keyof Values>(name: Name, scope?: vscode.Uri): Values[Name] {
  const value = section(scope).get<unknown>(name);
  const byDefault = section(scope).inspect<unknown>(name)?.defaultValue;
  return (value !== null && typeof value === typeof byDefault ? value : byDefault) as Values[Name];
}

function section(scope?: vscode.Uri): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration(configurationSection, scope);
}

/** Determines the proxy and certificates of requests. The code for it is loaded with the first request. */
export function networkFor(log: Log, redactor: Pick<Redactor, 'add'>): NetworkFor {
  const network = once(async () => {
    const { Network } = await import('../network');
    const systemCertificates = () => getCACertificates('system');
    return new Network({ settings: networkSettings, environment: process.env, systemCertificates, log, redactor });
  });
  return async (...call) => (await network()).optionsFor(...call);
}

/** VS Code's own network settings, by the user or for the machine. Settings of a workspace are ignored. */
export function networkSettings(): NetworkSettings {
  return {
    support: httpSetting('proxySupport', ''),
    proxy: httpSetting('proxy', ''),
    noProxy: httpSetting<readonly unknown[]>('noProxy', []).filter((entry) => typeof entry === 'string'),
    authorization: httpSetting('proxyAuthorization', ''),
    strictSSL: httpSetting('proxyStrictSSL', true),
    systemCertificates: httpSetting('systemCertificates', true),
  };
}

/** One of VS Code's settings `http.*`. A value with an unexpected type, or from a workspace or folder, counts as not set. */
function httpSetting<T>(name: string, otherwise: T): T {
  const found = vscode.workspace.getConfiguration('http').inspect<unknown>(name);
  const value = found?.globalValue ?? found?.defaultValue;
  const fits = typeof value === typeof otherwise && Array.isArray(value) === Array.isArray(otherwise) && value !== null;
  return fits ? (value as T) : otherwise;
}
