import { randomUUID } from 'node:crypto';
import { jsonAnswer, type Answer } from '../answer';
import type { KeptSettings } from '../settings';
import type { SentBody } from '../startRequest';
import { isObject, listOf, missing, notAnObject, object, optional, required, text, type Problem } from '../validation';
import { boolean, content, type Content } from '../v1/startRequest';
import { settingsV1Body } from '../v1/settings';
import { microseconds } from '../v1/startTask';
import { hyphenated, plainUuid, uuid } from '../v1/uuid';
import { marked } from '../../support/markedSecrets';
import { type AgentConversation, type AgentConversations, type AgentStart, textIn } from './conversations';

const secretUrl = `https://user:${marked('agent-url')}@llm.example/v1`;
const secretHeaders = { Authorization: `Bearer ${marked('agent-header')}` };

/** Other programs keep what they like here, under names that say nothing of it. */
const secretRecords = { note: marked('agent-note'), panels: [{ shown: true, of: marked('agent-panel') }] };

/** GET /server_info, which needs no key. */
export const serverInfo = jsonAnswer(200, { title: 'OpenHands Agent Server', version: '1.43.1', uptime: 1 });

/** GET /api/settings: also if nothing was saved. */
export function loadSettings(kept: KeptSettings | undefined, { activeProfile }: AgentConversations): Answer {
  const body = kept && settingsV1Body(kept);
  if (kept?.kind === 'raw') return jsonAnswer(200, body);
  const { agent_settings, conversation_settings, llm_api_key_set } = isObject(body) ? body : {};
  const { llm, mcp_config: mcp, ...agent } = isObject(agent_settings) ? agent_settings : {};
  return jsonAnswer(200, {
    agent_settings: {
      agent_kind: 'openhands',
      ...agent,
      llm: {
        ...(isObject(llm) && llm),
        extra_headers: secretHeaders,
        litellm_extra_body: { metadata: secretRecords },
        api_key: llm_api_key_set === true ? '**********' : null,
      },
      mcp_config: isObject(mcp) && isObject(mcp['mcpServers']) ? mcp['mcpServers'] : {},
    },
    conversation_settings: conversation_settings ?? { max_iterations: 500, confirmation_mode: false },
    llm_api_key_is_set: llm_api_key_set === true,
    active_profile: null,
    active_agent_profile_id: activeProfile,
    misc_settings: secretRecords,
  });
}

/** GET /api/file/home */
export function home({ home: path }: AgentConversations): Answer {
  return jsonAnswer(200, { home: path, favorites: [], locations: [{ label: '/', path: '/' }] });
}

/** GET /api/agent-profiles: the first question makes one. */
export function listProfiles(agents: AgentConversations): Answer {
  if (agents.profiles.length === 0) {
    const made = { id: randomUUID(), name: 'default', hasModel: false };
    agents.profiles.push(made);
    agents.activeProfile = made.id;
  }
  const profiles = agents.profiles.map(({ id, name }) => ({
    id,
    name,
    agent_kind: 'openhands',
    revision: 0,
    llm_profile_ref: name,
    mcp_server_refs: null,
  }));
  return jsonAnswer(200, { profiles, active_agent_profile_id: agents.activeProfile });
}

const message = object('forbidden', {
  role: optional(text),
  content: optional(listOf(content)),
  run: optional(boolean),
});
const start = object('ignored', {
  workspace: required(object('ignored', { working_dir: required(text) })),
  conversation_id: optional(uuid),
  agent_profile_id: optional(uuid),
  initial_message: optional(message),
});

/** POST /api/conversations */
export function startConversation(body: SentBody, agents: AgentConversations): Answer {
  const problems = problemsOf(body, start);
  if (problems.length > 0 || body.kind !== 'json') return jsonAnswer(422, { detail: problems });
  const request = body.value as AgentStart;
  const profile = agents.profiles.find(({ id }) => id === request.agent_profile_id);
  if (!profile) return detail(404, `Agent profile with id '${request.agent_profile_id}' not found`);
  if (!profile.hasModel) return detail(404, `LLM profile '${profile.name}' not found`);
  const { conversation, isNew } = agents.start(request);
  return jsonAnswer(isNew ? 201 : 200, bodyOf(conversation));
}

const serverError = jsonAnswer(500, { detail: 'Internal Server Error', exception: '', error_id: '0'.repeat(32) });

/** GET /api/conversations/{id} */
export function readConversation(id: string, agents: AgentConversations): Answer {
  const problems = uuid(id, ['path', 'conversation_id']);
  if (problems.length > 0) return jsonAnswer(422, { detail: problems });
  const conversation = agents.get(id);
  return conversation ? jsonAnswer(200, bodyOf(conversation)) : detail(404, 'Not Found');
}

