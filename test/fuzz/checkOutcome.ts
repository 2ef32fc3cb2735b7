import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { createClient } from '../../src/client/createClient';
import { ServiceError } from '../../src/client/serviceError';
import { type Client, StartTask } from '../../src/client/client';
import type { ApiName } from '../../src/client/apis/registry';
import type { Conversation } from '../../src/conversations/conversation';
import { conversationFormat, recordNameOf } from '../../src/conversations/conversationRecord';
import { withChange } from '../../src/conversations/mergeConversations';
import type { HttpClient } from '../../src/client/network';
import type { ConversationStartResponse } from '../../src/client/records';
import { systemClock } from '../../src/base/clock';
import { conversationPage } from '../../src/conversations/conversationPage';
import { settingsFailureOf } from '../../src/service/settingsState';
import { presentableSettings } from '../../src/client/maskSettings';
import { outlineSettings, type SettingsRow } from '../../src/settings/settingsOutline';
import { recordAndSend } from '../../src/start/recordAndSend';
import type { HostileAnswer } from './hostileAnswers';
import {
  askedFor,
  assertSilent,
  plainRequest,
  secretiveRequest,
  secretsOf,
  sessionKey,
  storedSecret,
  type Operation,
} from './hostileSecrets';
import { RecordingLog } from '../support/recordingLog';
import { wholeOf } from '../support/searchedPlaces';
import { redactorOf } from '../support/redactorOf';
import { startOn } from '../support/startOn';
import type { StartResult } from '../../src/conversations/acceptedStart';

/** Outcome of one call: a value, or one of the kinds of failure. */
export type Ending = 'value' | ServiceError['failure']['kind'];

const conversationUrlTemplate = '{base_url}/conversations/{conversation_id}';

/** Creates a client as the extension does, except for the deadline. */
export function openClient(
  baseUrl: string,
  timeoutSeconds: number,
  httpClient: HttpClient = 'bundled',
  api: ApiName = 'v0',
): Client {
  const network = { httpClient, strictSSL: true, certificates: [] };
  return createClient({ baseUrl, sessionKey, timeoutSeconds, network, api });
}

/**
 * Makes the call and everything that follows from its outcome without a window: history row, settings view, log line.
 * @throws {assert.AssertionError} if it ends in anything but a record of the interface or a ServiceError, or if what
 * follows from it contains a secret
 */
export async function checkCall(
  client: Client,
  { api, operation }: Pick<HostileAnswer, 'api' | 'operation'>,
  baseUrl: string,
): Promise<Ending> {
  if (api === 'v0' && operation === 'startConversation') return checkStart(client, baseUrl);
  try {
    await (api === 'agent' && operation === 'startConversation' ? startOnAgentServer : checks[operation])(client);
    return 'value';
  } catch (error) {
    if (operation === 'loadSettings') settingsFailureOf(error);
    return checkError(error, operation, [sessionKey]).failure.kind;
  }
}

/** Checks of what an operation returns, in a form that can be stored and shown. */
const checks: Readonly<Record<Operation, (client: Client) => Promise<void>>> = {
  startConversation: async (client) => checkTask(await startOn(client, plainRequest)),
  startTask: async (client) => {
    const task = await client.preparation!.startTask(askedFor);
    if (task !== null) checkTask(task);
  },
  conversation: async (client) => {
    const [state = null] = await client.status.conversations([askedFor]);
    if (state === null) return;
    const { is_sandbox_paused: isPaused, status, runtime_status, ...others } = state;
    assert.ok(isPaused === undefined || isPaused);
    assert.deepEqual(others, {});
    for (const text of [status, runtime_status])
      assert.ok(text === undefined || (text !== '' && lineOf(text).length <= 300));
    const secrets = [sessionKey, storedSecret];
    // States of API V1 are put in capitals.
    assertSilent('The state', [JSON.stringify(state)], [...secrets, ...secrets.map((one) => one.toUpperCase())]);
  },
  // A request with what the server says of its folders, profiles and settings.
  startForm: async (client) => {
    const { json } = await client.prepare({ ...plainRequest, conversation_id: askedFor });
    const { workspace, agent_profile_id: profile } = JSON.parse(json) as {
      readonly workspace: { readonly working_dir: string };
      readonly agent_profile_id: string;
    };
    assert.match(workspace.working_dir, new RegExp(`^\\P{Cc}+/workspace/project/${askedFor}$`, 'u'));
    assert.match(profile, /^[\da-f-]{32,36}$/i);
    assertSilent('The request', [json], [sessionKey]);
  },
  events: async (client) => {
    const answers = client.answers!;
    const newest = await answers.newestEvents(askedFor, ['MessageEvent', 'ActionEvent', 'ConversationErrorEvent']);
    const { actions = [] } = await answers.unansweredActions(askedFor);
    const shown = [...newest, ...actions, ...(await answers.newestMessages(askedFor))];
    const texts = shown.map((one) => JSON.stringify(one ?? null));
    for (const text of texts) assert.ok(text.length < 1_500_000, `${text.length} characters of an event`);
    assertSilent('The events', texts, [sessionKey]);
  },
  loadSettings: async (client) => {
    const settings = await client.loadSettings();
    assert.equal(typeof settings.llm_api_key_set, 'boolean');
    assert.equal(Object.getPrototypeOf(settings), Object.prototype);
    const shown = presentableSettings(settings, redactorOf(sessionKey));
    const rows = rowsOf(outlineSettings(shown).flatMap((section) => section.rows));
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length, 'two rows have one id');
    for (const { id } of rows) assert.ok(id.isWellFormed(), `not well-formed: ${JSON.stringify(id)}`);
    const texts = rows.flatMap(({ id, name, value }) => [id, name, JSON.stringify(value)]);
    assertSilent('The settings view', [...texts, JSON.stringify(shown)], [sessionKey, storedSecret]);
  },
};

