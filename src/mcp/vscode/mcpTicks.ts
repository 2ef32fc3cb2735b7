import { createHash, createHmac, randomUUID } from 'node:crypto';
import { isRecord } from '../../base/common/json';
import type { McpCandidate } from '../common/mcpCandidate';
import { changesOf, type McpChange } from '../common/mcpParts';

/** What is kept with the workspace: which servers, and what they were when they were ticked. No value of any of them. */
export interface McpTick {
  readonly file: string;
  readonly name: string;
  /** Makes its fingerprints unlike those of the same values elsewhere. */
  readonly salt?: string;
  /** The parts of the server and a fingerprint of each. Not known of those that were ticked by older versions. */
  readonly parts?: readonly (readonly [part: string, fingerprint: string])[];
}

export function tickOf(file: string, { name, parts }: McpCandidate): McpTick {
  const salt = randomUUID();
  return { file, name, salt, parts: [...parts].map(([part, value]) => [part, fingerprint(salt, part, value)]) };
}

/** What has changed since a server was ticked; `undefined` when that cannot be told. */
export function changesSince({ salt, parts }: McpTick, candidate: McpCandidate): readonly McpChange[] | undefined {
  if (salt === undefined || !parts) return undefined;
  return changesOf(candidate.parts, new Map(parts), (part, value) => fingerprint(salt, part, value));
}

/**
 * A server exactly as it is, in short. Answers are kept for a digest: a file that says something else later, after a pull
 * for instance, does not get those that were given for what stood there before.
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
