import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ServiceError } from '../../src/client/serviceError';
import { explain } from '../../src/start/vscode/explain';
import type { Explanation, Remedy } from '../../src/base/vscode/explanation';
import { sampleSettings } from '../service/sampleSettings';
import { startService, type Service } from '../service/service';
import { RecordedDeeds } from '../support/recordedDeeds';
import { replaced, type Replaced } from '../support/replaced';
import { answerRows } from './errors/answerRows';
import { certificateRows } from './errors/certificateRows';
import { connectionRows } from './errors/connectionRows';
import type { ErrorKind, ErrorRow, Expected, Provoked } from './errors/errorRow';
import { proxyRows } from './errors/proxyRows';
import { statusRows } from './errors/statusRows';
import { startOn } from '../support/startOn';

/** The operations of the interface. */
type Operation = 'startConversation' | 'loadSettings';

const sessionKey = 'errors-key-77c1';
const rows = [...connectionRows, ...certificateRows, ...proxyRows, ...answerRows, ...statusRows];

/** Every kind of failure, as the compiler requires. The table must have a row for each of them. */
const kinds = {
  nameNotFound: true,
  refused: true,
  unreachable: true,
  connectionLost: true,
  timeout: true,
  cancelled: true,
  'tls.unknownIssuer': true,
  'tls.selfSigned': true,
  'tls.expired': true,
  'tls.wrongName': true,
  'tls.other': true,
  'proxy.nameNotFound': true,
  'proxy.refused': true,
  'proxy.unreachable': true,
  'proxy.connectionLost': true,
  'proxy.tls': true,
  'proxy.credentials': true,
  'proxy.status': true,
  'proxy.badAddress': true,
  redirect: true,
  status: true,
  notJson: true,
  unexpectedShape: true,
  otherApi: true,
  tooLarge: true,
  invalidRequest: true,
  unsupportedField: true,
  unknown: true,
} satisfies Record<ErrorKind, true>;

