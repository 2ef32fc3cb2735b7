import * as vscode from 'vscode';
import { DisposableStore, type Disposable, type Slot } from '../../../base/common/lifecycle';
import { isBlank, neverSent, withField, type Draft } from '../../../draft/common/draft';
import type { TickedServers } from '../../../mcp/common/mcpServers';
import type { Subscription } from '../../../base/common/event';
import type { ConversationStartRequest } from '../../../client/common/records';
import type { KnownSettings } from '../../../service/common/settingsState';
import type { WorkspaceContext } from '../../../repository/common/targets';
import type { KeptDraft, TextOfDraft } from '../documents/draftStores';
import type { Report } from '../../../base/vscode/explanation';
import { answerRow, withoutRow } from './rowAnswers';
import { addSheetActions } from './sheetActions';
import { sheetRows, type RowAction, type SheetRow } from './sheetRows';
import { openQuestion, sheetRequest, withTextSince, type Edited, type SheetPorts, type SheetState } from './sheetState';
import { plainNotification } from '../../../base/common/text';

export interface ReviewSheetOptions extends KeptDraft {
  readonly draft: Draft;
  /** Where it will be sent, for the title. */
  readonly service: string;
  /** The sheet opens before they are known. */
  readonly surroundings: Promise<WorkspaceContext>;
  /** As last loaded. */
  readonly settings: KnownSettings;
  /** Tells when something else is known of them. */
  readonly followSettings: (listener: (known: KnownSettings) => void) => Subscription;
  /** Where a start of the draft may be running; nowhere, as far as is known, when it is `undefined`. */
  readonly mayRunAt: Promise<string | undefined>;
  /** The MCP servers that are ticked, secrets filled in. The sheet opens before they are known. */
  readonly mcp: Promise<TickedServers>;
  readonly ports: SheetPorts;
  /** The sheet that is open in this window: one that opens closes the one before, whose draft is kept. */
  readonly open: Slot<Disposable>;
  /** Shows what went wrong with a question or a fix; the sheet stays. */
  readonly report: Report;
}

/** What a person decided to send, exactly as the sheet showed it. */
export interface Reviewed {
  readonly draft: Draft;
  readonly request: ConversationStartRequest;
}

/** Shows the sheet on which everything is reviewed before it is sent. `undefined` when it was closed without a start. */
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

/** A quick pick. The typed text is the message; Enter on the first row starts. */
class ReviewSheet implements Disposable {
  readonly #options: ReviewSheetOptions;
  #state: SheetState;
  #shown: { readonly pick: vscode.QuickPick<SheetRow>; readonly store: DisposableStore } | undefined;
  /** The row that Enter takes. While rows are replaced, VS Code says for a moment that there is none. */
  #active = 'start';
  #startWhenKnown = false;
  #isOver = false;
  #settle: (reviewed: Reviewed | undefined) => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;

