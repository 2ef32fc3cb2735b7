/** Fields of a start that the interface doesn't have. Each is a text, and at least one newer API accepts it. */
export interface NewerFields {
  /** Name of a model saved on the service, to use instead of the one in its settings. */
  readonly llm_model?: string;
  /** `plan` for an agent that plans before it changes anything. */
  readonly agent_type?: string;
  /** Sentence at the beginning of the message that asks the agent to clone the repository. */
  readonly clone_instructions?: string;
}

export type NewerField = keyof NewerFields;

const isNewerField: Readonly<Record<NewerField, true>> = {
  llm_model: true,
  agent_type: true,
  clone_instructions: true,
};

export const newerFields = Object.keys(isNewerField) as readonly NewerField[];

export function newerFieldsExcept<Own extends NewerField>(...own: readonly Own[]): readonly Exclude<NewerField, Own>[] {
  const isOwn = (name: NewerField): name is Own => own.some((ownName) => ownName === name);
  return newerFields.filter((name): name is Exclude<NewerField, Own> => !isOwn(name));
}

export function forNewerFields<T>(value: T): Readonly<Record<NewerField, T>> {
  return Object.fromEntries(newerFields.map((name) => [name, value])) as Record<NewerField, T>;
}