describe('The explanation of errors', () => {
  let service: Service;
  let environment: Replaced;

  beforeEach(async () => {
    service = await startService({ sessionKey, settings: sampleSettings });
    environment = replaced(vscode.env, { remoteName: undefined });
  });

  afterEach(async () => {
    environment.dispose();
    await service.close();
  });

  for (const row of rows) {
    for (const [operation, words, expected] of operationsOf(row)) {
      it(`${row.title}, ${words}`, async () => {
        const provoked = await (row.provoke?.(service, operation) ?? {});
        // A read whose connection is lost is sent a second time.
        const fault = row.fault && service.misbehave(operation, row.fault(), { times: Infinity });
        try {
          const error = await fail(operation, provoked);
          assert.equal(kindOf(error), row.kind);
          await assertExplained(explain(error), expected, error, provoked);
        } finally {
          fault?.dispose();
          await provoked.close?.();
        }
      });
    }
  }

  it('has a row for each kind of failure', () => {
    const told = new Set(rows.filter(({ settings, start }) => settings ?? start).map(({ kind }) => kind));
    assert.deepEqual(
      Object.keys(kinds).filter((kind) => !told.has(kind as ErrorKind)),
      [],
    );
  });

  it('has no two rows with the same title', () => {
    const titles = rows.map(({ title }) => title);
    assert.deepEqual(
      titles.filter((title, index) => titles.indexOf(title) !== index),
      [],
    );
  });

  const first: readonly (readonly [named: RegExp, button: string])[] = [
    [/(?:the service|Check the|otherwise, check the|of the) URL\b/, 'Set Service URL...'],
    [/select Refresh Settings/, 'Refresh Settings'],
    [/http\.proxy|httpClient|requestTimeoutSeconds/, 'Open Settings'],
    [/in the browser|Check the service before|Sign in there|(?:its|the service's) settings/, 'Open Service in Browser'],
    [/rejected the session key/, 'Set Session Key...'],
    [/See the log/, 'Show Log'],
  ];
  it('has the button that does what the sentence says first', () => {
    let named = 0;
    for (const [, , [sentence, remedy]] of rows.flatMap(operationsOf)) {
      const places = first.map(([words, button]) => ({ at: sentence.search(words), button }));
      const [earliest] = places.filter(({ at }) => at >= 0).sort((one, other) => one.at - other.at);
      if (earliest) assert.equal(remedy?.label, earliest.button, sentence);
      if (earliest) named++;
    }
    assert.ok(named > 50, `${named} sentences`);
  });

  it('never says to try a start again that may be running', () => {
    const starts = rows.flatMap(({ start }) => (start ? [start] : []));
    const doubtful = starts.filter(([sentence]) => sentence.startsWith('Check the service before'));
    assert.ok(doubtful.length > 10);
    for (const [sentence] of doubtful) assert.doesNotMatch(sentence, /try again/i);
  });

  it('says which machine made the request to localhost, in a remote window', async () => {
    environment.replace(vscode.env, { remoteName: 'ssh-remote' });
    const { sentence } = explain(await fail('loadSettings', { options: { baseUrl: 'http://localhost:1' } }));
    assert.equal(
      sentence,
      'Connection to localhost:1 refused. Check the service URL, and that the service is running. This window runs on a remote machine (ssh-remote), and localhost refers to that machine.',
    );
  });

  it('says which machine made the request to another host, in a remote window', async () => {
    environment.replace(vscode.env, { remoteName: 'wsl' });
    const { sentence } = explain(await fail('loadSettings', { options: { baseUrl: 'http://agents.invalid' } }));
    assert.match(sentence, / The request was made from this window's remote machine \(wsl\)\. /);
  });

  it('opens the settings that a sentence names', async () => {
    const call = {
      operation: 'loadSettings',
      baseUrl: service.url,
      address: `${service.url}/api/settings`,
    } as const;
    const error = new ServiceError(call, { kind: 'timeout', seconds: 1 }, true);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await explain(error).remedy?.run();
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, 'Settings');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('says nothing about an unexpected error but where to look', () => {
    const { sentence, remedy } = explain(new TypeError('secret'));
    assert.equal(sentence, 'An unexpected error occurred. See the log for details.');
    assert.equal(remedy?.label, 'Show Log');
  });

  async function fail(operation: Operation, { options, constructed, cancels }: Provoked): Promise<ServiceError> {
    const { baseUrl = service.url } = options ?? {};
    const address = `${baseUrl}/api/${operation === 'loadSettings' ? 'settings' : 'conversations'}`;
    if (constructed) {
      const { routeOf } = await import('../../src/client/network');
      const route = options?.network && routeOf(options.network);
      const call = { operation, baseUrl, address, ...(route && { route }) };
      return new ServiceError(call, constructed.failure, constructed.sent);
    }
    const abort = new AbortController();
    // Imported as late as the extension does: hostFetch.test.ts checks its effect on the host.
    const { createClient } = await import('../../src/client/createClient');
    const client = createClient({ baseUrl, sessionKey, timeoutSeconds: 10, ...options });
    try {
      if (cancels === 'before') abort.abort();
      else void cancels?.then(() => abort.abort());
      const call =
        operation === 'loadSettings'
          ? client.loadSettings(abort.signal)
          : startOn(client, { initial_user_msg: 'Fix it', repository: 'a/b' }, abort.signal);
      const outcome = await call.catch((error: unknown) => error);
      assert.ok(outcome instanceof ServiceError, `no error of a call: ${String(outcome)}`);
      return outcome;
    } finally {
      await client.close();
    }
  }
});

function operationsOf({ settings, start }: ErrorRow): (readonly [Operation, string, Expected])[] {
  return [
    ...(settings ? [['loadSettings', 'reading the settings', settings] as const] : []),
    ...(start ? [['startConversation', 'starting', start] as const] : []),
  ];
}

function kindOf({ failure }: ServiceError): string {
  return 'reason' in failure ? `${failure.kind}.${failure.reason}` : failure.kind;
}

async function assertExplained(
  { sentence, remedy }: Explanation,
  [expected, does]: Expected,
  { address }: ServiceError,
  { proxy = '' }: Provoked,
): Promise<void> {
  const { host, origin } = new URL(address);
  const fill = (text: string) =>
    text.replaceAll('{host}', host).replaceAll('{origin}', origin).replaceAll('{proxy}', proxy);
  assert.equal(sentence, fill(expected));
  assert.equal(remedy?.label, does?.label);
  if (remedy && does) assert.equal(await deedOf(remedy), does.does.replaceAll('{baseUrl}', `${origin}/`));
}

async function deedOf(remedy: Remedy): Promise<string> {
  using deeds = new RecordedDeeds();
  await remedy.run();
  return deeds.done.join(', then ');
}
