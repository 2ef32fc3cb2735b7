/** A machine for tests that have only one. */
export const oneMachine = { nonce: () => Promise.resolve('00000000-0000-4000-8000-000000000001') } as const;
