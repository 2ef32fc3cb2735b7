import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { conversationCopies } from '../../src/conversations/conversationCopies';
import { selectedServers } from '../../src/mcp/mcpSelection';
import type { ConversationStartRequest } from '../../src/client/records';
import { shownSettings } from '../../src/service/settingsState';
import { SettingsStore } from '../../src/settings/settingsStore';
import { conversationTooltip, nodeItem } from '../../src/conversations/vscode/conversationItems';
import { StartTool } from '../../src/entry/vscode/integrations/startTool';
import { askAboutMcp } from '../../src/mcp/vscode/mcpQuestions';
import { reportWith } from '../../src/help/vscode/reportErrors';
import { startReviewed } from '../../src/start/vscode/reviewedStart';
import { settingsMessage } from '../../src/settings/vscode/settingsItems';
import { runStartCommand } from '../../src/start/vscode/commands';
import type { StartPorts } from '../../src/start/vscode/startPorts';
import { statusBarContent } from '../../src/conversations/vscode/statusBarContent';
import { Answers } from '../support/answers';
import { echoingAnswers, savedSettings } from '../support/echoingAnswers';
import { marked, markedIn } from '../support/markedSecrets';
import { pressEnterUntil } from '../support/openSheets';
import { RecordedMessages } from '../support/recordedMessages';
import { say } from '../support/say';
import { SearchedPlaces, textsIn, wholeOf } from '../support/searchedPlaces';
import { StartBench } from '../support/startBench';
import { WatchedSlot } from '../support/watchedSlot';
import { workspaceFile } from '../support/workspaceFolder';

/** Mark in each part of a server that is sent, as it is in a file and as it is answered. */
const servers = {
  inputs: ['argument', 'path', 'key'].map((id) => ({ type: 'promptString', id, password: true })),
  servers: {
    search: {
      command: 'npx',
      args: [
        'serve',
        marked('argument'),
        '--token',
        marked('behind-a-flag'),
        `--key=${marked('with-its-flag')}`,
        '-H',
        `X-Custom: ${marked('header-argument')}`,
        '-e',
        `PLAIN=${marked('variable-argument')}`,
        '--at=${input:argument}',
        '${input:argument}/data',
        `https://db.example/${marked('path-argument')}/x`,
      ],
      env: {
        PLAIN: marked('env'),
        ANSWERED: '${env:TAINT_ANSWER}',
        JOINED: `x ${marked('joined')} \${input:argument}`,
      },
      envFile: '${workspaceFolder}/.vscode/taint.env',
    },
    issues: {
      type: 'http',
      url: `https://\${input:path}.example/${marked('path')}/mcp?plain=${marked('query')}&b=c#${marked('fragment')}`,
      headers: { Authorization: `Bearer ${marked('bearer')}`, 'X-Other': marked('header-that-is-not-sent') },
    },
    events: {
      type: 'sse',
      url: `https://sse.example/\${input:path}?user=${marked('user')}&password=${marked('password')}`,
      headers: { Authorization: 'Bearer ${input:key}' },
    },
  },
};

/** Words in files that look like any other word. Settings in which such a word was saved are shown with it. */
const everydayWords: readonly string[] = ['argument', 'path-argument', 'path'];

/** Each shape says every eleventh text, and the next shape those after them: together, they say all. */
const every = 11;

const place = { repository: 'octocat/Hello-World', git_provider: 'github', selected_branch: 'main' } as const;

