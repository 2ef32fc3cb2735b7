import assert from 'node:assert/strict';
import type { ServiceApi } from '../../../src/client/apis/serviceApi';
import { apis } from '../../../src/client/apis/registry';
import { conversationStartRequest } from '../../../src/client/schemas';
import { findWarnings, type StartFacts } from '../../../src/start/findWarnings';
import { subject, type Warning } from '../../../src/start/warnings';
import { type ConversationStartRequest, type Settings } from '../../../src/client/records';
import { task } from '../../support/sampleTask';

const place = { repository: 'a/b', git_provider: 'github' } as const;
const microagent = { create_microagent: { repo: 'a/b' } } as const;
const mcp = { mcp_config: { sse_servers: [{ url: 'https://mcp.example.com' }] } } as const;
const withServers = (mcp_config: unknown): Settings => ({ llm_api_key_set: true, mcp_config });
const noServers = withServers({ sse_servers: [], stdio_servers: [], shttp_servers: [] });

function requestWarnings(
  request: ConversationStartRequest,
  known: Settings | null | undefined,
  api: ServiceApi,
  more?: Pick<StartFacts, 'isUsedId'>,
) {
  const found = findWarnings({ request, target: { notes: [] }, settings: known, api, ...more });
  return found.filter((warning) => subject(warning) !== 'service');
}

describe('the warnings of a request', () => {
  type Row = readonly [string, ConversationStartRequest, string, (Settings | null)?];
  // prettier-ignore
  const rows: readonly Row[] = [
    ['are empty for an empty request', {}, ''],
    ['are empty for a message', { initial_user_msg: 'x' }, ''],
    ['are empty for a message with images, a place and instructions', full(), ''],

    ['are empty for a task with its repository', { ...place, suggested_task: task }, ''],
    ['are empty for a task whose provider is left to the service', { repository: 'a/b', suggested_task: task }, ''],
    ['name the message beside a task', { ...place, suggested_task: task, initial_user_msg: 'x' }, 'taskReplacesMessage'],
    ['name a task without a repository', { suggested_task: task }, 'taskWithoutRepository'],
    ['name a task beside its repository on another provider', { ...place, git_provider: 'gitlab', suggested_task: task }, 'taskWithoutRepository'],
    ['name a task beside another repository', { repository: 'a/c', suggested_task: task }, 'taskWithoutRepository'],

    ['name a micro-agent without a message', microagent, 'microagentWithoutMessage'],
    ['are empty for a micro-agent with one', { ...microagent, initial_user_msg: 'x' }, ''],
    ['are empty for a micro-agent with a replay', { ...microagent, replay_json: '[]' }, ''],

    ['are empty for a replay alone', { ...place, replay_json: '[]' }, ''],

    ["name MCP servers while the settings aren't known", mcp, 'mcpReplacesSaved'],
    ['are empty for MCP servers if none are saved', mcp, '', noServers],
    ['are empty for MCP servers if the service has no settings', mcp, '', null],
    ['name MCP servers if some are saved', mcp, 'mcpReplacesSaved', withServers({ shttp_servers: ['https://x'] })],
    ['name MCP servers if a newer service has saved some', mcp, 'mcpReplacesSaved', withServers({ mcpServers: { x: {} } })],
    ['name an empty configuration, too', { mcp_config: {} }, 'mcpReplacesSaved', withServers({ sse_servers: ['x'] })],

    ['name an id', { conversation_id: 'x' }, 'idRefusedByMost'],
    ['name an id with a message', { conversation_id: 'x', initial_user_msg: 'y' }, 'idRefusedByMost idDropsMessage'],
    [
      'name everything at once',
      { ...microagent, ...mcp, suggested_task: task, ...conflicting() },
      'exclusive exclusive exclusive taskReplacesMessage taskWithoutRepository mcpReplacesSaved ' +
        'idRefusedByMost idDropsMessage',
    ],
  ];
  for (const [title, request, expected, settings] of rows)
    it(title, () => {
      assert.ok(conversationStartRequest.safeParse(request).success, 'a request that can be sent');
      assert.equal(kinds(requestWarnings(request, settings, apis.v0)), expected);
    });

  it('name what services fail on beside a replay', () => {
    const beside = { initial_user_msg: 'x', image_urls: ['https://x'], suggested_task: task };
    assert.deepEqual(
      requestWarnings({ ...place, replay_json: '[]', ...beside }, undefined, apis.v0).slice(0, 3),
      Object.keys(beside).map((other) => ({ kind: 'exclusive', field: 'replay_json', conflictsWith: other })),
    );
  });

  it('come between those of the target and those of the settings', () => {
    const found = findWarnings({
      request: { conversation_id: 'x' },
      target: { notes: [{ kind: 'noFolder' }] },
      settings: { llm_api_key_set: false },
      api: apis.v0,
    });
    assert.equal(kinds(found), 'noFolder idRefusedByMost noLlmKey');
  });

  // prettier-ignore
  const newer: readonly (readonly [string, ConversationStartRequest, readonly Warning[]])[] = [
    ['a microagent', microagent, [{ kind: 'unsupportedField', field: 'create_microagent' }]],
    ['MCP servers', mcp, [{ kind: 'unsupportedField', field: 'mcp_config' }]],
    ['a task, which sets the repository', { suggested_task: task }, []],
    ['a task beside another repository', { suggested_task: task, repository: 'me/mine' }, [{ kind: 'taskWithoutRepository', repo: 'a/b' }]],
    ['a task beside another provider', { suggested_task: task, git_provider: 'gitlab' }, [{ kind: 'taskWithoutRepository', repo: 'a/b' }]],
    [
      'a task with a message and images',
      { suggested_task: task, initial_user_msg: 'Fix it', image_urls: ['https://example.com/a.png'] },
      [
        { kind: 'exclusive', field: 'suggested_task', conflictsWith: 'initial_user_msg' },
        { kind: 'exclusive', field: 'suggested_task', conflictsWith: 'image_urls' },
      ],
    ],
    ['a UUID', { conversation_id: '0b7f5b0e-7a31-4a57-9f5e-3d1f6a0c1a11', initial_user_msg: 'Fix it' }, []],
    ['another id', { conversation_id: '0b7f5b0e7a31-4a579f5e3d1f6a0c1a11' }, [{ kind: 'idNotUuid' }]],
  ];
  for (const [title, request, expected] of newer)
    it(`of a newer service: ${title}`, () => assert.deepEqual(requestWarnings(request, undefined, apis.v1), expected));

  for (const [api, others] of [
    ['v0', [{ kind: 'idRefusedByMost' }]],
    ['v1', []],
  ] as const)
    it(`that a conversation from here already had its id: ${api}`, () => {
      const id = '0b7f5b0e-7a31-4a57-9f5e-3d1f6a0c1a11';
      const more = { isUsedId: (one: string) => one === id };
      const warned = requestWarnings({ conversation_id: id }, undefined, apis[api], more);
      assert.deepEqual(warned, [{ kind: 'idWasUsed' }, ...others]);
      const other = '1b7f5b0e-7a31-4a57-9f5e-3d1f6a0c1a11';
      assert.deepEqual(requestWarnings({ conversation_id: other }, undefined, apis[api], more), others);
    });
});

