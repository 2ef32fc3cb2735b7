import assert from 'node:assert/strict';
import { selectedServers } from '../../src/mcp/mcpSelection';
import { mcpChangeMessage, mcpReceiptMessage } from '../../src/mcp/vscode/mcpMessages';
import { answerMcp, mcpField, mergedMcpWords, mergeSavedMcp } from '../../src/start/vscode/fields/mcpField';
import { filledBy } from '../../src/draft/request';
import { withoutValue } from '../../src/start/vscode/fields/requestFields';
import { sheetRows } from '../../src/start/vscode/sheet/sheetRows';
import { sheetRequest, type SheetPorts, type SheetState } from '../../src/start/vscode/sheet/sheetState';
import { DrivenWindow } from '../support/drivenWindow';
import { passHumanTime } from '../support/humanTime';
import { RecordedMessages } from '../support/recordedMessages';
import { candidatesOf } from '../unit/mcp/candidates';
import { sampleSettings } from '../service/sampleSettings';

const file = {
  inputs: [{ type: 'promptString', id: 'token' }],
  servers: {
    quiet: { command: 'npx' },
    issues: {
      command: 'docker',
      args: ['--report', 'https://hook.example/x'],
      env: { TOKEN: '${input:token}', ACCOUNT: '${env:MY_ENV}' },
      envFile: '.vscode/mcp.env',
    },
    docs: { url: 'https://docs.example.com/mcp', headers: { Authorization: 'Bearer ${env:KEY}' } },
  },
};

describe('The row of an MCP server', () => {
  const candidates = candidatesOf(file, { path: '.vscode/mcp.env', variables: { A: '1', B: '2' } });

  it('says what the server receives and where that goes', () => {
    assert.deepEqual(candidates.map(mcpReceiptMessage), [
      undefined,
      'docker, hook.example receives input token, variable MY_ENV, variable A from .vscode/mcp.env, variable B from .vscode/mcp.env',
      'docs.example.com receives variable KEY',
    ]);
  });

  it('says that it has changed, and what it was', () => {
    const server = { file: 'f', candidate: candidates[1]!, selected: false, changed: true };
    assert.equal(mcpChangeMessage({ ...server, before: 'npx old' }), 'Changed since you selected it: was npx old');
    assert.equal(mcpChangeMessage(server), 'Changed since you selected it');
    assert.equal(mcpChangeMessage({ ...server, changed: false }), undefined);
  });
});

describe('Saved MCP servers sent with those of the request', () => {
  it('are described if they differ from what the service has saved', () => {
    assert.equal(mergedMcpWords({ leftOut: 0, without: [] }), '');
    const docs = { server: 'docs.example.com', members: ['timeout'] };
    const git = { server: 'git', members: ['cwd', 'envFile'] };
    assert.equal(
      mergedMcpWords({ leftOut: 2, without: [docs, git] }),
      "2 saved MCP servers can't be read and aren't sent. Some values of these saved MCP servers can't be in a request and aren't sent: docs.example.com (timeout), git (cwd, envFile)",
    );
  });
});

