import { createHash, createHmac, randomUUID } from 'node:crypto';
import { isRecord } from '../../base/common/json';
import type { McpCandidate } from '../common/mcpCandidate';
import { changesOf, type McpChange } from '../common/mcpParts';

/**
 * Data stored with the workspace: the selected servers, and fingerprints of their content at that time. None of their
 * values.
 */
export interface McpTick {
  readonly file: string;
  readonly name: string;
  /** Makes its fingerprints differ from those of the same values elsewhere. */
  readonly salt?: string;
  /** The parts of the server and a fingerprint of each. Unknown for servers that were selected in older versions. */
  readonly parts?: readonly (readonly [part: string, fingerprint: string])[];
}

export function tickOf(file: string, { name, parts }: McpCandidate): McpTick {
  const salt = randomUUID();
  return { file, name, salt, parts: [...parts].map(([part, value]) => [part, fingerprint(salt, part, value)]) };
}

/** Changes since a server was selected; `undefined` if they can't be determined. */
export function changesSince({ salt, parts }: McpTick, candidate: McpCandidate): readonly McpChange[] | undefined {
  if (salt === undefined || !parts) return undefined;
  return changesOf(candidate.parts, new Map(parts), (part, value) => fingerprint(salt, part, value));
}

/**
 * A digest of a server's exact content. Answers are stored for a digest: if a file changes later, after a pull for
 * instance, it doesn't get the answers that were given for its previous content.
 */
export function digestOf({ parts }: McpCandidate): string {
  const sorted = [...parts].sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}

export function isMcpTick(value: unknown): value is McpTick {
  if (!isRecord(value)) return false;
  const { file, name, salt, parts } = value;
  const areTexts = [file, name, salt ?? ''].every((member) => typeof member === 'string');
  return areTexts && (parts === undefined || (Array.isArray(parts) && parts.every(isPart)));
}

function isPart(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every((text) => typeof text === 'string');
}

function fingerprint(salt: string, part: string, value: string): string {
  return createHmac('sha256', salt)
    .update(JSON.stringify([part, value]))
    .digest('base64url');
}
