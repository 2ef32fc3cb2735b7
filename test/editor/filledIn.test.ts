import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Remedy } from '../../src/base/vscode/explanation';
import { answerChat } from '../../src/entry/vscode/integrations/answerChat';
import { openLink } from '../../src/entry/vscode/integrations/openLink';
import { runStartCommand, startAgain, startDraft } from '../../src/start/vscode/commands';
import type { StartPorts } from '../../src/start/vscode/startPorts';
import { answers, drops } from '../service/faults';
import { DrivenBench } from '../support/drivenBench';
import type { DrivenPick } from '../support/drivenWindow';
import { keptDraft } from '../support/keptDrafts';
import { until } from '../support/openSheets';
import { typeInto } from '../support/typeInto';

/** A word that no user types; long enough to tell any rest of a link or a chat from a coincidence. */
const word = (number: number) => `L1NK${number}word`;
const words = /L1NK\d+word/i;
/** Text without line breaks, which don't change what was read. */
const squashed = (text: string) => text.replace(/[\s↳]+/g, '');

const task = {
  git_provider: 'github',
  task_type: 'OPEN_ISSUE',
  repo: `${word(7)}/${word(8)}`,
  issue_number: 9,
  title: word(9),
};
const fields = {
  initial_user_msg: `${word(1)} ${word(2)}`,
  conversation_instructions: word(3),
  repository: `${word(4)}/${word(5)}`,
};

describe('What a link or a chat filled in is sent only after a yes to all of it', () => {
  const its = DrivenBench.use();
  /** The last action of what was reported. */
  let back: Remedy;

  const ports = (): StartPorts => ({
    ...its.bench.ports,
    report: (_, ...remedies) => {
      back = remedies.at(-1) ?? back;
      return Promise.resolve();
    },
  });
  const link = (given: Readonly<Record<string, string>> = fields) => {
    const query = Object.entries(given).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    return its.shownBy(() => openLink(ports(), { path: '/start', query: query.join('&') }));
  };
  const chat = (prompt: string) => {
    const { token } = new vscode.CancellationTokenSource();
    const stream = { progress: () => undefined, markdown: () => undefined, button: () => undefined };
    return its.shownBy(() => answerChat(ports(), { prompt, references: [] }, stream, token));
  };

  async function close(sheet: DrivenPick): Promise<void> {
    sheet.escape();
    await its.running;
  }

  /** Chooses what "More Options" calls this, or the row that it has by now, and returns the sheet that is shown after it. */
  async function edit(sheet: DrivenPick, row: string, label: string): Promise<DrivenPick> {
    if (sheet.has(row)) return its.shownAfter(() => sheet.choose(row));
    const more = await its.shownAfter(() => sheet.choose('more'));
    return its.shownAfter(() => more.choose(label));
  }

  /** Chooses Start, and the same answer to each question that follows. */
  async function pressStart(sheet: DrivenPick, says: 'yes' | 'no'): Promise<void> {
    await until(() => !sheet.busy);
    its.window.button = (_, buttons) => buttons.find((button) => button.startsWith('Start') === (says === 'yes'));
    sheet.choose('start');
  }

  /** Starts with a yes, which the service answers in another way than by a start. */
  async function fail(fault: ReturnType<typeof answers>): Promise<void> {
    its.bench.service.misbehave('startConversation', fault);
    await pressStart(await link(), 'yes');
    await its.running;
  }

  const changes: Readonly<Record<string, () => Promise<DrivenPick>>> = {
    'as it came': () => link(),
    'with words of the user behind it': async () => {
      const sheet = await link();
      sheet.type(`${sheet.value} and mine`);
      return sheet;
    },
    'with other instructions': async () => {
      its.window.row = 'Write Instructions...';
      its.window.typed = (before) => `${before} and mine`;
      return edit(await link(), 'field conversation_instructions', 'Instructions');
    },
    'with a result branch': async () => {
      its.window.typed = (before) => before || 'agent/mine';
      return edit(await link(), 'resultBranch', 'Result branch');
    },
    'with the repository of its task': async () => {
      its.window.row = "Send Task's Repository";
      const sheet = await link({ ...fields, suggested_task: JSON.stringify(task) });
      await until(() => sheet.has('warning taskWithoutRepository'));
      return its.shownAfter(() => sheet.choose('warning taskWithoutRepository'));
    },
    'after the sheet was closed': async () => {
      await close(await link());
      return its.shownBy(() => runStartCommand(undefined, ports()));
    },
    'after the window was closed': async () => {
      await close(await link());
      const next = await its.bench.openWindow();
      return its.shownBy(() => runStartCommand(undefined, next.ports));
    },
    'written on in an editor': async () => {
      (await link()).press('Write in Editor');
      await its.running;
      const { document } = vscode.window.activeTextEditor ?? assert.fail('no editor is open');
      await typeInto(document.uri, 'Mine, then ');
      return its.shownBy(() => startDraft(ports(), document.uri));
    },
    'after it was rejected': async () => {
      await fail(answers(400, { message: 'No' }));
      return its.shownBy(() => back.run());
    },
    'again, after it has started': async () => {
      await pressStart(await link(), 'yes');
      await its.running;
      return its.shownBy(() => startAgain(ports(), its.bench.history.conversations[0]));
    },
    'again, after it may have started': async () => {
      await fail(drops('afterPerforming'));
      return its.shownBy(() => startAgain(ports(), its.bench.history.conversations[0]));
    },
    'by a chat over a draft that is set aside': async () => {
      await keptDraft(its.bench.drafts, { fields: { initial_user_msg: 'My own words' } });
      return chat(word(1));
    },
    'by a link over a chat': async () => {
      await close(await chat(word(6)));
      return link();
    },
  };
  for (const [how, change] of Object.entries(changes))
    it(how, async () => {
      const sheet = await change();
      const { length } = its.bench.posts;
      const again = await its.shownAfter(() => void pressStart(sheet, 'no'));
      assert.equal(its.bench.posts.length, length, 'nothing was agreed to');
      await pressStart(again, 'yes');
      await its.running;
      const [sent, ...others] = its.bench.posts
        .slice(length)
        .map(({ body }) => body as Readonly<Record<string, unknown>>);
      assert.ok(sent && others.length === 0);
      const shown = squashed(its.window.questions.at(-1)?.detail ?? '');
      const theirs = Object.entries(sent).filter(([, value]) => words.test(JSON.stringify(value)));
      assert.ok(theirs.length > 0, 'nothing of it is left');
      for (const [field, value] of theirs)
        for (const part of typeof value === 'object' ? Object.values(value ?? {}) : [value])
          assert.ok(shown.includes(squashed(String(part))), `${field} was not shown as a whole`);
    });

  it('and what the user wrote after Start Fresh without a question', async () => {
    await close(await link());
    const sheet = await its.shownBy(() => runStartCommand(undefined, ports()));
    const fresh = await its.shownAfter(() => sheet.choose('fresh'));
    fresh.type('My own words');
    await until(() => !fresh.busy);
    fresh.choose('start');
    await its.running;
    assert.deepEqual([its.bench.posts.length, its.window.questions], [1, []]);
  });
});
