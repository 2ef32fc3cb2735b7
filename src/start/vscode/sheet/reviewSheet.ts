import { setTimeout as timer } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { DisposableStore, type Disposable } from '../../../base/lifecycle';
import type { Report } from '../../../base/vscode/explanation';
import { isBlank, withoutStarts, type Draft } from '../../../draft/draft';
import { cloneOf } from '../../../repository/target';
import type { KnownSettings } from '../../../service/settingsState';
import { Targets } from '../../../repository/targets';
import type { OpenDraft } from '../../../draft/openDraft';
import { followText, saveSheetDraft, type TextOfDraft } from '../../../draft/vscode/sheetDraft';
import type { StartPorts } from '../startPorts';
import { fixesOf } from '../../warnings';
import { requestFields } from '../fields/requestFields';
import { followChanges, type SheetOfStart } from './followChanges';
import type { OtherDraft, ReviewedRequest } from './reviewedRequest';
import { SheetPick } from './sheetPick';
import {
  openQuestion,
  sheetRequest,
  sheetWarnings,
  type RowAction,
  type SheetChange,
  type SheetPorts,
  type SheetState,
  type StartContext,
} from './sheetState';

/** The state of a sheet that opens, without the parts that {@link ReviewSheetOptions.loadContext} finds out. */
type InitialState = Omit<SheetState, 'targetContext' | 'mayRunAt' | 'lacksKey' | 'api'>;

interface ReviewSheetOptions {
  readonly initial: InitialState;
  /**
   * Called once the sheet is shown. A start waits for the result, because it may bring warnings.
   * @param report see {@link SheetOfStart.report}
   */
  readonly loadContext: (report: Report) => Promise<StartContext>;
  /** The service URL, `{base_url}` of the interface; the text of the setting if that isn't a valid URL. */
  readonly service: string;
  readonly opened: OpenDraft;
}

/** The draft and the warnings that the sheet showed when Enter was pressed. */
type SeenAtEnter = Pick<ReviewedRequest, 'draft' | 'warned'>;

/**
 * Shows the review sheet: a quick pick with everything that is about to be sent. There is one sheet at a time: opening
 * another one saves the draft and closes this one.
 * @returns `undefined` if it was closed without a start
 */
export async function reviewSheet(
  options: ReviewSheetOptions,
  ports: StartPorts,
): Promise<ReviewedRequest | OtherDraft | undefined> {
  const { initial, service, opened } = options;
  let id: string | undefined;
  const sheetPorts: SheetPorts = {
    ...ports,
    targets: new Targets(ports),
    opened,
    serviceUrl: service,
    startId: () => (id ??= ports.newId()),
  };
  const sheet = new ReviewSheet(options, sheetPorts);
  ports.openSheet.value = sheet;
  ports.onSheet?.(sheet);
  const following = new DisposableStore();
  following.add(followText(opened, (now) => sheet.showText(now), sheet.report));
  try {
    const reviewed = sheet.run();
    // A message to an existing conversation doesn't depend on the settings and the clone.
    if (!initial.to) following.add(followChanges(sheet, ports, service));
    return await reviewed;
  } finally {
    following.dispose();
    sheet.dispose();
  }
}

