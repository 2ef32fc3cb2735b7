import * as vscode from 'vscode';
import { DisposableStore, type Disposable, type Slot } from '../../disposables';
import { withField, withoutAttachment, type Draft } from '../../domain/draft';
import type { TickedServers } from '../../domain/mcp/tickedServers';
import type { ConversationStartRequest, Settings } from '../../domain/records';
import type { Surroundings } from '../../domain/targets';
import type { Report } from '../explanation';
import { fieldEditors } from './fields/fieldEditors';
import { copyAsCurl } from './copyAsCurl';
import { previewRequest } from './requestPreview';
import { fixWarning } from './sheetFixes';
import { sheetRows, type RowAction, type SheetRow } from './sheetRows';
import {
  sheetRequest,
  sheetWarnings,
  type Edited,
  type SheetField,
  type SheetPorts,
  type SheetState,
} from './sheetState';
import { useTemplate } from './useTemplate';
import { withTarget } from './withTarget';

export interface ReviewSheetOptions {
  readonly draft: Draft;
  /** Where it will be sent, for the title. */
  readonly service: string;
  /** The sheet opens before they are known. */
  readonly surroundings: Promise<Surroundings>;
  /** As last loaded; `undefined` when they were not. */
  readonly settings: Settings | undefined;
  /** The MCP servers that are ticked, secrets filled in. The sheet opens before they are known. */
  readonly mcp: Promise<TickedServers>;
  readonly ports: SheetPorts;
  /** The sheet that is open in this window: one that opens closes the one before, whose draft is kept. */
  readonly open: Slot<Disposable>;
  /** Shows what went wrong with a question or a fix; the sheet stays. */
  readonly report: Report;
  /** The draft changed: keep it. */
  readonly onDidChange: (draft: Draft) => void;
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
  try {
    return await sheet.run();
  } finally {
    sheet.dispose();
  }
}

/** A quick pick. The typed text is the message; Enter on the first row starts. */
class ReviewSheet implements Disposable {
  readonly #options: ReviewSheetOptions;
  #state: SheetState;
  #shown: { readonly pick: vscode.QuickPick<SheetRow>; readonly store: DisposableStore } | undefined;
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
      const { surroundings, mcp } = this.#options;
      Promise.all([surroundings, mcp]).then((found) => this.#found(...found), reject);
    });
  }

  dispose(): void {
    this.#isOver = true;
    this.#hide();
    this.#settle(undefined);
  }

  /** Somebody may have chosen a repository or servers in the meantime. */
  #found(surroundings: Surroundings, { config, names, waiting }: TickedServers): void {
    if (this.#isOver) return;
    if (!this.#state.mcp) this.#become({ mcpConfig: config, mcp: { names, waiting } });
    if (!this.#state.surroundings) this.#become({ surroundings });
    if (this.#startWhenKnown) this.#start();
  }

  #show(active = 'start'): void {
    const store = new DisposableStore();
    const pick = store.add(vscode.window.createQuickPick<SheetRow>());
    this.#shown = { pick, store };
    const message = this.#state.draft.fields.initial_user_msg ?? '';
    pick.title = vscode.l10n.t('Start Conversation · {0}', this.#options.service);
    pick.placeholder = placeholder(this.#state.draft);
    pick.ignoreFocusOut = true;
    store.add(
      pick.onDidChangeValue((text) => {
        // Our own text coming back: VS Code has moved to the first row for it.
        if (text === message && text === this.#state.draft.fields.initial_user_msg) this.#fill(active);
        else this.#edit(withField(this.#state.draft, 'initial_user_msg', text));
      }),
    );
    store.add(pick.onDidHide(() => this.#settle(undefined)));
    store.add(pick.onDidAccept(() => this.#accept(pick.activeItems[0])));
    this.#fill(active);
    pick.show();
    // A text that is there when the pick opens would be selected as a whole, and the next key would replace it. Without
    // one, nothing is set: it would take back what was typed in the meantime.
    if (message !== '') pick.value = message;
  }

  #accept(row: SheetRow | undefined): void {
    if (row?.action.kind === 'start') this.#start();
    else if (row) this.#ask(row.key, row.action).catch(this.#fail);
  }

  /** Enter may come before the workspace is known: then it starts as soon as it is, unless the sheet is closed first. */
  #start(): void {
    this.#startWhenKnown = this.#state.surroundings === undefined;
    if (this.#startWhenKnown) return;
    const question = this.#openQuestion();
    if (!question) this.#settle({ draft: this.#state.draft, request: sheetRequest(this.#state) });
    else this.#ask('start', { kind: 'field', field: question }).catch(this.#fail);
  }

  /** What is not guessed: which of several repositories or remotes, and the provider of a host that nobody knows. */
  #openQuestion(): SheetField | undefined {
    const { fields } = this.#state.draft;
    for (const { kind } of sheetWarnings(this.#state)) {
      if ((kind === 'several' || kind === 'severalRemotes') && fields.repository === undefined) return 'repository';
      if (kind === 'unknownProvider' && fields.git_provider === undefined) return 'git_provider';
    }
    return undefined;
  }

  /** The sheet makes room for a question, and comes back with the answer. */
  async #ask(key: string, action: RowAction): Promise<void> {
    this.#hide();
    const { leaves, ...edited } = await this.#answer(action).catch(async (error: unknown): Promise<Edited> => {
      await this.#options.report(error);
      return {};
    });
    // Another sheet may have opened over the question, on the draft as it was then.
    if (this.#isOver) return;
    this.#state = { ...this.#state, ...edited };
    if (leaves) {
      this.#settle(undefined);
      return;
    }
    this.#options.onDidChange(this.#state.draft);
    this.#show(key);
  }

  async #answer(action: RowAction): Promise<Edited> {
    const { ports } = this.#options;
    const { draft } = this.#state;
    switch (action.kind) {
      case 'field':
        return fieldEditors[action.field](this.#state, ports);
      case 'warning':
        return fixWarning(action.warning, this.#state, ports);
      case 'attachment':
        return { draft: withoutAttachment(draft, action.attachment) };
      case 'message':
        await ports.writeInEditor(withTarget(this.#state));
        return { leaves: true };
      case 'template':
        return useTemplate(this.#state, ports);
      case 'preview':
        await previewRequest(this.#state, ports);
        return {};
      case 'curl':
        await copyAsCurl(this.#state, ports);
        return {};
      case 'start':
        return {};
    }
  }

  #edit(draft: Draft): void {
    this.#become({ draft });
    this.#options.onDidChange(draft);
  }

  #become(state: Partial<SheetState>): void {
    this.#state = { ...this.#state, ...state };
    this.#fill(this.#shown?.pick.activeItems[0]?.key);
  }

  #hide(): void {
    this.#shown?.store.dispose();
    this.#shown = undefined;
  }

  #fill(active = 'start'): void {
    if (!this.#shown) return;
    const { pick } = this.#shown;
    const rows = sheetRows(this.#state);
    const chosen = rows.filter(({ key }) => key === active);
    pick.busy = this.#state.surroundings === undefined;
    pick.items = rows;
    pick.activeItems = chosen.length > 0 ? chosen : rows.slice(0, 1);
  }
}

function placeholder({ body = '' }: Draft): string {
  return body.trim() === ''
    ? vscode.l10n.t('What should the agent do?')
    : vscode.l10n.t('What is typed here is added to the message below.');
}