describe('MCP servers of a request filled in by another program, with those saved on the service', () => {
  const own = { stdio_servers: [{ name: 'docs', command: 'npx' }] };
  const serviceUrl = 'http://localhost:3000';
  const kept: unknown[] = [];
  const { mcp_config } = sampleSettings;
  const saved = { ...mcp_config, stdio_servers: [...(mcp_config?.stdio_servers ?? []), { name: 'broken' }] };
  const client = { loadSettings: () => Promise.resolve({ ...sampleSettings, mcp_config: saved }) };
  const ports = {
    serviceUrl,
    mcp: () => Promise.resolve({ protect: (config: unknown) => kept.push(config) }),
    service: { connect: () => Promise.resolve({ kind: 'ready', address: { baseUrl: serviceUrl }, client }) },
  } as unknown as SheetPorts;
  let merged: SheetState;

  before(async () => {
    const draft = filledBy('command', { fields: { initial_user_msg: 'Fix it', repository: null, mcp_config: own } });
    const targetContext = { target: { notes: [] }, instructions: '' };
    const state: SheetState = { draft, targetContext, settings: undefined };
    using messages = new RecordedMessages();
    merged = { ...state, ...(await mergeSavedMcp(state, ports)) };
    assert.match(messages.said.join(), /1 saved MCP servers can't be read and aren't sent/);
  });

  const servers = (state: SheetState) => sheetRequest(state).mcp_config?.stdio_servers?.map(({ name }) => name);

  it('are sent together, and the row counts them all', () => {
    assert.deepEqual(servers(merged), ['docs', 'fetch']);
    assert.deepEqual(kept, [sheetRequest(merged).mcp_config], 'their secrets are withheld everywhere');
    const row = sheetRows(merged).find(({ key }) => key === 'field mcp_config');
    assert.match(row?.description ?? '', /including \d+ saved on the service$/);
  });

  it('stay marked, and are saved in a draft without what the service has saved', () => {
    assert.equal(merged.draft.filledBy, 'command');
    assert.deepEqual(merged.draft.fields.mcp_config, own);
  });

  it("aren't sent once they're removed", () =>
    assert.equal(servers({ ...merged, draft: withoutValue(merged.draft, 'mcp_config') }), undefined));

  describe('and with one that is selected and asks for a value,', () => {
    const file = { id: 'f', path: 'mcp.json', origin: 'workspace', damaged: [] } as const;
    const [candidate] = candidatesOf({ servers: { asks: { command: 'npx', args: ['${env:KEY}'] } } });
    const server = { file: 'f', candidate: candidate!, selected: true, changed: false };
    let answers: ReadonlyMap<string, string>;
    const mcp = {
      hasSelected: true,
      find: () => Promise.resolve({ files: [{ ...file, servers: [server] }], gone: [] }),
      answers: { of: () => Promise.resolve(answers) },
      protect: () => undefined,
    };
    const reported: unknown[] = [];
    const asking = {
      ...ports,
      mcp: () => Promise.resolve(mcp),
      report: (error: unknown) => Promise.resolve(reported.push(error)),
    } as unknown as SheetPorts;

    it('are asked about until a question is closed', async () => {
      answers = new Map();
      using window = new DrivenWindow();
      let questions = 0;
      window.typed = () => {
        questions++;
        return undefined;
      };
      const find = () => Promise.resolve({ files: [{ ...file, servers: [server, server] }], gone: [] });
      const several = { ...asking, mcp: () => Promise.resolve({ ...mcp, find }) } as unknown as SheetPorts;
      await answerMcp(merged, several);
      assert.equal(questions, 1);
    });

    it('are all sent once it is answered; without those that can no longer be read', async () => {
      answers = new Map();
      const waiting = await selectedServers(mcp);
      const state = { ...merged, draft: { fields: {} }, mcp: waiting };
      const before = { ...state, ...(await mergeSavedMcp(state, asking)) };
      assert.deepEqual(servers(before), ['fetch']);
      answers = new Map([['env:KEY', 'x']]);
      assert.deepEqual(servers({ ...before, ...(await answerMcp(before, asking)) }), ['asks', 'fetch']);
      const connect = () => Promise.reject(new Error('The service is gone.'));
      const later = { ...asking, service: { connect } } as unknown as SheetPorts;
      assert.deepEqual(servers({ ...before, ...(await answerMcp(before, later)) }), ['asks']);
      assert.match(String(reported), /The service is gone/);
    });
  });

  it("aren't sent either once others are picked, or none", async () => {
    const [candidate] = candidatesOf({ servers: { a: { command: 'npx' } } });
    const server = { file: 'f', candidate: candidate!, selected: false, changed: false };
    const file = { id: 'f', path: 'mcp.json', origin: 'workspace', damaged: [], servers: [server] } as const;
    const find = () => Promise.resolve({ files: [file], gone: [] });
    const mcp = { hasSelected: false, find, select: () => Promise.resolve() };
    using window = new DrivenWindow();
    window.row = 'Change...';
    const { pick: list, result: editing } = await window.shownBy(() =>
      mcpField.edit(merged, { ...ports, mcp: () => Promise.resolve(mcp) } as unknown as SheetPorts),
    );
    assert.match(list.placeholder, /no others are sent$/);
    passHumanTime();
    list.pressEnter();
    const { edit, ...change } = await editing;
    assert.equal(servers({ ...merged, ...change, draft: edit!(merged.draft) }), undefined);
    const none = { fields: { mcp_config: null } };
    assert.equal(edit!(none), none, 'servers that are selected for the workspace later');
  });
});
