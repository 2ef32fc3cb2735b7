import type { Capabilities, StartAndSettings } from '../client';
import type { Caller } from '../http/caller';
import type { ApiName, apis } from './registry';
import { operationsOf as agent } from './agent/operations';
import { operationsOf as v0 } from './v0/operations';
import { operationsOf as v1 } from './v1/operations';

/** The operations of the capabilities that an API declares, neither more nor fewer. */
type Declared<Api> = { readonly [Name in keyof Capabilities & keyof Api]-?: NonNullable<Capabilities[Name]> };

/**
 * The operations of each API. Not in `registry.ts`, because they load zod, which activation doesn't need.
 * `retryReads`: see `ClientOptions`.
 */
export const operationsOf: {
  readonly [Name in ApiName]: (caller: Caller, retryReads: boolean) => StartAndSettings & Declared<(typeof apis)[Name]>;
} = { v0, v1, agent };
