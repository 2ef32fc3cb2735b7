import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as vscode from 'vscode';
import { outlineSettings } from '../../src/settings/common/settingsOutline';
import type { SettingsRow } from '../../src/settings/common/settingsRow';
import { shownSettings, type SettingsState } from '../../src/service/common/settingsState';
import { SettingsStore } from '../../src/settings/vscode/settingsStore';
import { conversationTooltip, nodeItem } from '../../src/conversations/vscode/conversationItems';
import { ExplainedError } from '../../src/base/vscode/explanation';
import { rowItem, rowTooltip, sectionItem, settingsMessage } from '../../src/settings/vscode/settingsItems';
import { isAskable } from '../../src/conversations/common/reportedStatus';
import { refreshStatus } from '../../src/conversations/vscode/refreshStatus';
import { runStartCommand } from '../../src/start/vscode/startCommands';
import { statusBarContent } from '../../src/conversations/vscode/statusBarContent';
import { describeAnswer, hostileV0Answers, type HostileAnswer } from '../fuzz/hostileAnswers';
import { assertSilent, secretiveRequest, secretsOf, sessionKey, storedSecret, textsOf } from '../fuzz/hostileSecrets';
import { HostileService } from '../fuzz/hostileService';
import { say } from '../support/say';
import { RecordedMessages } from '../support/recordedMessages';
import { StartBench } from '../support/startBench';

const seed = Number(process.env['FUZZ_SEED'] ?? 20261121);
const responses = 400;

/** Generator of the unit layer's fuzz run, through everything that VS Code is told. */
describe('Fuzz: hostile responses in the extension host', function () {
  this.timeout(120_000);
  let bench: StartBench;
  let hostile: HostileService;
  let store: SettingsStore;

  before(async () => {
    hostile = await HostileService.open();
    bench = await StartBench.open();
    bench.redactor.add(sessionKey);
    await bench.keys.set(new URL(hostile.url('')).origin, sessionKey);
    store = new SettingsStore(bench.ports.service, bench.log, bench.redactor);
  });

  after(async () => {
    store.dispose();
    await bench.dispose();
    await hostile.close();
    await vscode.commands.executeCommand('notifications.clearAll');
  });

  it("break nothing, reveal no secret, and don't affect the next response", async () => {
    await setServiceUrl(hostile.url('window'));
    const kinds = new Map<string, number>();
    const rowsBefore = bench.history.conversations.length;
    for (const answer of fc.sample(hostileV0Answers, { numRuns: responses, seed })) {
      await hostile.plan('window', answer);
      try {
        const { operation } = answer;
        const kind =
          operation === 'loadSettings'
            ? await refresh()
            : operation === 'conversation'
              ? await ask()
              : await start(answer);
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      } catch (error) {
        throw new Error(`${(error as Error).message}\nafter ${describeAnswer(answer)}`, { cause: error });
      }
    }
    assertSilent('The log', bench.log.lines, secretsOf.startConversation);
    assertSilent('The history', [JSON.stringify(bench.history.conversations)], secretsOf.startConversation);
    const starts = bench.history.conversations.length - rowsBefore;
    const how = [...kinds].map(([kind, times]) => `${kind} ${times}`).join(', ');
    say(`      fuzz: ${responses} responses in the extension host, ${starts} of them to starts, seed ${seed}: ${how}`);
    for (const kind of ['loaded', 'started', 'status asked', 'status failed'])
      assert.ok((kinds.get(kind) ?? 0) > 10, `the run is blind: ${how}`);

    await setServiceUrl(bench.service.url);
    assert.equal((await store.load()).kind, 'loaded');
    const response = await runStartCommand({ initial_user_msg: 'Are you well?', repository: null }, bench.ports);
    assert.equal(response?.status, 'ok');
    assert.equal(bench.history.conversations[0]?.outcome, 'started');
  });

  async function refresh(): Promise<string> {
    const state = await store.load();
    assertSilent('The message of the view', [settingsMessage(state, Date.now())], [sessionKey]);
    if ('error' in state) assertSilent('The error', textsOf(state.error as Error), [sessionKey]);
    assertSilent('The settings view', itemTexts(state), [sessionKey, storedSecret]);
    return state.kind;
  }

  /** Asks for the status of what was started last, if anything was. */
  async function ask(): Promise<string> {
    const id = bench.history.conversations.find(isAskable)?.id;
    if (id === undefined) return 'not asked';
    const messages = new RecordedMessages();
    try {
      const error = await refreshStatus(bench.ports, { id }).then(
        () => undefined,
        (reason: unknown) => reason as Error,
      );
      const row = bench.history.get(id) ?? assert.fail();
      const words = [markdownOf(conversationTooltip(row, Date.now())), JSON.stringify([row, statusBarContent(row, 0)])];
      assertSilent('The status', [...words, ...messages.said, ...(error ? textsOf(error) : [])], [sessionKey]);
      return error ? 'status failed' : 'status asked';
    } finally {
      messages.dispose();
    }
  }

  async function start({ operation }: HostileAnswer): Promise<string> {
    const error = await runStartCommand({ ...secretiveRequest, repository: null }, bench.ports).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    const [row] = bench.history.conversations;
    assert.ok(row);
    const { label, description } = nodeItem({ id: row.id, conversation: row }, Date.now());
    const tooltip = markdownOf(conversationTooltip(row, Date.now()));
    const words = [label, description, tooltip, JSON.stringify(statusBarContent(row, Date.now()))].map(String);
    assertSilent('The conversations view', words, secretsOf[operation]);
    if (error !== undefined) {
      assert.ok(error instanceof ExplainedError, 'not explained');
      assertSilent('The error', textsOf(error), secretsOf[operation]);
      assert.ok(error.message.length < 2000, `${error.message.length} characters of error`);
      assert.doesNotMatch(error.message, /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/u);
    }
    assert.equal(row.outcome === 'started', error === undefined);
    return row.outcome;
  }
});

/** Every word of the view, with all rows expanded. @throws what the view would throw in VS Code */
function itemTexts(state: SettingsState): readonly string[] {
  const loaded = shownSettings(state);
  if (!loaded) return [];
  const ids = new Set<string>();
  const texts: string[] = [];
  const take = (item: vscode.TreeItem, tooltip?: vscode.MarkdownString) => {
    const { id, label, description, accessibilityInformation } = item;
    assert.ok(id !== undefined && !ids.has(id), `${id} twice`);
    ids.add(id);
    const shown = [label, description, accessibilityInformation?.label].map(String);
    for (const text of shown) {
      assert.ok(text.length < 5000, `${text.length} characters in a row`);
      assert.doesNotMatch(text, /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/u, JSON.stringify(text));
    }
    texts.push(id, ...shown, markdownOf(tooltip));
  };
  const takeRows = (rows: readonly SettingsRow[]) => {
    for (const row of rows) {
      take(rowItem(row), rowTooltip(row));
      takeRows(row.children);
    }
  };
  for (const section of outlineSettings(loaded.settings)) {
    take(sectionItem(section));
    takeRows(section.rows);
  }
  return texts;
}

function markdownOf(tooltip: vscode.TreeItem['tooltip']): string {
  return typeof tooltip === 'object' ? tooltip.value.replaceAll('\\', '') : (tooltip ?? '');
}

/** The setting of this machine. Workspaces can't set it. */
async function setServiceUrl(url: string | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration('agentConversations')
    .update('serviceUrl', url, vscode.ConfigurationTarget.Global);
}
