/** Fields of a start that the interface doesn't have. Each is a text, and some API takes it. */
export interface NewerFields {
  /** One of the models that are saved on the service, instead of the one in its settings. */
  readonly llm_model?: string;
  /** `plan` for an agent that plans before it changes anything. */
  readonly agent_type?: string;
  /** Asks the agent to clone the repository: the beginning of its message. */
  readonly clone_instructions?: string;
}

export type NewerField = keyof NewerFields;

const names: Readonly<Record<NewerField, true>> = {
  llm_model: true,
  agent_type: true,
  clone_instructions: true,
};

export const newerFields = Object.keys(names) as readonly NewerField[];

/** The newer fields besides those of one API. */
export function newerFieldsBut<Own extends NewerField>(...own: readonly Own[]): readonly Exclude<NewerField, Own>[] {
  const isOwn = (name: NewerField): name is Own => own.some((one) => one === name);
  return newerFields.filter((name): name is Exclude<NewerField, Own> => !isOwn(name));
}

export function forNewerFields<T>(value: T): Readonly<Record<NewerField, T>> {
  return Object.fromEntries(newerFields.map((name) => [name, value])) as Record<NewerField, T>;
}
