import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Operation } from '../../src/client/client';
import { ServiceError, type Failure } from '../../src/client/serviceError';
import { explain } from '../../src/start/vscode/explain';
import { ExplainedError, type Remedy } from '../../src/base/vscode/explanation';
import { reportWith } from '../../src/help/vscode/reportErrors';
import { failedRequest } from '../support/failedRequest';
import { RecordedActions } from '../support/recordedActions';
import { RecordingLog } from '../support/recordingLog';
import { replaced, type Replaced } from '../support/replaced';
import {
  answerRows,
  connectionRows,
  statusRows,
  unsent,
  type ErrorKind,
  type ErrorRow,
  type Expected,
} from './errors/errorRows';

const rows = [...connectionRows, ...answerRows, ...statusRows];

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
  'tls.notTls': true,
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
  let environment: Replaced;

  beforeEach(() => (environment = replaced(vscode.env, { remoteName: undefined })));
  afterEach(() => environment.dispose());

  function setService(baseUrl: string): void {
    environment.replace(vscode.workspace, {
      getConfiguration: () => ({ get: () => baseUrl, inspect: () => ({ defaultValue: '' }) }),
    });
  }

  for (const row of rows)
    for (const [operation, words, [sentence, does]] of operationsOf(row))
      it(`${row.title}, ${words}`, async () => {
        const error = errorOf(operation, row);
        const { host, origin } = new URL(error.baseUrl);
        for (const set of row.isOther ? ['http://localhost:3000', 'no URL'] : [error.baseUrl]) {
          setService(set);
          const shown = explain(error);
          assert.equal(shown.sentence, sentence.replaceAll('{host}', host).replaceAll('{origin}', origin));
          assert.equal(shown.remedy?.label, does?.label);
          if (shown.remedy && does)
            assert.equal(
              await deedOf(shown.remedy),
              does.does.replace('{baseUrl}', `${origin}/`).replace('{origin}', origin),
            );
        }
      });

  it('has a row for each kind of failure', () => {
    const told = new Set(rows.map(({ failure }) => kindOf(failure)));
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
    for (const [, , [sentence, remedy]] of rows.filter(({ isOther }) => !isOther).flatMap(operationsOf)) {
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

  it('says which machine made the request, in a remote window', () => {
    environment.replace(vscode.env, { remoteName: 'wsl' });
    const said = (baseUrl: string) => {
      setService(baseUrl);
      return explain(errorOf('loadSettings', unsent('', { kind: 'refused' }, {}, { baseUrl }))).sentence;
    };
    assert.equal(
      said('http://localhost:1'),
      'Connection to localhost:1 refused. Check the service URL, and that the service is running. This window runs on a remote machine (wsl), and localhost refers to that machine.',
    );
    assert.match(said('http://agents.example'), / The request was made from this window's remote machine \(wsl\)\. /);
  });

  it('is a warning if the user has stopped it, also within another error', async () => {
    const shown: string[] = [];
    const showing = (kind: string) => () => Promise.resolve(void shown.push(kind));
    using _ = replaced(vscode.window, {
      showErrorMessage: showing('error'),
      showWarningMessage: showing('warning'),
    });
    const report = reportWith(new RecordingLog(), () => import('../../src/onDemand'));
    const stopped = failedRequest({ kind: 'cancelled' }, false);
    for (const error of [stopped, new ExplainedError('Nothing was sent.', undefined, stopped), new Error('Other')])
      await report(error);
    assert.deepEqual(shown, ['warning', 'warning', 'error']);
  });

  it('says nothing about an unexpected error but where to look', () => {
    const { sentence, remedy } = explain(new TypeError('secret'));
    assert.equal(sentence, 'An unexpected error occurred. See the log for details.');
    assert.equal(remedy?.label, 'Show Log');
  });
});

function errorOf(operation: Operation, { baseUrl = 'https://agents.example.com', ...row }: ErrorRow): ServiceError {
  const address = `${baseUrl}/api/${operation === 'loadSettings' ? 'settings' : 'conversations'}`;
  const call = { operation, baseUrl, address, ...(row.route && { route: row.route }) };
  return new ServiceError(call, row.failure, { sent: row.sent, answered: row.answered ?? false });
}

function operationsOf({ settings, start, events }: ErrorRow): (readonly [Operation, string, Expected])[] {
  return [
    ...(settings ? [['loadSettings', 'reading the settings', settings] as const] : []),
    ...(start ? [['startConversation', 'starting', start] as const] : []),
    ...(events ? [['newestEvents', 'reading the events', events] as const] : []),
  ];
}

function kindOf(failure: Failure): string {
  return 'reason' in failure ? `${failure.kind}.${failure.reason}` : failure.kind;
}

async function deedOf(remedy: Remedy): Promise<string> {
  using actions = new RecordedActions();
  await remedy.run();
  return actions.done.join(', then ');
}