function checkTask(task: unknown): void {
  assert.ok(task instanceof StartTask, JSON.stringify(task));
  const others = Object.keys(task).filter((name) => !['id', 'status', 'detail', 'conversationId'].includes(name));
  assert.deepEqual(others, []);
  for (const id of [task.id, task.conversationId ?? '0']) assert.match(id, /^[\w-]{1,100}$/);
  assert.ok(task.status !== 'READY' || task.conversationId !== undefined, 'ready for nothing');
  for (const text of [task.status, task.detail ?? '']) assert.ok(lineOf(text).length <= 300);
  assertSilent('The task', [JSON.stringify(task), inspect(task)], [sessionKey, storedSecret]);
}

async function startOnAgentServer(client: Client): Promise<void> {
  const response = await client.startConversation({ json: '{}' });
  assert.ok(!(response instanceof StartTask));
  assert.match(response.conversation_id, /^[\da-f]{32}$/i);
  assertSilent('The answer', [JSON.stringify(response)], [sessionKey, storedSecret]);
}

function rowsOf(rows: readonly SettingsRow[]): readonly SettingsRow[] {
  return rows.flatMap((row) => [row, ...rowsOf(row.children)]);
}

async function checkStart(client: Client, baseUrl: string): Promise<Ending> {
  let row: Conversation | undefined;
  const files: string[] = [];
  const result = await recordAndSend(
    { id: 'one', request: secretiveRequest, baseUrl, timeoutSeconds: 10, sender: 'here.1', signal: undefined },
    {
      client: { status: (ask) => ask(client.status) },
      startClient: client,
      history: {
        add: (conversation) => remember(conversation),
        change: (_, change) => remember(withChange(row ?? assert.fail(), change)),
      },
      ...systemClock,
      log: new RecordingLog(),
      mayRunAs: () => false,
    },
  );
  function remember(conversation: Conversation): Promise<void> {
    const file = JSON.stringify(conversation);
    files.push(file);
    assert.deepEqual(conversationFormat.read(JSON.parse(file) as never, recordNameOf(conversation)), conversation);
    assert.notEqual(conversation, row, `says nothing: ${file}`);
    row = conversation;
    return Promise.resolve();
  }
  assert.equal(files.length, 2);
  assert.equal(row?.outcome, result.outcome);
  assertSilent('The history', files, secretsOf('startConversation'));
  return checkResult(result, row, baseUrl);
}

function checkResult(result: StartResult, row: Conversation | undefined, baseUrl: string): Ending {
  if (result.outcome !== 'started') return checkError(result.error, 'startConversation').failure.kind;
  const { response } = result;
  checkResponse(response);
  assert.equal(row?.conversationId, response.conversation_id);
  assert.ok(lineOf(row.status ?? '').length <= 300);
  const page = conversationPage(conversationUrlTemplate, baseUrl, response.conversation_id);
  if (page.ok) assert.match(page.url.slice(baseUrl.length), /^\/conversations\/[^/?#]+$/);
  return 'value';
}

function checkResponse(response: ConversationStartResponse): void {
  const { status, conversation_id: id, message, conversation_status: state } = response;
  assert.equal(typeof status, 'string');
  for (const text of [message, state]) assert.ok(text === undefined || text === null || typeof text === 'string');
  assert.match(id, /^[^\p{Cc}\p{Cf}\p{Cs}]{1,1000}$/u);
  assertSilent('The answer', [JSON.stringify(response)], secretsOf('startConversation'));
}

/** The names of operations in errors, where they differ. */
const asked: Readonly<Partial<Record<Operation, readonly string[]>>> = {
  conversation: ['conversations'],
  events: ['newestEvents', 'waitingActions'],
};

function checkError(
  error: unknown,
  operation: Operation,
  secrets: readonly string[] = secretsOf(operation),
): ServiceError {
  const shown = error instanceof Error ? error.stack : String(error);
  assert.ok(error instanceof ServiceError, `not a ServiceError: ${shown}`);
  const names = asked[operation] ?? [operation];
  assert.ok(names.includes(error.operation), error.operation);
  assert.ok(error.sent || error.failure.kind !== 'status', 'an answer to what was not sent');
  assertSilent('The error', [wholeOf(error)], secrets);
  lineOf(error.message);
  assert.ok(error.message.length < 10_000, `${error.message.length} characters of message`);
  return error;
}

/** Checks that a text fits a line of a list or a log: nothing in it moves the cursor or reverses the text. */
function lineOf(text: string): string {
  assert.doesNotMatch(text, /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  return text;
}
