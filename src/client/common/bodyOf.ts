import { isRecord } from '../../base/common/json';
import type { ConversationStartRequest } from './records';

/**
 * The body that a request is sent as. What is shown of a request is made by the same hand.
 * @param space how deep its lines are indented, to be read; without, it is one line
 */
export function serializeRequest(request: ConversationStartRequest, space?: number): string {
  return JSON.stringify(inOrder(request, requestOrder), wellFormed, space);
}

/** The fields of a record, in their order, with those of the records in it; of one without fields, the order is kept. */
interface Order {
  readonly [field: string]: Order;
}

const urlServer: Order = { url: {}, api_key: {} };

/** The fields as interface section 2.1 lists them: a draft has them in the order in which they were set. */
const requestOrder = {
  repository: {},
  git_provider: {},
  selected_branch: {},
  initial_user_msg: {},
  image_urls: {},
  replay_json: {},
  suggested_task: { git_provider: {}, task_type: {}, repo: {}, issue_number: {}, title: {} },
  create_microagent: { repo: {}, git_provider: {}, title: {} },
  conversation_instructions: {},
  mcp_config: {
    sse_servers: urlServer,
    stdio_servers: { name: {}, command: {}, args: {}, env: {} },
    shttp_servers: urlServer,
  },
  conversation_id: {},
} satisfies Record<keyof ConversationStartRequest, Order>;

function inOrder(value: unknown, order: Order): unknown {
  if (Array.isArray(value)) return value.map((member) => inOrder(member, order));
  const names = Object.keys(order);
  if (!isRecord(value) || names.length === 0) return value;
  const others = Object.keys(value).filter((name) => !Object.hasOwn(order, name));
  const present = [...names.filter((name) => Object.hasOwn(value, name)), ...others];
  return Object.fromEntries(present.map((name) => [name, inOrder(value[name], order[name] ?? {})]));
}

/** Parsers of JSON refuse half of a character, which is what cutting a text in the wrong place leaves. */
function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}
