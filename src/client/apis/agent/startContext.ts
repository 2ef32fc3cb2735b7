import * as z from 'zod/mini';
import type { Caller } from '../../http/caller';
import { unexpected } from '../../makeServiceError';
import { containsSecret } from '../../secrets';
import type { RequestForm } from '../serviceApi';
import { agent } from './agent';
import { uuid } from './answers';
import { startBody, type ServerContext } from './startBody';

const { home: homePath, profiles: profilesPath } = agent.start.readBeforeStart;

const folder = z.string().check(z.minLength(1), z.maxLength(1000), z.regex(/^\P{Cc}+$/u));

const homeAnswer = z.object({ home: folder });

const profilesAnswer = z.object({
  // A profile in a file that was written by hand may have no id, or an odd one. It can't be used, but the others can.
  profiles: z.array(z.object({ id: z.catch(z.nullish(uuid), undefined) })),
  active_agent_profile_id: z.nullish(uuid),
});

/** The settings that a start needs. A value with an unexpected type counts as not set. */
const startSettings = z.object({
  active_agent_profile_id: z.nullish(uuid),
  conversation_settings: z.nullish(
    z.object({
      max_iterations: z.catch(z.nullish(z.int()), undefined),
      confirmation_mode: z.catch(z.nullish(z.boolean()), undefined),
      security_analyzer: z.catch(z.nullish(z.string()), undefined),
    }),
  ),
});
type ConversationSettings = NonNullable<z.infer<typeof startSettings>['conversation_settings']>;

/**
 * Returns a function that reads from the server what the body of a start must contain. It sends
 * `GET {base_url}/api/file/home` once, and `GET {base_url}/api/settings` each time. If the settings name no active agent
 * profile, it also sends `GET {base_url}/api/agent-profiles`, which makes the server create a profile if it has none.
 */
export function startFormReader(caller: Caller): (signal?: AbortSignal) => Promise<RequestForm> {
  let home: string | undefined;
  const askHome = async (signal: AbortSignal | undefined) => {
    const call = caller.newCall('startForm', homePath);
    const answer = await caller.get(call, homeAnswer, signal);
    if (containsSecret(answer.home, caller.redactor)) throw unexpected(call, 'home', 'free of secrets');
    return answer.home;
  };
  const askProfile = async (signal: AbortSignal | undefined) => {
    const call = caller.newCall('startForm', profilesPath);
    const { active_agent_profile_id: active, profiles } = await caller.get(call, profilesAnswer, signal);
    const id = active ?? profiles.find((one) => one.id)?.id;
    if (!id) throw unexpected(call, 'profiles', 'not empty');
    return id;
  };
  return async (signal) => {
    home ??= await askHome(signal);
    const saved = await caller.get(caller.newCall('startForm', agent.settings.path), startSettings, signal);
    const server: ServerContext = {
      home,
      agent_profile_id: saved.active_agent_profile_id ?? (await askProfile(signal)),
      ...settingsToSend(saved.conversation_settings ?? {}),
    };
    return { path: agent.start.path, body: (request, space) => startBody(request, space, server) };
  };
}

/**
 * The saved iteration limit and confirmation policy. `ConfirmRisky` needs a security analyzer, which rates the actions:
 * without one, it would ask about every action, so `AlwaysConfirm` is sent instead.
 */
function settingsToSend({
  max_iterations: limit,
  confirmation_mode: confirms,
  security_analyzer: analyzer,
}: ConversationSettings): Omit<ServerContext, 'home' | 'agent_profile_id'> {
  const hasAnalyzer = analyzer?.toLowerCase() === 'llm';
  const whenConfirming = hasAnalyzer ? 'ConfirmRisky' : 'AlwaysConfirm';
  return {
    ...(typeof limit === 'number' && { max_iterations: limit }),
    ...(typeof confirms === 'boolean' && { confirmation_policy: { kind: confirms ? whenConfirming : 'NeverConfirm' } }),
    ...(hasAnalyzer && { security_analyzer: { kind: 'LLMSecurityAnalyzer' } }),
  };
}