  constructor(options: ReviewSheetOptions) {
    this.#options = options;
    this.#state = {
      draft: options.draft,
      surroundings: undefined,
      settings: options.settings,
    };
  }

  async run(): Promise<Reviewed | undefined> {
    return new Promise((resolve, reject) => {
      this.#settle = resolve;
      this.#fail = reject;
      this.#show();
      const { surroundings, mcp, mayRunAt } = this.#options;
      mayRunAt.then((at) => {
        if (!this.#isOver && at !== undefined) this.#become({ mayRunAt: at });
      }, reject);
      Promise.all([surroundings, mcp]).then((found) => this.#found(...found), reject);
    });
  }

  /** What was written in the draft's editor is what will be sent. */
  take(now: TextOfDraft): void {
    if (!this.#isOver) this.#become({ draft: { ...this.#state.draft, ...now } });
  }

  /** Whatever row is chosen stays chosen. */
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

  /** Somebody may have chosen a repository or servers in the meantime. */
  #found(surroundings: WorkspaceContext, mcp: TickedServers): void {
    if (this.#isOver) return;
    if (!this.#state.mcp) this.#become({ mcp });
    if (!this.#state.surroundings) this.#become({ surroundings });
    if (this.#state.settings !== this.#options.settings) this.#lookAgain();
    if (this.#startWhenKnown) this.#start();
  }

  /** The service may know a host that nobody else knows. */
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

  /** "Start" is chosen, whatever was asked before: the next Enter sends. */
  #show(): void {
    const store = new DisposableStore();
    const pick = store.add(vscode.window.createQuickPick<SheetRow>());
    this.#shown = { pick, store };
    const message = this.#state.draft.fields.initial_user_msg ?? '';
    pick.title = plainNotification(vscode.l10n.t('Start Conversation · {0}', this.#options.service));
    pick.placeholder = placeholder(this.#state.draft);
    pick.ignoreFocusOut = true;
    store.add(
      pick.onDidChangeValue((text) => {
        // Our own text coming back: VS Code has moved to the first row for it.
        if (text === message && text === this.#state.draft.fields.initial_user_msg) this.#fill();
        else this.#edit(withField(this.#state.draft, 'initial_user_msg', text));
      }),
    );
    store.add(pick.onDidHide(() => this.#settle(undefined)));
    store.add(pick.onDidChangeActive(([row]) => (this.#active = row?.key ?? this.#active)));
    store.add(pick.onDidAccept(() => this.#accept(pick.items.find(({ key }) => key === this.#active))));
    store.add(pick.onDidTriggerItemButton(({ item }) => this.#edit(withoutRow(this.#state, item.action))));
    addSheetActions(pick, store, (name) => this.#askFor({ kind: 'sheet', name }));
    this.#active = 'start';
    this.#fill();
    pick.show();
    // A text that is there when the pick opens would be selected as a whole, and the next key would replace it. Without
    // one, nothing is set: it would take back what was typed in the meantime.
    if (message !== '') pick.value = message;
  }

  #accept(row: SheetRow | undefined): void {
    if (row?.action.kind === 'start') this.#start();
    else if (row) this.#askFor(row.action);
  }

  #askFor(action: RowAction): void {
    this.#ask(action).catch(this.#fail);
  }

  /** Enter may come before the workspace is known: then it starts as soon as it is, unless the sheet is closed first. */
  #start(): void {
    this.#startWhenKnown = this.#state.surroundings === undefined;
    if (this.#startWhenKnown) return;
    const question = openQuestion(this.#state);
    if (!question) this.#settle({ draft: this.#state.draft, request: sheetRequest(this.#state) });
    else this.#askFor({ kind: 'field', field: question });
  }

  /** The sheet makes room for a question, and comes back with the answer. */
  async #ask(action: RowAction): Promise<void> {
    this.#startWhenKnown = false;
    this.#hide();
    const { draft: asked } = this.#state;
    const { leaves, ...edited } = await answerRow(action, this.#state, this.#options.ports).catch(
      async (error: unknown): Promise<Edited> => {
        await this.#options.report(error);
        return {};
      },
    );
    // Another sheet may have opened over the question, on the draft as it was then.
    if (this.#isOver) return;
    const { draft: now } = this.#state;
    this.#state = { ...this.#state, ...edited, draft: withTextSince(edited.draft ?? now, asked, now) };
    if (leaves) {
      this.#settle(undefined);
      return;
    }
    this.#options.keep(this.#state.draft);
    this.#show();
  }

  #edit(edited: Draft): void {
    // What is written from here on is something else.
    const draft = isBlank(edited) ? neverSent(edited) : edited;
    this.#become({ draft });
    this.#options.keep(draft);
  }

  #become(state: Partial<SheetState>): void {
    this.#state = { ...this.#state, ...state };
    this.#fill();
  }

  #hide(): void {
    this.#shown?.store.dispose();
    this.#shown = undefined;
  }

  #fill(): void {
    if (!this.#shown) return;
    const { pick } = this.#shown;
    const rows = sheetRows(this.#state);
    if (!rows.some(({ key }) => key === this.#active)) this.#active = 'start';
    pick.busy = this.#state.surroundings === undefined;
    pick.items = rows;
    pick.activeItems = rows.filter(({ key }) => key === this.#active);
  }
}

function placeholder({ body = '' }: Draft): string {
  return body.trim() === ''
    ? vscode.l10n.t('What should the agent do?')
    : vscode.l10n.t('What you type here is added to the message below.');
}
