import { randomUUID } from 'node:crypto';
import type { Check } from '../validation';

/** As servers write the ids that they make. */
export function newId(): string {
  return randomUUID().replaceAll('-', '');
}

/** A UUID in any spelling, as 32 digits; `undefined` if it isn't one. */
export function plainUuid(text: string): string | undefined {
  const digits = text.replace(/^urn:uuid:/i, '').toLowerCase();
  return uuidError(digits) === undefined ? digits.replaceAll('-', '') : undefined;
}

/** A UUID with hyphens. */
export function hyphenated(uuid: string): string {
  return uuid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export const uuid: Check = (input, loc) => {
  if (typeof input !== 'string') {
    return [{ type: 'uuid_type', loc, msg: 'UUID input should be a string, bytes or UUID object', input }];
  }
  const error = uuidError(input.replace(/^urn:uuid:/i, '').toLowerCase());
  if (error === undefined) return [];
  return [{ type: 'uuid_parsing', loc, msg: `Input should be a valid UUID, ${error}`, input, ctx: { error } }];
};

function uuidError(text: string): string | undefined {
  const at = text.search(/[^\da-f-]/);
  if (at >= 0) {
    const expected = 'expected an optional prefix of `urn:uuid:` followed by [0-9a-fA-F-]';
    return `invalid character: ${expected}, found \`${text.charAt(at)}\` at ${at + 1}`;
  }
  const groups = text.split('-').map(({ length }) => length);
  if (groups.length === 1) {
    return text.length === 32
      ? undefined
      : `invalid length: expected length 32 for simple format, found ${String(text.length)}`;
  }
  if (groups.length !== 5) return `invalid group count: expected 5, found ${groups.length}`;
  const wrong = groups.findIndex((length, index) => length !== [8, 4, 4, 4, 12][index]);
  if (wrong < 0) return undefined;
  return `invalid group length in group ${wrong}: expected ${String([8, 4, 4, 4, 12][wrong])}, found ${String(groups[wrong])}`;
}
