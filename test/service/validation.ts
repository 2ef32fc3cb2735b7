/** Location of a value: `['body', 'mcp_config', 'shttp_servers', 0, 'url']`. */
export type Location = readonly (string | number)[];

/** One entry of the `detail` of a 422. `input` is the offending value itself, secrets included. */
export interface Problem {
  readonly type: string;
  readonly loc: Location;
  readonly msg: string;
  readonly input: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** Returns the problems of a value; none if it is valid. */
export type Check = (value: unknown, loc: Location) => readonly Problem[];

/** Thrown where real servers fail on an input instead of rejecting it: the answer is a 500. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

export interface Field {
  readonly check: Check;
  readonly required: boolean;
}

export const required = (check: Check): Field => ({ check, required: true });
export const optional = (check: Check): Field => ({ check, required: false });

export const text: Check = (input, loc) =>
  typeof input === 'string' ? [] : [{ type: 'string_type', loc, msg: 'Input should be a valid string', input }];

/** Accepts numbers in strings, and booleans: the servers convert them. */
export const integer: Check = (input, loc) => {
  if (typeof input === 'boolean' || Number.isInteger(input)) return [];
  if (typeof input === 'number') {
    const msg = 'Input should be a valid integer, got a number with a fractional part';
    return [{ type: 'int_from_float', loc, msg, input }];
  }
  if (typeof input !== 'string') return [{ type: 'int_type', loc, msg: 'Input should be a valid integer', input }];
  if (/^\s*[+-]?\d+(\.0*)?\s*$/.test(input)) return [];
  const msg = 'Input should be a valid integer, unable to parse string as an integer';
  return [{ type: 'int_parsing', loc, msg, input }];
};

export function oneOf(values: readonly string[], type: 'enum' | 'literal_error' = 'enum'): Check {
  const quoted = values.map((value) => `'${value}'`);
  const expected = quoted.length > 1 ? `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1) ?? ''}` : quoted.join('');
  return (input, loc) =>
    typeof input === 'string' && values.includes(input)
      ? []
      : [{ type, loc, msg: `Input should be ${expected}`, input, ctx: { expected } }];
}

export function nullable(check: Check): Check {
  return (value, loc) => (value === null ? [] : check(value, loc));
}

export function listOf(check: Check): Check {
  return (input, loc) =>
    Array.isArray(input)
      ? input.flatMap((entry, index) => check(entry, [...loc, index]))
      : [{ type: 'list_type', loc, msg: 'Input should be a valid list', input }];
}

/** An object with any keys, whose values all pass the same check. */
export function dictionaryOf(check: Check): Check {
  return (input, loc) =>
    isObject(input)
      ? Object.entries(input).flatMap(([key, value]) => check(value, [...loc, key]))
      : [{ type: 'dict_type', loc, msg: 'Input should be a valid dictionary', input }];
}

/** Problems come in the order of `fields`, those of unknown keys last. */
export function object(unknownKeys: 'forbidden' | 'ignored', fields: Readonly<Record<string, Field>>): Check {
  return (input, loc) => {
    if (!isObject(input)) return [notAnObject(input, loc)];
    const problems = Object.entries(fields).flatMap(([key, field]) => {
      if (Object.hasOwn(input, key)) return field.check(input[key], [...loc, key]);
      return field.required ? [missing(input, [...loc, key])] : [];
    });
    if (unknownKeys === 'ignored') return problems;
    const extra = Object.keys(input).filter((key) => !Object.hasOwn(fields, key));
    return [...problems, ...extra.map((key) => extraForbidden(input[key], [...loc, key]))];
  };
}

export function missing(input: unknown, loc: Location): Problem {
  return { type: 'missing', loc, msg: 'Field required', input };
}

export function notAnObject(input: unknown, loc: Location): Problem {
  const msg = 'Input should be a valid dictionary or object to extract fields from';
  return { type: 'model_attributes_type', loc, msg, input };
}

export function valueError(reason: string, input: unknown, loc: Location): Problem {
  return { type: 'value_error', loc, msg: `Value error, ${reason}`, input, ctx: { error: {} } };
}

function extraForbidden(input: unknown, loc: Location): Problem {
  return { type: 'extra_forbidden', loc, msg: 'Extra inputs are not permitted', input };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
