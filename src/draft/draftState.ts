import { emptyDraft, isAsSent, isInDoubt, withoutStart, withStart, type Draft, type DraftStart } from './draft';
import type { DraftError } from './draftError';

/** A draft that this window has open. */
export type DraftState =
  /** None of its starts may have succeeded. */
  | { readonly kind: 'written'; readonly draft: Draft }
  /** One of its starts may have succeeded: starting it again asks first. */
  | { readonly kind: 'inDoubt'; readonly draft: Draft }
  /** It can't be written to disk: only this window has it. */
  | { readonly kind: 'unwritable'; readonly draft: Draft; readonly error: DraftError }
  /** Its start is under way; its document, if it has one, may be edited meanwhile. */
  | { readonly kind: 'sending'; readonly draft: Draft; readonly start: string }
  /** It has started or was discarded, or another window has it: what is still open of it brings nothing back. */
  | { readonly kind: 'over' };

export type DraftEvent =
  | { readonly kind: 'edit'; readonly draft: Draft }
  | { readonly kind: 'saved' }
  | { readonly kind: 'notSaved'; readonly error: DraftError }
  | { readonly kind: 'send'; readonly start: DraftStart }
  /** `now` is the draft with its text as it is by then; absent if that can't be told. */
  | { readonly kind: 'started'; readonly start: string; readonly now: Draft | undefined }
  | { readonly kind: 'notStarted'; readonly start: string }
  | { readonly kind: 'mayHaveStarted'; readonly start: string }
  | { readonly kind: 'discard' }
  /** Another window has taken it over. */
  | { readonly kind: 'lost' };

type Row<From extends DraftState['kind']> = {
  readonly [On in DraftEvent['kind']]: Step<From, On> | 'never' | 'stays';
};
type Step<From extends DraftState['kind'], On extends DraftEvent['kind']> = (
  state: Extract<DraftState, { kind: From }>,
  event: Extract<DraftEvent, { kind: On }>,
) => DraftState;

const over: DraftState = { kind: 'over' };
const edited = (_: DraftState, { draft }: { readonly draft: Draft }): DraftState => restingState(draft);
const unwritable = ({ draft }: { readonly draft: Draft }, { error }: { readonly error: DraftError }): DraftState => ({
  kind: 'unwritable',
  draft,
  error,
});
const sending = ({ draft }: { readonly draft: Draft }, { start }: { readonly start: DraftStart }): DraftState => ({
  kind: 'sending',
  draft: withStart(draft, start),
  start: start.id,
});
const ended = (
  { draft }: { readonly draft: Draft },
  { start, now }: { readonly start: string; readonly now: Draft | undefined },
): DraftState => {
  const sent = draft.starts?.find(({ id }) => id === start);
  return now && sent && isAsSent(now, sent) ? over : restingState(draft);
};
const failed = ({ draft }: { readonly draft: Draft }, { start }: { readonly start: string }): DraftState =>
  restingState(withoutStart(draft, start));
const rested = ({ draft }: { readonly draft: Draft }): DraftState => restingState(draft);
const gone = (): DraftState => over;

/**
 * The effect of each event on a draft. `stays`: the event may occur, and changes nothing; `never`: the user interface
 * doesn't offer it in this state, and callers that try it anyway are refused.
 */
const table: { readonly [From in DraftState['kind']]: Row<From> } = {
  written: {
    edit: edited,
    saved: 'stays',
    notSaved: unwritable,
    send: sending,
    started: 'never',
    notStarted: 'never',
    mayHaveStarted: 'never',
    discard: gone,
    lost: gone,
  },
  inDoubt: {
    edit: edited,
    saved: 'stays',
    notSaved: unwritable,
    send: sending,
    // Another window may have waited for the start.
    started: ended,
    notStarted: failed,
    mayHaveStarted: 'stays',
    discard: gone,
    lost: gone,
  },
  unwritable: {
    // The user already knows that the draft can't be written.
    edit: (state, { draft }) => ({ ...state, draft }),
    saved: rested,
    notSaved: unwritable,
    // A crash during the start would lose the draft.
    send: 'never',
    started: ended,
    notStarted: failed,
    mayHaveStarted: 'stays',
    discard: gone,
    lost: gone,
  },
  sending: {
    edit: (state, { draft }) => ({ ...state, draft }),
    saved: 'stays',
    // It is told, and written again with the outcome.
    notSaved: 'stays',
    send: 'never',
    started: ended,
    notStarted: failed,
    mayHaveStarted: rested,
    discard: 'never',
    lost: 'stays',
  },
  over: {
    edit: 'stays',
    saved: 'stays',
    notSaved: 'stays',
    send: 'never',
    started: 'stays',
    notStarted: 'stays',
    mayHaveStarted: 'stays',
    discard: 'stays',
    lost: 'stays',
  },
};

/** The state after an event; `undefined` if the event can't come in this one. */
export function stateAfter(state: DraftState, event: DraftEvent): DraftState | undefined {
  const step = table[state.kind][event.kind] as Step<DraftState['kind'], DraftEvent['kind']> | 'never' | 'stays';
  if (step === 'never') return undefined;
  return step === 'stays' ? state : step(state, event);
}

/** The state of a draft with which nothing is under way. One without content isn't in doubt: what follows is another. */
export function restingState(draft: Draft): DraftState {
  return { kind: isInDoubt(draft) ? 'inDoubt' : 'written', draft };
}

/** The draft in this state; empty if it is over. */
export function draftIn(state: DraftState): Draft {
  return state.kind === 'over' ? emptyDraft : state.draft;
}