describe('Taint: what a service repeats of MCP servers', function () {
  this.timeout(120_000);
  let bench: StartBench;
  let messages: RecordedMessages;
  let settings: SettingsStore;
  let ports: StartPorts;
  let mcp: NonNullable<ConversationStartRequest['mcp_config']>;

  before(async () => {
    bench = await StartBench.open();
    await mkdir(workspaceFile('.vscode').fsPath, { recursive: true });
    await writeFile(workspaceFile('.vscode/mcp.json').fsPath, JSON.stringify(servers));
    await writeFile(workspaceFile('.vscode/taint.env').fsPath, `FROM_FILE=${marked('env-file')}\n`);
    const offered = await bench.ports.mcp();
    const found = (await offered.find()).files.flatMap((file) => file.servers);
    const typed = [marked('answer-argument'), marked('answer-env'), marked('answer-path'), marked('answer-path-again')];
    using answers = new Answers({ typed: [...typed, marked('answer-key')], picked: 'Send These Variables' });
    for (const server of found) assert.ok(await askAboutMcp(server, offered), answers.asked.join('\n'));
    await offered.select(found);
    mcp = (await selectedServers(offered)).config ?? assert.fail('no server is ticked');
    messages = new RecordedMessages();
    settings = new SettingsStore(bench.ports.service, bench.log, bench.redactor);
    ports = {
      ...bench.ports,
      report: reportWith(bench.log, () => import('../../src/onDemand')),
    };
  });

  after(async () => {
    messages.dispose();
    settings.dispose();
    await bench.dispose();
    for (const file of ['mcp.json', 'taint.env']) await rm(workspaceFile(`.vscode/${file}`).fsPath, { force: true });
  });

  /** Every marked text of the request, and the marks alone. */
  function tainted(): readonly string[] {
    const texts = textsIn(mcp).filter((text) => markedIn(text).length > 0);
    const marks = [...new Set(texts.flatMap((text) => [...text.matchAll(/Mark7edX-[\w-]+?-Mark7edX/g)].map(String)))];
    return [...marks, ...texts.filter((text) => !marks.includes(text)), marked('session-key')];
  }

  /** Searches everything that a start and its failure leave in this window. */
  async function searchWindow(places: SearchedPlaces, during: string): Promise<void> {
    const { conversations } = bench.history;
    const [row] = conversations;
    if (row) {
      const { label, description, accessibilityInformation } = nodeItem(row, Date.now());
      const shown = [label, description, accessibilityInformation, statusBarContent(row, Date.now())];
      const tooltip = conversationTooltip(row, Date.now()).value.replaceAll('\\', '');
      places.search('the conversations view and the status bar', [...shown.map(wholeOf), tooltip], during);
      places.search('the history', [wholeOf(row)], during);
    }
    places.search('notifications', messages.said.splice(0), during);
    places.search('the log', bench.log.lines.splice(0), during);
    places.search('drafts', (await bench.drafts.list()).map(wholeOf), during);
  }

  /** Starts as another extension does. */
  async function startForOther(): Promise<readonly string[]> {
    const result = await runStartCommand({ ...place, initial_user_msg: 'Fix it', mcp_config: mcp }, ports).catch(
      (error: unknown) => error,
    );
    const copies = conversationCopies(bench.redactor)(bench.history.conversations);
    return [wholeOf(result), wholeOf(copies.at(0))];
  }

  /** Starts as a user does, with the selected servers. */
  async function startOnSheet(): Promise<void> {
    const draft = bench.drafts.begin({ fields: { ...place, initial_user_msg: 'Fix it' } });
    const openSheet = new WatchedSlot();
    const before = bench.service.requests.length;
    const done = startReviewed(draft, { ...ports, openSheet }).then(() => true);
    await openSheet.filled;
    await pressEnterUntil(() => bench.service.requests.length > before);
    await done;
  }

  /** Starts as a language model does, after a yes. */
  async function startForModel(): Promise<readonly string[]> {
    const source = new vscode.CancellationTokenSource();
    const configuration = { ...bench.ports.configuration, conversationUrlTemplate: '{base_url}/c/{conversation_id}' };
    const { serviceUrl, serviceUrlText } = bench.ports.configuration;
    const tool = new StartTool({ ...ports, configuration: { ...configuration, serviceUrl, serviceUrlText } });
    const input = { message: 'Fix it', repository: place.repository };
    try {
      const asked = await tool.prepareInvocation({ input });
      const result = await tool
        .invoke({ input, toolInvocationToken: undefined }, source.token)
        .catch((error: unknown) => error);
      return [wholeOf(asked), wholeOf(result)];
    } finally {
      source.dispose();
    }
  }

  async function loadSettings(): Promise<readonly string[]> {
    const state = await settings.load();
    return [wholeOf(state), settingsMessage(state, Date.now()), wholeOf(shownSettings(state))];
  }

  const settingsWith = (said: string) =>
    markedIn(said).some((name) => everydayWords.includes(name))
      ? echoingAnswers['settings that repeat it']!(said)
      : savedSettings(said);

  const shapes = Object.entries(echoingAnswers);
  const everywhere = new SearchedPlaces();
  /** Number of shapes in which each text was said. */
  const said = new Map<string, number>();
  let starts = 0;

  shapes.forEach(([what, echo], index) => {
    it(`isn't in anything that is shown, kept, logged or handed out after ${what}`, async () => {
      const places = everywhere.fresh();
      const all = tainted();
      for (const text of all.filter((_, position) => (position + index) % every === 0)) {
        said.set(text, (said.get(text) ?? 0) + 1);
        // A rejected key is tried on the settings, and a delayed response is requested again.
        bench.service.misbehave('any', echo(text), { times: Infinity });
        places.search('what other extensions get', await startForOther(), text);
        // A service may repeat at any time what it was told once.
        places.search('what a language model gets', await startForModel(), text);
        places.search('the settings', await loadSettings(), text);
        bench.service.behave();
        // Readable settings explain why a start was rejected.
        bench.service.misbehave('startConversation', echo(text), { times: Infinity });
        bench.service.misbehave('loadSettings', settingsWith(text), { times: Infinity });
        places.search('what other extensions get', await startForOther(), text);
        places.search('the settings', await loadSettings(), text);
        bench.service.behave();
        await searchWindow(places, text);
        starts += 2;
      }
      bench.service.misbehave('startConversation', echo(all[index % all.length]!));
      await startOnSheet();
      bench.service.behave();
      await searchWindow(places, 'a start on the sheet');
      await places.searchFiles('files', bench.folder);
      assert.deepEqual(places.found, []);
    });
  });

  it('has arrived where it could be repeated, and was searched for everywhere', () => {
    const arrived = new Set(markedIn(bench.service.requests.map(({ body }) => JSON.stringify(body ?? {})).join('\n')));
    const planted = markedIn(JSON.stringify(mcp));
    assert.deepEqual(
      planted.filter((name) => !arrived.has(name)),
      [],
      'what does not arrive is not tested',
    );
    assert.ok(planted.length >= 19, `only ${planted.length} marks`);
    assert.deepEqual([...said.keys()].sort(), [...tainted()].sort());
    const fewest = Math.floor(shapes.length / every);
    for (const [text, times] of said) assert.ok(times >= fewest, `${text} was said in ${times} shapes only`);
    const counts = [...everywhere.searched].map(([where, count]) => `${where} ${count}`).join(', ');
    say(`      taint: ${planted.length} marks, ${shapes.length} shapes, ${starts} starts; searched: ${counts}`);
    assert.equal(everywhere.searched.size, 9);
  });
});
