import type { Capabilities, Client, ClientOptions, StartAndSettings } from './client';
import { type ApiName, apis, interfaceApi } from './apis/registry';
import { type ServiceApi, unsupportedIn } from './apis/serviceApi';
import { Caller } from './http/caller';
import { invalidRequest, unsendable } from './makeServiceError';
import { privateTextsOf } from './maskSettings';
import type { ConversationStartRequest } from './records';
import { conversationStartRequest } from './schemas';
import { ServiceError } from './serviceError';
import { operationsOf as agent } from './apis/agent/operations';
import { operationsOf as v0 } from './apis/v0/operations';
import { operationsOf as v1 } from './apis/v1/operations';

/** The operations of the capabilities that an API declares, neither more nor fewer. */
type Declared<Api> = { readonly [Name in keyof Capabilities & keyof Api]-?: NonNullable<Capabilities[Name]> };

/**
 * The operations of each API. Not in `registry.ts`, because they load zod, which activation doesn't need.
 * `retrySettings`: see `ClientOptions`.
 */
const operationsOf: {
  readonly [Name in ApiName]: (
    caller: Caller,
    retrySettings: boolean,
  ) => StartAndSettings & Declared<(typeof apis)[Name]>;
} = { v0, v1, agent };

/**
 * The client of the service (interface section 4). Needs Node, not VS Code.
 *
 * @param onFailure called with the error of each failed operation
 */
export function createClient(
  options: ClientOptions,
  onFailure: (error: ServiceError) => void = () => undefined,
): Client {
  const { api = interfaceApi, retrySettings = false } = options;
  const caller = new Caller(options, apis[api].maxResponseMebibytes);
  const operations: StartAndSettings & Capabilities = operationsOf[api](caller, retrySettings);
  const prepare: Client['prepare'] = async (request, signal) => {
    checkStart(request, caller, apis[api]);
    const { body } = await operations.startForm(signal);
    return { json: body(request) };
  };
  return { ...reportFailures({ ...operations, prepare }, onFailure), close: () => caller.close() };
}

/** Wraps each operation, also those of capabilities: not only a request can fail, but also the reading of its answer. */
function reportFailures<T extends object>(operations: T, onFailure: (error: ServiceError) => void): T {
  const reporting = Object.entries(operations).map(([name, member]: [string, object]) => {
    if (typeof member !== 'function') return [name, reportFailures(member, onFailure)] as const;
    const operation = member as (...args: readonly unknown[]) => Promise<unknown>;
    const runAndReport = async (...args: readonly unknown[]) => {
      try {
        return await operation(...args);
      } catch (error) {
        if (error instanceof ServiceError) onFailure(error);
        throw error;
      }
    };
    return [name, runAndReport] as const;
  });
  return Object.fromEntries(reporting) as T;
}

/**
 * Checks a start before anything is sent.
 * @throws {ServiceError} if the request doesn't fit the interface (section 2.1), or the API doesn't accept it
 */
function checkStart(request: ConversationStartRequest, caller: Caller, { start }: ServiceApi): void {
  const call = caller.newCall('startConversation', start.path);
  const { error } = conversationStartRequest.safeParse(request);
  if (error) throw invalidRequest(call, error, caller.redactor);
  const [problem] = unsupportedIn(request, start);
  if (problem) throw new ServiceError(call, { kind: 'unsupportedField', ...problem }, { sent: false });
  const { conversation_id: id, mcp_config: servers } = request;
  if (id !== undefined && start.clientIds?.accepts(id) === false) throw unsendable(call, 'conversation_id', 'a UUID');
  // From now on, any answer of the service may repeat these.
  for (const text of privateTextsOf(servers)) caller.redactor.add(text);
}
