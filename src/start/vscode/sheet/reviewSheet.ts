import { setTimeout as timer } from 'node:timers/promises';
import { DisposableStore, type Disposable } from '../../../base/lifecycle';
import { isBlank, neverSent, type Draft } from '../../../draft/draft';
import type { ConversationStartRequest } from '../../../client/records';
import { cloneOf, type CloneRemote } from '../../../repository/target';
import { knownSettings, readingError, type KnownSettings } from '../../../service/settingsState';
import { Targets, type TargetContext } from '../../../repository/targets';
import type { OpenDraft } from '../../../draft/openDraft';
import { followText, keep, type TextOfDraft } from '../../../draft/vscode/sheetDraft';
import type { StartPorts } from '../startPorts';
import { fixesOf, type Warning } from '../../warnings';
import { requestFields } from '../fields/requestFields';
import { SheetPick } from './sheetPick';
import {
  openQuestion,
  sheetRequest,
  sheetWarnings,
  type RowAction,
  type SheetChange,
  type SheetPorts,
  type SheetState,
} from './sheetState';

export interface ReviewSheetOptions {
  readonly initial: Omit<SheetState, keyof StartContext>;
  /** Begun once the sheet is shown: finds what it opens without. A start waits for all of it: each may bring a warning. */
  readonly find: () => Promise<StartContext>;
  /** `{base_url}` of the interface, or what is set instead. */
  readonly service: string;
  readonly opened: OpenDraft;
}

export interface StartContext
  extends Pick<SheetState, 'mcp' | 'mayRunAt' | 'lacksKey'>, Required<Pick<SheetState, 'api'>> {
  readonly targetContext: TargetContext;
}

/** The request that the user decided to send, exactly as the sheet showed it. */
export interface Reviewed {
  /** The extension's own id of the start: a preview shows it if it's sent as the conversation's. */
  readonly id: string;
  readonly draft: Draft;
  readonly request: ConversationStartRequest;
  /** Kinds of the warnings that the sheet showed. */
  readonly warned: readonly Warning['kind'][];
  /** The clone whose remote the request is about, if there is one. */
  readonly clone?: CloneRemote | undefined;
}

/** Another draft to continue with, which is open. */
export interface Instead {
  readonly instead: OpenDraft;
}

/**
 * Shows the sheet for reviewing everything before it is sent; opening another one closes it, with its draft saved.
 * @returns `undefined` when it was closed without a start
 */
export async function reviewSheet(
  options: ReviewSheetOptions,
  ports: StartPorts,
): Promise<Reviewed | Instead | undefined> {
  const { initial, service, opened } = options;
  let id: string | undefined;
  const targets = new Targets(ports);
  const sheetPorts = { ...ports, targets, opened, serviceUrl: service, newId: () => (id ??= ports.newId()) };
  const sheet = new ReviewSheet(options, sheetPorts);
  ports.openSheet.put(sheet);
  const following = new DisposableStore();
  following.add(followText(opened, (now) => sheet.showText(now), ports.report));
  try {
    const reviewed = sheet.run();
    // A message to a conversation isn't about the settings.
    if (!initial.to) following.add(followSettings(sheet, ports));
    return await reviewed;
  } finally {
    following.dispose();
    sheet.dispose();
  }
}

/** Settings that haven't been loaded yet are loaded: one request if there is a key, and none without. Not awaited. */
function followSettings(sheet: ReviewSheet, { settings }: StartPorts): Disposable {
  const following = settings.onDidChange((state) => {
    // The previous settings stay until the answer arrives.
    if (state.kind !== 'loading') sheet.showSettings(knownSettings(state), readingError(state));
  });
  // A failed load may work now, and missing settings may have been saved.
  const loading = 'error' in settings.state ? settings.load() : settings.ensureLoaded();
  // A failure to load is a state, which is reported; other failures aren't.
  loading.catch(() => undefined);
  return following;
}

class ReviewSheet implements Disposable {
  readonly #options: ReviewSheetOptions;
  readonly #ports: SheetPorts;
  readonly #end = Promise.withResolvers<Reviewed | Instead | undefined>();
  #state: SheetState;
  /** Hidden while a prompt is open. */
  #pick: SheetPick | undefined;
  /** Kinds of the warnings that the sheet showed when Enter was pressed before all was found. */
  #seenAtEnter: Reviewed['warned'] | undefined;
  #isOver = false;

  constructor(options: ReviewSheetOptions, ports: SheetPorts) {
    this.#options = options;
    this.#ports = ports;
    this.#state = { ...options.initial, targetContext: undefined };
  }

  run(): Promise<Reviewed | Instead | undefined> {
    this.#show();
    this.#find().catch(this.#end.reject);
    return this.#end.promise;
  }

  /**
   * Starting Git blocks this process for as long as the window takes to draw the sheet. So VS Code sends that first: the
   * sheet by one of its timers, the text in it by one that this sets, and timers of one length end in order.
   */
  async #find(): Promise<void> {
    await timer();
    await timer();
    if (!this.#isOver) this.#applyFindings(await this.#options.find());
  }

