import { isRecord } from '../base/json';

/** A value that a file asks the user for, under an id: `${input:id}` stands for the answer. */
export type McpInput =
  | (AskedInput & { readonly kind: 'text'; readonly password: boolean })
  | (AskedInput & { readonly kind: 'choice'; readonly options: readonly { label: string; value: string }[] })
  /** A command of this editor would provide the answer. */
  | { readonly kind: 'command'; readonly id: string };

interface AskedInput {
  readonly id: string;
  readonly description: string;
  readonly byDefault: string;
}

/** By id. */
export type McpInputs = ReadonlyMap<string, McpInput>;

/** One member of `inputs`; `undefined` if it isn't valid. */
export function readMcpInput(value: unknown): McpInput | undefined {
  if (!isRecord(value)) return undefined;
  const { id, type, options } = value;
  if (typeof id !== 'string' || id === '') return undefined;
  const text = { id, description: textOr(value['description']), byDefault: textOr(value['default']) };
  switch (type) {
    case 'promptString':
      return { kind: 'text', ...text, password: value['password'] === true };
    case 'pickString': {
      const choices = Array.isArray(options) ? options.flatMap(choiceOf) : [];
      return choices.length === 0 ? undefined : { kind: 'choice', ...text, options: choices };
    }
    case 'command':
      return { kind: 'command', id };
    default:
      return undefined;
  }
}

function choiceOf(option: unknown): { label: string; value: string }[] {
  if (typeof option === 'string') return [{ label: option, value: option }];
  if (!isRecord(option) || typeof option['value'] !== 'string') return [];
  const { label, value } = option;
  return [{ label: typeof label === 'string' && label !== '' ? label : value, value }];
}

function textOr(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