class ReviewSheet implements SheetOfStart, Disposable {
  readonly #options: ReviewSheetOptions;
  readonly #ports: SheetPorts;
  readonly #end = Promise.withResolvers<ReviewedRequest | OtherDraft | undefined>();
  /** Resolved once the context is shown, or the sheet is closed. */
  readonly #loaded = Promise.withResolvers<undefined>();
  readonly loaded = this.#loaded.promise;
  readonly report: Report = async (...given) => (this.#isOver ? undefined : this.#ports.report(...given));
  #state: SheetState;
  /** Absent while a prompt is open in its place. */
  #pick: SheetPick | undefined;
  /** Set if Enter was pressed before the context was found. */
  #seenAtEnter: SeenAtEnter | undefined;
  #isOver = false;

  constructor(options: ReviewSheetOptions, ports: SheetPorts) {
    this.#options = options;
    this.#ports = ports;
    this.#state = { ...options.initial, targetContext: undefined };
  }

  run(): Promise<ReviewedRequest | OtherDraft | undefined> {
    this.#show();
    this.#loadContext().catch(this.#end.reject);
    return this.#end.promise;
  }

  /**
   * Lets VS Code show the sheet before Git is run: starting a process blocks the extension host for about as long as the
   * window takes to draw the sheet. VS Code sends a new quick pick in one timer, and its text in a second one; after two of
   * the same length, both are sent.
   */
  async #loadContext(): Promise<void> {
    await timer();
    await timer();
    if (!this.#isOver) this.#applyFindings(await this.#options.loadContext(this.report));
  }

  /** Shows text that was edited in the draft's document, because the sheet shows what will be sent. */
  showText(now: TextOfDraft): void {
    this.#update({ draft: { ...this.#state.draft, ...now } });
  }

  /** Shows changed settings, without moving the selection. */
  showSettings(settings: KnownSettings, settingsError: unknown): void {
    const { settings: known, settingsError: before } = this.#state;
    if (this.#isOver || (settings === known && settingsError === before)) return;
    this.#showNews({ settings, settingsError });
    this.#retryUnknownProvider();
  }

  isAbout(root: string): boolean {
    const { root: own, notes = [] } = this.#state.targetContext?.target ?? {};
    // Without a repository, one that is opened may become the sheet's, unless the user has to choose one.
    const mayBecomeOwn = own === undefined && notes.every(({ kind }) => kind !== 'several');
    return !this.#isOver && (mayBecomeOwn || own === root);
  }

  /** Reads the state of the clone again. One that can't be read at the moment isn't replaced by another. */
  async refreshTarget(): Promise<void> {
    const { targetContext, draft } = this.#state;
    if (!targetContext) return;
    const { targets } = this.#ports;
    const { target } = targetContext;
    const isMissing = target.root === undefined;
    const again = await (isMissing ? targets.find(draft.chosen, draft.fields) : targets.refresh(target));
    if (this.#isOver || (!isMissing && again.target.root !== target.root)) return;
    // The target was replaced during this reading, perhaps by one that was read before the latest change.
    if (this.#state.targetContext !== targetContext) return this.refreshTarget();
    this.showChanged({ targetContext: again });
  }

  /** Shows what has changed elsewhere. If that changes the request, an Enter pressed before was meant for the former one. */
  showChanged(changed: Partial<StartContext>): void {
    const request = sheetRequest(this.#state);
    this.#showNews(changed);
    if (!isDeepStrictEqual(sheetRequest(this.#state), request)) this.#pick?.forgetEnter();
  }

  dispose(): void {
    this.#isOver = true;
    this.#hide();
    this.#loaded.resolve(undefined);
    this.#end.resolve(undefined);
  }

  /** Adds the context that was found, except for a repository or servers that the user has chosen meanwhile. */
  #applyFindings(found: StartContext): void {
    if (this.#isOver) return;
    const { mcp = found.mcp, targetContext = found.targetContext } = this.#state;
    this.#showNews({ ...found, mcp, targetContext });
    this.#loaded.resolve(undefined);
    const hasNewSettings = this.#state.settings !== this.#options.initial.settings;
    if (hasNewSettings) this.#retryUnknownProvider();
    else this.#reloadSettingsIfWarned();
    this.#startIfEnterWasPressed();
  }

  /** An early Enter doesn't count if the user has gone to another row since. */
  #startIfEnterWasPressed(): void {
    const seen = this.#seenAtEnter;
    this.#seenAtEnter = undefined;
    if (seen && this.#pick?.isOnStart) this.#start(seen);
  }

  /** Reads the settings again if they caused a warning: the user may have fixed the problem on the service meanwhile. */
  #reloadSettingsIfWarned(): void {
    const isWarned = sheetWarnings(this.#state).some((warning) => fixesOf(warning).includes('readSettings'));
    if (this.#state.settings && isWarned) this.#ports.settings.load().catch(this.report);
  }

  /** Determines an unknown Git provider again with the new settings, which may name it. */
  #retryUnknownProvider(): void {
    const { targetContext } = this.#state;
    if (!targetContext?.target.notes.some(({ kind }) => kind === 'unknownProvider')) return;
    this.refreshTarget().catch(this.report);
  }

  #show(): void {
    const { initial, service } = this.#options;
    this.#pick = new SheetPick(service, this.#state, isBlank(initial.draft), {
      edit: (draft) => this.#edit(draft),
      prepareStart: () => this.#prepareStart(),
      ask: (action) => void this.#ask(action).catch(this.#end.reject),
      close: () => this.#end.resolve(undefined),
    });
  }

  /** Returns what starts the request as it is shown now, for an Enter that is pressed now. */
  #prepareStart(): () => void {
    const seen: SeenAtEnter = { draft: this.#state.draft, warned: this.#warned() };
    return () => this.#start(seen);
  }

  /**
   * Starts, unless the draft was edited since Enter was pressed, or there is a warning now that the user couldn't see then.
   * If a question must be answered first, asks that instead. Until the API is known, the start waits for it.
   */
  #start(seen: SeenAtEnter): void {
    if (this.#state.draft !== seen.draft) return;
    if (this.#state.api === undefined) {
      this.#seenAtEnter = seen;
      return;
    }
    const question = openQuestion(this.#state);
    const hasSeenAll = this.#warned().every((kind) => seen.warned.includes(kind));
    if (question) this.#ask(requestFields[question].edit).catch(this.#end.reject);
    else if (hasSeenAll) this.#end.resolve(this.#reviewed());
  }

  /** Hides the sheet for the prompt of a row, and shows it again with the resulting changes. */
  async #ask(action: RowAction): Promise<void> {
    this.#seenAtEnter = undefined;
    this.#hide();
    const { leaves, instead, next, edit, ...edited } = await action(this.#state, this.#ports).catch(
      async (error: unknown): Promise<SheetChange> => {
        await this.#ports.report(error);
        return {};
      },
    );
    // Another sheet was opened over the prompt: this one's changes would overwrite that one's.
    if (this.#isOver) {
      if (instead) await (await this.#ports.drafts()).close(instead);
      return;
    }
    if (leaves || instead) {
      this.#end.resolve(instead && { instead });
      return;
    }
    if (next) return this.#ask(next);
    const { draft } = this.#state;
    this.#state = { ...this.#state, ...edited, draft: edit?.(draft) ?? draft };
    this.#keep(draft);
    this.#show();
  }

  #edit(edited: Draft): void {
    // Text that is typed after everything was deleted is a new draft, which wasn't sent yet.
    const draft = isBlank(edited) ? withoutStarts(edited) : edited;
    const before = this.#state.draft;
    this.#update({ draft });
    this.#keep(before);
  }

  #keep(before: Draft): void {
    saveSheetDraft(this.#options.opened, before, this.#state.draft).catch(this.#ports.report);
  }

  #update(state: Partial<SheetState>): void {
    this.#state = { ...this.#state, ...state };
    this.#pick?.update(this.#state);
  }

  /**
   * Shows something that the user hasn't changed. If it brings a warning, an Enter that is on its way was meant for the sheet
   * without it. A new number in a warning doesn't matter: each file that a build writes would put off every Enter.
   */
  #showNews(news: Partial<SheetState>): void {
    const before = this.#warned();
    this.#update(news);
    if (!this.#warned().every((kind) => before.includes(kind))) this.#pick?.ignoreNextEnters();
  }

  #hide(): void {
    this.#pick?.dispose();
    this.#pick = undefined;
  }

  #reviewed(): ReviewedRequest {
    const request = sheetRequest(this.#state);
    const { draft, mcp, targetContext } = this.#state;
    const clone = cloneOf(request, targetContext?.target);
    return { id: this.#ports.startId(), draft, request, warned: this.#warned(), mcp, clone };
  }

  #warned(): ReviewedRequest['warned'] {
    return sheetWarnings(this.#state).map(({ kind }) => kind);
  }
}