const mostConversations = 99;

/** GET /api/conversations?ids=A&ids=B */
export function readConversations(ids: readonly string[], agents: AgentConversations): Answer {
  const problems = ids.flatMap((id, index) => uuid(id, ['query', 'ids', index]));
  if (problems.length > 0) return jsonAnswer(422, { detail: problems });
  if (ids.length > mostConversations) return serverError;
  const found = ids.map((id) => agents.get(id));
  const bodies = found.map((one) => (one ? bodyOf(one) : null));
  return jsonAnswer(200, bodies, { date: new Date(agents.now()).toUTCString() });
}

function bodyOf({ id, start: sent, status, lastMessage, createdAt, updatedAt }: AgentConversation): object {
  return {
    id: hyphenated(id),
    workspace: { working_dir: sent.workspace.working_dir, kind: 'LocalWorkspace' },
    max_iterations: sent.max_iterations ?? 500,
    execution_status: status,
    confirmation_policy: sent.confirmation_policy ?? { kind: 'NeverConfirm' },
    last_user_message_id: lastMessage,
    title: null,
    created_at: `${microseconds(new Date(createdAt).toISOString())}Z`,
    updated_at: `${microseconds(new Date(updatedAt).toISOString())}Z`,
    tags: {},
    launched_agent_profile: { agent_profile_id: sent.agent_profile_id, revision: 0 },
    agent: { llm: { api_key: null, base_url: secretUrl, extra_headers: secretHeaders }, kind: 'Agent' },
  };
}

/** GET /api/conversations/{id}/events/search. A kind by its bare name finds nothing, other parameters are ignored. */
export function searchEvents(id: string, query: URLSearchParams, agents: AgentConversations): Answer {
  const found = conversationOf(id, agents);
  if ('status' in found && 'headers' in found) return found;
  const limit = Number(query.get('limit') ?? 100);
  if (limit > 100) return serverError;
  const kind = query.get('kind');
  const events = agents.events.of(found.id).filter((one) => kind === null || kind.endsWith(`.${one.kind}`));
  const ordered = query.get('sort_order') === 'TIMESTAMP_DESC' ? events.toReversed() : events;
  return jsonAnswer(200, { items: ordered.slice(0, limit), next_page_id: ordered[limit]?.['id'] ?? null });
}

/** POST /api/conversations/{id}/events: `run` is false unless it's said. */
export function sendMessage(id: string, body: SentBody, agents: AgentConversations): Answer {
  const found = conversationOf(id, agents, problemsOf(body, message));
  if ('status' in found && 'headers' in found) return found;
  const { content: parts = [], run = false } = (body.kind === 'json' ? body.value : {}) as {
    readonly content?: readonly Content[];
    readonly run?: boolean;
  };
  // One that runs the agent carries out the action that waits, whatever it says.
  if (run && found.status === 'waiting_for_confirmation') agents.events.observe(found.id, 'carried out');
  agents.hear(found, parts);
  agents.report(found.id, run ? 'running' : found.status === 'finished' ? 'idle' : found.status);
  if (run) agents.run(found, textIn(parts));
  return jsonAnswer(200, { success: true });
}

/** POST /api/conversations/{id}/events/respond_to_confirmation */
export function respondToAction(id: string, body: SentBody, agents: AgentConversations): Answer {
  const check = object('ignored', { accept: required(boolean), reason: optional(text) });
  const found = conversationOf(id, agents, problemsOf(body, check));
  if ('status' in found && 'headers' in found) return found;
  const { accept, reason } = (body.kind === 'json' ? body.value : {}) as {
    readonly accept: boolean;
    readonly reason?: string;
  };
  agents.respond(found, accept, reason);
  return jsonAnswer(200, { success: true });
}

function conversationOf(
  id: string,
  agents: AgentConversations,
  problems: readonly Problem[] = [],
): AgentConversation | Answer {
  const all = [...uuid(id, ['path', 'conversation_id']), ...problems];
  if (all.length > 0) return jsonAnswer(422, { detail: all });
  return agents.get(id) ?? detail(404, `Conversation not found: ${hyphenated(plainUuid(id) ?? id)}`);
}

function problemsOf(body: SentBody, check: ReturnType<typeof object>): readonly Problem[] {
  if (body.kind !== 'json') return [missing(null, ['body'])];
  return isObject(body.value) ? check(body.value, ['body']) : [notAnObject(body.value, ['body'])];
}

function detail(status: number, words: string): Answer {
  return jsonAnswer(status, { detail: words });
}
