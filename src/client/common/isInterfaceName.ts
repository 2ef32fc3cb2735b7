import { isSettingsFieldName } from './settingsFields';

/** Of an answer to a start (interface section 2.5). */
const response = ['status', 'conversation_id', 'message', 'conversation_status'];

/** Of the entries of MCP servers (section 2.4), and of the store of secrets (section 2.6). */
const entries = [
  ...['sse_servers', 'stdio_servers', 'shttp_servers', 'url', 'api_key', 'name', 'command', 'args', 'env'],
  ...['provider_tokens', 'custom_secrets'],
];

const names: ReadonlySet<string> = new Set([...response, ...entries]);

/** Whether the interface has a field of this name in what it answers. */
export function isInterfaceName(name: string): boolean {
  return names.has(name) || isSettingsFieldName(name);
}
