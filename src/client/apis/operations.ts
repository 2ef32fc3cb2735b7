import type { Capabilities, StartAndSettings } from '../client';
import type { Caller } from '../http/caller';
import type { ApiName, apis } from './registry';
import { operationsOf as agent } from './agent/operations';
import { operationsOf as v0 } from './v0/operations';
import { operationsOf as v1 } from './v1/operations';

/** The operations of exactly those capabilities that an API declares: others don't compile. */
type Declared<Its> = { readonly [Name in keyof Capabilities & keyof Its]-?: NonNullable<Capabilities[Name]> };

/** The operations of each API, which load zod. `repeatReads`: see `ClientOptions`. */
export const operationsOf: {
  readonly [Name in ApiName]: (
    caller: Caller,
    repeatReads: boolean,
  ) => StartAndSettings & Declared<(typeof apis)[Name]>;
} = { v0, v1, agent };
