import assert from 'node:assert/strict';
import { ExplainedError } from '../../src/base/vscode/explanation';
import type { Conversation } from '../../src/conversations/conversation';
import { emptyDraft, type Draft } from '../../src/draft/draft';
import { sendFollowUp } from '../../src/start/vscode/commands';
import type { StartPorts } from '../../src/start/vscode/startPorts';
import type { RecordedRequest } from '../service/recording';
import { DrivenWindow, type DrivenPick } from './drivenWindow';
import { SkippingClock } from './clocks';
import { StartBench } from './startBench';

/** A conversation that has finished, whose next message a test writes, in a window that it drives. */
export class FollowUpBench {
  readonly bench: StartBench;
  readonly window = new DrivenWindow();
  readonly reported: string[][] = [];
  /** The last use of the command. */
  running: Promise<unknown> = Promise.resolve();

  private constructor(bench: StartBench) {
    this.bench = bench;
  }

  static async open(api: 'v0' | 'v1'): Promise<FollowUpBench> {
    const clock = new SkippingClock();
    const bench = await StartBench.open({ api, clock });
    bench.service.events.now = clock.now;
    if (api === 'v1') bench.service.startTasks.goThrough('READY');
    await bench.receive({ initial_user_msg: 'Fix it', repository: 'octocat/Hello-World' });
    const its = new FollowUpBench(bench);
    if (api === 'v1') its.report('finished');
    return its;
  }

  get ports(): StartPorts {
    return {
      ...this.bench.ports,
      report: (error, ...more) => {
        const remedy = error instanceof ExplainedError && error.remedy ? [error.remedy] : [];
        this.reported.push([(error as Error).message, ...[...remedy, ...more].map(({ label }) => label)]);
        return Promise.resolve();
      },
    };
  }

  get row(): Conversation {
    return this.bench.history.conversations[0] ?? assert.fail('nothing was started');
  }

  get id(): string {
    return this.row.conversationId ?? assert.fail('it has no id');
  }

  /** Methods and paths of all requests. */
  get asked(): readonly string[] {
    return this.bench.service.requests.map(({ method, path }) => `${method} ${path}`);
  }

  get posts(): readonly RecordedRequest[] {
    return this.bench.service.requests.filter(({ path }) => path.endsWith('/send-message'));
  }

  get runs(): readonly unknown[] {
    return this.posts.map(({ body }) => (body as { readonly run: unknown }).run);
  }

  report(execution: string | null, sandbox: 'RUNNING' | 'PAUSED' | 'STARTING' | 'ERROR' = 'RUNNING'): void {
    this.bench.service.startTasks.report(this.id, { sandbox, execution });
  }

  /** All steps of the agent have a result. */
  observe(): void {
    this.bench.service.events.observe(this.id, 'done');
  }

  /** The newest draft that isn't sent; an empty one if there is none. */
  async sheet(): Promise<Draft> {
    const [newest] = await this.bench.drafts.list();
    return newest?.draft ?? emptyDraft;
  }

  async open(given: StartPorts = this.ports): Promise<DrivenPick> {
    const shown = this.window.next();
    this.running = sendFollowUp(given, { id: this.row.id });
    return shown;
  }

  async send(text = 'Go on'): Promise<void> {
    const pick = await this.open();
    pick.type(text);
    pick.choose('start');
    await this.running;
  }

  /** Sends, answers what is asked, and closes the sheet that is there again. */
  async sendAndReturn(text = 'Go on'): Promise<DrivenPick> {
    const pick = await this.open();
    pick.type(text);
    const next = this.window.next();
    pick.choose('start');
    const again = await next;
    again.escape();
    await this.running;
    return again;
  }

  async dispose(): Promise<void> {
    this.bench.openSheet.clear();
    this.window.dispose();
    await this.bench.dispose();
  }
}

export function rowsOf({ items }: DrivenPick): readonly string[] {
  return items.map(({ label, description = '' }) => `${label}${description}`.trim());
}