function full(): ConversationStartRequest {
  return {
    ...place,
    selected_branch: 'main',
    initial_user_msg: 'x',
    image_urls: ['https://a.example/i.png'],
    conversation_instructions: 'Be brief.',
  };
}

function conflicting(): ConversationStartRequest {
  return { initial_user_msg: 'x', image_urls: ['https://a.example'], replay_json: '{}', conversation_id: 'x' };
}

function kinds(warnings: readonly { readonly kind: string }[]): string {
  return warnings.map(({ kind }) => kind).join(' ');
}

describe('A Git provider that only newer services have', () => {
  const kindsOf = (request: ConversationStartRequest, api: 'v0' | 'v1') =>
    requestWarnings(request, undefined, apis[api]).map(({ kind, ...more }) => [kind, 'field' in more && more.field]);
  const suggested_task = { ...task, git_provider: 'forgejo' } as const;

  for (const provider of ['forgejo', 'azure_devops', 'bitbucket_data_center'] as const)
    it(`is sent to these alone: ${provider}`, () => {
      const request = { repository: 'a/b', git_provider: provider };
      assert.deepEqual(kindsOf(request, 'v0'), [['unsupportedField', 'git_provider']]);
      assert.deepEqual(kindsOf(request, 'v1'), []);
    });

  it('is found inside other fields, too', () => {
    const microagent = { create_microagent: { repo: 'a/b', git_provider: 'forgejo' }, initial_user_msg: 'x' } as const;
    assert.deepEqual(kindsOf({ repository: 'a/b', suggested_task }, 'v0'), [['unsupportedField', 'suggested_task']]);
    assert.deepEqual(kindsOf(microagent, 'v0'), [['unsupportedField', 'create_microagent']]);
    assert.deepEqual(kindsOf({ repository: 'a/b', suggested_task }, 'v1'), []);
  });
});

describe('An agent profile of a newer service', () => {
  const without = { llm_api_key_set: false, active_agent_profile_id: null };
  const withOne = { ...without, active_agent_profile_id: 'f'.repeat(32) };
  const rows = [
    ['is missed where a start needs one', {}, without, 'agent', 'noRequiredSetting'],
    ['is not missed if one is active', {}, withOne, 'agent', ''],
    ['is not missed where nothing needs it', {}, without, 'v1', ''],
    ['may decide the model', { llm_model: 'large' }, withOne, 'v1', 'modelBesideProfile'],
    ['decides no model if none is active', { llm_model: 'large' }, without, 'v1', ''],
  ] as const;
  for (const [title, request, settings, api, expected] of rows)
    it(title, () => {
      const found = findWarnings({ request, target: { notes: [] }, settings, api: apis[api] });
      assert.equal(kinds(found), expected);
    });
});

describe('MCP servers that are selected', () => {
  const limitations = [{ server: 'b', limitations: [{ kind: 'headers', names: ['X'] }] }] as const;
  const mcp = { config: { stdio_servers: [] }, names: ['b'], limitations, waiting: ['c'] } as const;
  const own = { mcp_config: {} };
  // prettier-ignore
  const rows = [
    ['are said to lose something, or to lack an answer', {}, 'v0', 'mcpLoss mcpUnanswered'],
    ["aren't sent if the draft has its own: nothing of theirs is lost", own, 'v0', ''],
    ["aren't sent, which is said, to a service that doesn't support them", {}, 'v1', 'mcpNotSupported'],
    ["aren't missed on such a service if the draft has its own", own, 'v1', ''],
  ] as const;
  for (const [title, fields, api, expected] of rows)
    it(title, () => {
      const known = { request: {}, target: { notes: [] }, settings: undefined, api: apis[api], draft: { fields }, mcp };
      assert.equal(kinds(findWarnings(known)), expected);
    });
});
