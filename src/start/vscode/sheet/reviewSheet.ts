import { DisposableStore, type Disposable, type Slot } from '../../../base/common/lifecycle';
import { isBlank, neverSent, type Draft } from '../../../draft/common/draft';
import type { TickedServers } from '../../../mcp/common/mcpServers';
import type { Subscription } from '../../../base/common/event';
import type { Dialect } from '../../../client/common/dialect';
import type { ConversationStartRequest } from '../../../client/common/records';
import { cloneOf, type CloneRemote } from '../../../repository/common/target';
import type { KnownSettings } from '../../../service/common/settingsState';
import type { WorkspaceContext } from '../../../repository/common/targets';
import type { KeptDraft, TextOfDraft } from '../documents/draftStores';
import type { Report } from '../../../base/vscode/explanation';
import { answerRow } from './rowAnswers';
import { SheetPick } from './sheetPick';
import type { RowAction } from './sheetRows';
import { openQuestion, sheetRequest, withTextSince, type Edited, type SheetPorts, type SheetState } from './sheetState';

export interface ReviewSheetOptions extends KeptDraft {
  readonly draft: Draft;
  /** The draft without the saved one that it continues; `undefined` if it continues none. */
  readonly fresh: Draft | undefined;
  /** Destination, for the title. */
  readonly service: string;
  /** The sheet opens before they are known. */
  readonly surroundings: Promise<WorkspaceContext>;
  /** Settings as last loaded. */
  readonly settings: KnownSettings;
  /** Reports changes of the settings. */
  readonly followSettings: (listener: (known: KnownSettings) => void) => Subscription;
  /** The service where a start of the draft may be running; `undefined` if none is known. */
  readonly mayRunAt: Promise<string | undefined>;
  /** Number of conversations known to run on the service. */
  readonly running: number;
  /** The selected MCP servers, secrets filled in. The sheet opens before they are known. */
  readonly mcp: Promise<TickedServers>;
  /** What the service's API takes. */
  readonly dialect: Promise<Dialect>;
  readonly ports: SheetPorts;
  /** The open sheet of this window: opening another one closes it, with its draft saved. */
  readonly open: Slot<Disposable>;
  /** Shows an error of a prompt or a fix; the sheet stays. */
  readonly report: Report;
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
    following.add(options.followSettings((known) => sheet.know(known)));
    return await reviewed;
  } finally {
    following.dispose();
    sheet.dispose();
  }
}

/** What is known and what was answered, until the user starts or closes the sheet. */
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
    this.#state = {
      draft: options.draft,
      fresh: options.fresh,
      surroundings: undefined,
      settings: options.settings,
      running: options.running,
    };
  }

  async run(): Promise<Reviewed | undefined> {
    return new Promise((resolve, reject) => {
      this.#settle = resolve;
      this.#fail = reject;
      this.#show();
      const { surroundings, mcp, dialect, mayRunAt } = this.#options;
      mayRunAt.then((at) => {
        if (!this.#isOver && at !== undefined) this.#become({ mayRunAt: at });
      }, reject);
      Promise.all([surroundings, mcp, dialect]).then((found) => this.#found(...found), reject);
    });
  }

  /** The text in the draft's editor is what will be sent. */
  take(now: TextOfDraft): void {
    if (!this.#isOver) this.#become({ draft: { ...this.#state.draft, ...now } });
  }

  /** Keeps the active row. */
  know(settings: KnownSettings): void {
    if (this.#isOver || settings === this.#state.settings) return;
    this.#become({ settings });
    this.#lookAgain();
  }

  dispose(): void {
    this.#isOver = true;
    this.#hide();
    this.#settle(undefined);
  }

  /** The user may have chosen a repository or servers in the meantime. */
  #found(surroundings: WorkspaceContext, mcp: TickedServers, dialect: Dialect): void {
    if (this.#isOver) return;
    const { mcp: selected = mcp, surroundings: chosen = surroundings } = this.#state;
    this.#become({ dialect, mcp: selected, surroundings: chosen });
    if (this.#state.settings !== this.#options.settings) this.#lookAgain();
    if (this.#startWhenKnown) this.#start();
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
      ask: (action) => this.#askFor(action),
      close: () => this.#settle(undefined),
    });
  }

  #askFor(action: RowAction): void {
    this.#ask(action).catch(this.#fail);
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
    else this.#askFor({ kind: 'field', field: question });
  }

  /** Hides the sheet for a prompt, and shows it again with the answer. */
  async #ask(action: RowAction): Promise<void> {
    this.#startWhenKnown = false;
    this.#hide();
    const { draft: asked } = this.#state;
    const { leaves, draft, edit, ...edited } = await answerRow(action, this.#state, this.#options.ports).catch(
      async (error: unknown): Promise<Edited> => {
        await this.#options.report(error);
        return {};
      },
    );
    // Another sheet may have opened over the prompt, on the previous state of the draft.
    if (this.#isOver) return;
    const { draft: now } = this.#state;
    this.#state = { ...this.#state, ...edited, draft: edit?.(now) ?? withTextSince(draft ?? now, asked, now) };
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
