import type { Drafts } from '../../../src/draft/drafts';
import type { OpenDraft } from '../../../src/draft/openDraft';
import { DiskProcess, type Step } from '../../support/steppedDisk';

/** A message that somebody writes: each change of it gets a number, which its text ends in. */
export interface Message {
  readonly name: string;
  /** Number of the latest text. */
  latest: number;
  /** Number of the latest text that was said to be on disk; -1 if none was. */
  durable: number;
  /** Discarded, or deleted by hand: it may be gone. */
  mayBeGone: boolean;
  hasFiller: boolean;
}

/** A window, in a process of its own. */
export class DraftWindow {
  readonly process: DiskProcess;
  readonly drafts: Drafts;
  sheet: OpenDraft | undefined;
  readonly sendings: { readonly draft: OpenDraft; readonly start: string; readonly text: string }[] = [];

  constructor(id: number, drafts: Drafts, onStep: (kind: Step) => void) {
    this.process = new DiskProcess(id);
    this.process.onStep = onStep;
    this.drafts = drafts;
  }
}
