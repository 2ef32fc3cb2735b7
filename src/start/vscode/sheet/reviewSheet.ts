import { DisposableStore, type Disposable, type Slot } from '../../../base/lifecycle';
import { isBlank, neverSent, type Draft } from '../../../draft/draft';
import type { ConversationStartRequest } from '../../../client/records';
import { cloneOf, type CloneRemote } from '../../../repository/target';
import type { KnownSettings } from '../../../service/settingsState';
import type { Surroundings } from '../../../repository/targets';
import type { KeptDraft, TextOfDraft } from '../../../draft/vscode/sheetDraft';
import type { Report } from '../../../base/vscode/explanation';
import { fixesOf } from '../../warnings';
import { requestFields } from '../fields/requestFields';
import { SheetPick } from './sheetPick';
import {
  openQuestion,
  sheetRequest,
  sheetWarnings,
  type Answer,
  type Edited,
  type SheetPorts,
  type SheetState,
} from './sheetState';

export interface ReviewSheetOptions extends KeptDraft {
  readonly initial: Omit<SheetState, keyof FoundLater>;
  /** What it opens before. A start has to wait for all of it: each may bring a warning. */
  readonly found: Promise<FoundLater>;
  readonly service: string;
  /** Reports changes of the settings, and of why they couldn't be read. */
  readonly followSettings?: (listener: (known: KnownSettings, error: unknown) => void) => Disposable;
  readonly ports: SheetPorts;
  /** The open sheet of this window: opening another one closes it, with its draft saved. */
  readonly open: Slot<Disposable>;
  /** Shows an error of a prompt or a fix; the sheet stays. */
  readonly report: Report;
}

interface FoundLater extends Pick<SheetState, 'mcp' | 'dialect' | 'mayRunAt'> {
  readonly surroundings: Surroundings;
}

/** The request that the user decided to send, exactly as the sheet showed it. */
export interface Reviewed {
  readonly draft: Draft;
  readonly request: ConversationStartRequest;
  /** The clone whose remote the request is about, if there is one. */
  readonly clone?: CloneRemote | undefined;
}

/** Shows the sheet for reviewing everything before it is sent. `undefined` when it was closed without a start. */
export async function reviewSheet(options: ReviewSheetOptions): Promise<Reviewed | undefined> {
  const sheet = new ReviewSheet(options);
  options.open.put(sheet);
  const following = new DisposableStore();
  following.add(options.follow((now) => sheet.take(now)));
  try {
    const reviewed = sheet.run();
    const followed = options.followSettings?.((known, error) => sheet.know(known, error));
    if (followed) following.add(followed);
    return await reviewed;
  } finally {
    following.dispose();
    sheet.dispose();
  }
}

class ReviewSheet implements Disposable {
  readonly #options: ReviewSheetOptions;
  #state: SheetState;
  /** Hidden while a prompt is open. */
  #pick: SheetPick | undefined;
  #startWhenKnown = false;
  #isOver = false;
  #settle: (reviewed: Reviewed | undefined) => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;

  constructor(options: ReviewSheetOptions) {
    this.#options = options;
    this.#state = { ...options.initial, surroundings: undefined };
  }

  async run(): Promise<Reviewed | undefined> {
    return new Promise((resolve, reject) => {
      this.#settle = resolve;
      this.#fail = reject;
      this.#show();
      this.#options.found.then((found) => this.#takeFound(found), reject);
    });
  }

  /** The text in the draft's editor is what will be sent. */
  take(now: TextOfDraft): void {
    if (!this.#isOver) this.#become({ draft: { ...this.#state.draft, ...now } });
  }

  /** Keeps the active row. */
  know(settings: KnownSettings, settingsError: unknown): void {
    const { settings: known, settingsError: before } = this.#state;
    if (this.#isOver || (settings === known && settingsError === before)) return;
    this.#become({ settings, settingsError });
    this.#lookAgain();
  }

  dispose(): void {
    this.#isOver = true;
    this.#hide();
    this.#settle(undefined);
  }

  /** The user may have chosen a repository or servers in the meantime. */
  #takeFound(found: FoundLater): void {
    if (this.#isOver) return;
    const { mcp = found.mcp, surroundings = found.surroundings } = this.#state;
    this.#become({ ...found, mcp, surroundings });
    if (this.#state.settings !== this.#options.initial.settings) this.#lookAgain();
    else this.#readAgain();
    if (this.#startWhenKnown) this.#start();
  }

  /** What settings from before the sheet was opened warn of may have been fixed on the service. */
  #readAgain(): void {
    const { report, ports } = this.#options;
    const isWarned = sheetWarnings(this.#state).some((warning) => fixesOf(warning).includes('readSettings'));
    if (this.#state.settings && isWarned) ports.settings.load().catch(report);
  }

  /** The service may know the provider of a host that is unknown otherwise. */
  #lookAgain(): void {
    const { surroundings } = this.#state;
    if (!surroundings?.target.notes.some(({ kind }) => kind === 'unknownProvider')) return;
    this.#options.ports.targets
      .again(surroundings.target)
      .then((again) => {
        if (!this.#isOver && this.#state.surroundings === surroundings) this.#become({ surroundings: again });
      })
      .catch(this.#options.report);
  }

  /** Activates "Start" after any prompt: the next Enter sends. */
  #show(): void {
    this.#pick = new SheetPick(this.#options.service, this.#state, {
      edit: (draft) => this.#edit(draft),
      start: () => this.#start(),
      ask: (answer) => this.#askFor(answer),
      close: () => this.#settle(undefined),
    });
  }

  #askFor(answer: Answer): void {
    this.#ask(answer).catch(this.#fail);
  }

  /**
   * Enter may be pressed before the workspace is known: then it starts as soon as it is, unless the sheet is closed
   * first.
   */
  #start(): void {
    this.#startWhenKnown = this.#state.surroundings === undefined;
    if (this.#startWhenKnown) return;
    const question = openQuestion(this.#state);
    if (!question) this.#settle(reviewedIn(this.#state));
    else this.#askFor(requestFields[question].edit);
  }

  /** Hides the sheet for a prompt, and shows it again with the answer. */
  async #ask(answer: Answer): Promise<void> {
    this.#startWhenKnown = false;
    this.#hide();
    const { leaves, edit, ...edited } = await answer(this.#state, this.#options.ports).catch(
      async (error: unknown): Promise<Edited> => {
        await this.#options.report(error);
        return {};
      },
    );
    // Another sheet may have opened over the prompt, on the previous state of the draft.
    if (this.#isOver) return;
    const { draft } = this.#state;
    this.#state = { ...this.#state, ...edited, draft: edit?.(draft) ?? draft };
    if (leaves) {
      this.#settle(undefined);
      return;
    }
    this.#options.keep(this.#state.draft);
    this.#show();
  }

  #edit(edited: Draft): void {
    // Text written from here on is a different draft.
    const draft = isBlank(edited) ? neverSent(edited) : edited;
    this.#become({ draft });
    this.#options.keep(draft);
  }

  #become(state: Partial<SheetState>): void {
    this.#state = { ...this.#state, ...state };
    this.#pick?.update(this.#state);
  }

  #hide(): void {
    this.#pick?.dispose();
    this.#pick = undefined;
  }
}

function reviewedIn(state: SheetState): Reviewed {
  const request = sheetRequest(state);
  return { draft: state.draft, request, clone: cloneOf(request, state.surroundings?.target) };
}