  /** The text in the draft's editor is what will be sent. */
  showText(now: TextOfDraft): void {
    if (this.#isOver) return;
    this.#seenAtEnter = undefined;
    this.#update({ draft: { ...this.#state.draft, ...now } });
  }

  /** Keeps the active row. */
  showSettings(settings: KnownSettings, settingsError: unknown): void {
    const { settings: known, settingsError: before } = this.#state;
    if (this.#isOver || (settings === known && settingsError === before)) return;
    this.#update({ settings, settingsError });
    this.#retryUnknownProvider();
  }

  dispose(): void {
    this.#isOver = true;
    this.#hide();
    this.#end.resolve(undefined);
  }

  /** The user may have chosen a repository or servers in the meantime. */
  #applyFindings(found: StartContext): void {
    if (this.#isOver) return;
    const { mcp = found.mcp, targetContext = found.targetContext } = this.#state;
    this.#update({ ...found, mcp, targetContext });
    if (this.#state.settings !== this.#options.initial.settings) this.#retryUnknownProvider();
    else this.#reloadSettingsIfWarned();
    const seen = this.#seenAtEnter;
    const isSeen = seen && this.#warned().every((kind) => seen.includes(kind));
    this.#seenAtEnter = undefined;
    if (isSeen || (seen && openQuestion(this.#state))) this.#start();
  }

  /** Reads the settings again if they caused a warning: the problem may have been fixed on the service since. */
  #reloadSettingsIfWarned(): void {
    const { report, settings } = this.#ports;
    const isWarned = sheetWarnings(this.#state).some((warning) => fixesOf(warning).includes('readSettings'));
    if (this.#state.settings && isWarned) settings.load().catch(report);
  }

  /** The service may know the provider of a host that is unknown otherwise. */
  #retryUnknownProvider(): void {
    const { targetContext } = this.#state;
    if (!targetContext?.target.notes.some(({ kind }) => kind === 'unknownProvider')) return;
    this.#ports.targets
      .again(targetContext.target)
      .then((again) => {
        if (!this.#isOver && this.#state.targetContext === targetContext) this.#update({ targetContext: again });
      })
      .catch(this.#ports.report);
  }

  /** Activates "Start" after any prompt: the next Enter sends, unless it's still the one of the prompt. */
  #show(): void {
    const { initial, service } = this.#options;
    this.#pick = new SheetPick(service, this.#state, isBlank(initial.draft), {
      edit: (draft) => this.#edit(draft),
      start: () => this.#start(),
      ask: (answer) => void this.#ask(answer).catch(this.#end.reject),
      close: () => this.#end.resolve(undefined),
    });
  }

  /**
   * Enter may be pressed before all is found, even if the user has chosen a part: then it starts as soon as it is, unless
   * that brings a warning, or the message is written on.
   */
  #start(): void {
    if (this.#state.api === undefined) {
      this.#seenAtEnter = this.#warned();
      return;
    }
    const question = openQuestion(this.#state);
    if (!question) this.#end.resolve(this.#reviewed());
    else this.#ask(requestFields[question].edit).catch(this.#end.reject);
  }

  /** Hides the sheet for a prompt, and shows it again with the answer. */
  async #ask(answer: RowAction): Promise<void> {
    this.#seenAtEnter = undefined;
    this.#hide();
    const { leaves, instead, edit, ...edited } = await answer(this.#state, this.#ports).catch(
      async (error: unknown): Promise<SheetChange> => {
        await this.#ports.report(error);
        return {};
      },
    );
    // Another sheet may have opened over the prompt, on the previous state of the draft.
    if (this.#isOver) {
      if (instead) await (await this.#ports.drafts()).close(instead);
      return;
    }
    if (leaves || instead) {
      this.#end.resolve(instead && { instead });
      return;
    }
    const { draft } = this.#state;
    this.#state = { ...this.#state, ...edited, draft: edit?.(draft) ?? draft };
    this.#keep(draft);
    this.#show();
  }

  #edit(edited: Draft): void {
    // Text written from here on is a different draft.
    const draft = isBlank(edited) ? neverSent(edited) : edited;
    this.#seenAtEnter = undefined;
    const before = this.#state.draft;
    this.#update({ draft });
    this.#keep(before);
  }

  /** @param before the draft until now */
  #keep(before: Draft): void {
    keep(this.#options.opened, before, this.#state.draft).catch(this.#ports.report);
  }

  #update(state: Partial<SheetState>): void {
    this.#state = { ...this.#state, ...state };
    this.#pick?.update(this.#state);
  }

  #hide(): void {
    this.#pick?.dispose();
    this.#pick = undefined;
  }

  #reviewed(): Reviewed {
    const request = sheetRequest(this.#state);
    const { draft, targetContext } = this.#state;
    const clone = cloneOf(request, targetContext?.target);
    return { id: this.#ports.newId(), draft, request, warned: this.#warned(), clone };
  }

  #warned(): Reviewed['warned'] {
    return sheetWarnings(this.#state).map(({ kind }) => kind);
  }
}
