import { isRecord } from '../../base/common/json';
import type { McpEntry } from './mcpFile';
import type { McpInput } from './mcpInput';
import type { EnvFile } from './mcpServerTemplate';
import { isUrl } from '../../base/common/url';

/**
 * All of a server's content in files, by location (`url`, `env.TOKEN`, `inputs.token`, `envFile.TOKEN`), each as JSON.
 * Two servers with the same parts are the same server.
 */
export type McpParts = ReadonlyMap<string, string>;

/** A change to a server since it was last reviewed. */
export interface McpChange {
  readonly kind: 'added' | 'changed' | 'removed';
  /** A key of {@link McpParts}. */
  readonly part: string;
  /** Scheme and host, if the part is a URL now. */
  readonly leadsTo?: string;
}

/** The members of a server, including those named like members of its prototype: a file can use such a name, too. */
export function membersOf(server: Readonly<Record<string, unknown>>): McpParts {
  const parts = new Map<string, string>();
  for (const member in server) {
    const value = server[member];
    const isByName = (member === 'env' || member === 'headers') && isRecord(value);
    if (!isByName) parts.set(plain(member), JSON.stringify(value));
    else for (const [name, one] of Object.entries(value)) parts.set(`${member}.${name}`, JSON.stringify(one));
  }
  return parts;
}

/** A member with the same name as a part of another one would hide it. */
function plain(member: string): string {
  return /^[\w$-]+$/.test(member) ? member : JSON.stringify(member);
}

/**
 * @param inputs those that the server uses
 * @param envFile content of its envFile, if it has one
 */
export function partsOf(
  { name, dialect, members }: Pick<McpEntry, 'name' | 'dialect' | 'members'>,
  inputs: readonly McpInput[],
  envFile: EnvFile | undefined,
): McpParts {
  return new Map([
    [`${dialect}.${name}`, 'null'],
    ...members,
    ...inputs.map((input) => [`inputs.${input.id}`, JSON.stringify(input)] as const),
    ...Object.entries(envFile?.variables ?? {}).map(
      ([variable, value]) => [`envFile.${variable}`, JSON.stringify(value)] as const,
    ),
  ]);
}

/**
 * @param before fingerprints of the previous parts, by their keys
 * @param fingerprint returns the fingerprint of a current part
 */
export function changesOf(
  parts: McpParts,
  before: ReadonlyMap<string, string>,
  fingerprint: (part: string, value: string) => string,
): readonly McpChange[] {
  const removed = [...before.keys()].filter((part) => !parts.has(part));
  const others = [...parts].filter(([part, value]) => before.get(part) !== fingerprint(part, value));
  const changes = [
    ...others.map(([part, value]): McpChange => {
      const leadsTo = originIn(value);
      return { kind: before.has(part) ? 'changed' : 'added', part, ...(leadsTo !== undefined && { leadsTo }) };
    }),
    ...removed.map((part): McpChange => ({ kind: 'removed', part })),
  ];
  return changes.sort((a, b) => rank(a) - rank(b));
}

/** A row may be too short for all of them: first the destination, then the command, then the values passed on. */
function rank({ part, leadsTo }: McpChange): number {
  if (leadsTo !== undefined) return 0;
  if (/^(?:url|command|args)$/.test(part)) return 1;
  return /^env(?:File)?\./.test(part) ? 2 : 3;
}

/** Everything else in a URL may be secret. */
function originIn(value: string): string | undefined {
  const text: unknown = JSON.parse(value);
  if (typeof text !== 'string' || !/^(?:https?|wss?):/i.test(text) || !isUrl(text)) return undefined;
  const { protocol, host } = new URL(text);
  return `${protocol}//${host}`;
}
