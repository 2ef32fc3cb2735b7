import { emptyDraft, isUnchangedSince, isInDoubt, withoutStart, withStart, type Draft, type DraftStart } from './draft';
import type { DraftError } from './draftFiles';

export type DraftState =
  /** It is being written, and certainly hasn't been sent. */
  | { readonly kind: 'written'; readonly draft: Draft }
  /** It may have been sent already, so sending it again asks first. */
  | { readonly kind: 'inDoubt'; readonly draft: Draft }
  /** It can't be written to disk, so only this window has it. */
  | { readonly kind: 'unwritable'; readonly draft: Draft; readonly error: DraftError }
  /** It is being sent. Its document, if it has one, may be edited meanwhile. */
  | { readonly kind: 'sending'; readonly draft: Draft }
  /** It was sent or discarded, or another window has taken it over. Nothing is written any more. */
  | { readonly kind: 'finished' };

export type DraftEvent =
  | { readonly kind: 'edit'; readonly draft: Draft }
  | { readonly kind: 'saved' }
  | { readonly kind: 'notSaved'; readonly error: DraftError }
  | { readonly kind: 'send'; readonly start: DraftStart }
  /** `now` is the draft with the current text of its document; absent if that can't be read. */
  | { readonly kind: 'started'; readonly start: string; readonly now: Draft | undefined }
  | { readonly kind: 'notStarted'; readonly start: string }
  | { readonly kind: 'mayHaveStarted'; readonly start: string }
  | { readonly kind: 'discard' }
  /** Another window has taken it over. */
  | { readonly kind: 'lost' };

type Transitions<From extends DraftState['kind']> = {
  readonly [On in DraftEvent['kind']]: Transition<From, On> | 'never' | 'stays';
};
type Transition<From extends DraftState['kind'], On extends DraftEvent['kind']> = (
  state: Extract<DraftState, { kind: From }>,
  event: Extract<DraftEvent, { kind: On }>,
) => DraftState;

const finished: DraftState = { kind: 'finished' };
const finish = (): DraftState => finished;
const edit = (_: DraftState, { draft }: { readonly draft: Draft }): DraftState => restingState(draft);
const markUnwritable = (
  { draft }: { readonly draft: Draft },
  { error }: { readonly error: DraftError },
): DraftState => ({
  kind: 'unwritable',
  draft,
  error,
});
const beginSending = ({ draft }: { readonly draft: Draft }, { start }: { readonly start: DraftStart }): DraftState => ({
  kind: 'sending',
  draft: withStart(draft, start),
});
/** A draft that was edited while it was being sent stays. */
const finishUnlessEdited = (
  { draft }: { readonly draft: Draft },
  { start, now }: { readonly start: string; readonly now: Draft | undefined },
): DraftState => {
  const sent = draft.starts?.find(({ id }) => id === start);
  return now && sent && isUnchangedSince(now, sent) ? finished : restingState(draft);
};
const removeStart = ({ draft }: { readonly draft: Draft }, { start }: { readonly start: string }): DraftState =>
  restingState(withoutStart(draft, start));
const rest = ({ draft }: { readonly draft: Draft }): DraftState => restingState(draft);

/**
 * The effect of each event in each state. `stays`: the event may occur and changes nothing. `never`: the user interface
 * doesn't offer it in this state, and {@link stateAfter} refuses it.
 */
const transitions: { readonly [From in DraftState['kind']]: Transitions<From> } = {
  written: {
    edit,
    saved: 'stays',
    notSaved: markUnwritable,
    send: beginSending,
    started: 'never',
    notStarted: 'never',
    mayHaveStarted: 'never',
    discard: finish,
    lost: finish,
  },
  inDoubt: {
    edit,
    saved: 'stays',
    notSaved: markUnwritable,
    send: beginSending,
    // The outcome of a start that another window waited for.
    started: finishUnlessEdited,
    notStarted: removeStart,
    mayHaveStarted: 'stays',
    discard: finish,
    lost: finish,
  },
  unwritable: {
    // The user already knows that the draft can't be written.
    edit: (state, { draft }) => ({ ...state, draft }),
    saved: rest,
    notSaved: markUnwritable,
    // A crash during the start would lose the draft.
    send: 'never',
    started: finishUnlessEdited,
    notStarted: removeStart,
    mayHaveStarted: 'stays',
    discard: finish,
    lost: finish,
  },
  sending: {
    edit: (state, { draft }) => ({ ...state, draft }),
    saved: 'stays',
    // The user is told of it, and the outcome is written later.
    notSaved: 'stays',
    send: 'never',
    started: finishUnlessEdited,
    notStarted: removeStart,
    mayHaveStarted: rest,
    discard: 'never',
    lost: 'stays',
  },
  finished: {
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

/** The state after an event; `undefined` if the event can't occur in this state. */
export function stateAfter(state: DraftState, event: DraftEvent): DraftState | undefined {
  const transition = transitions[state.kind][event.kind] as
    Transition<DraftState['kind'], DraftEvent['kind']> | 'never' | 'stays';
  if (transition === 'never') return undefined;
  return transition === 'stays' ? state : transition(state, event);
}

/** The state of a draft that isn't being sent. */
export function restingState(draft: Draft): DraftState {
  return { kind: isInDoubt(draft) ? 'inDoubt' : 'written', draft };
}

/** The draft in this state; empty if it is finished. */
export function draftIn(state: DraftState): Draft {
  return state.kind === 'finished' ? emptyDraft : state.draft;
}
