import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { Redactor } from '../../src/base/redactor';
import type { Client } from '../../src/client/client';
import { dialects } from '../../src/client/dialect';
import { parseServiceUrl } from '../../src/client/serviceUrl';
import { createClient } from '../../src/client/createClient';
import { outlineSettings } from '../../src/settings/settingsOutline';
import type { SettingsRow } from '../../src/settings/settingsRow';
import { copySettingValue } from '../../src/settings/vscode/settingsActions';
import { rowItem, rowTooltip, sectionItem, settingsMessage } from '../../src/settings/vscode/settingsItems';
import { SettingsStore } from '../../src/settings/settingsStore';
import { SettingsTree, type SettingsNode } from '../../src/settings/vscode/settingsTree';
import { leavesOf, mayBeSecret, planted, shapesOf, withLeaf } from '../service/v1/plantedSettings';
import { savedSettings } from '../service/v1/savedSettings';
import { marked, markedIn } from '../support/markedSecrets';
import { RecordingLog } from '../support/recordingLog';

describe('The settings view of a service of API V1', () => {
  let answer: Readonly<Record<string, unknown>>;
  let server: Server;
  let client: Client;
  let log: RecordingLog;
  let store: SettingsStore;
  const tree = new SettingsTree(() =>
    Promise.resolve({ outlineSettings, rowItem, rowTooltip, sectionItem, settingsMessage }),
  );

  before(async () => {
    server = createServer(({ url }, response) => {
      response.writeHead(url === '/api/v1/settings' ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const parsed = parseServiceUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    assert.ok(parsed.ok);
    const { address } = parsed;
    client = createClient({ baseUrl: address.baseUrl, sessionKey: marked('key'), api: 'v1', timeoutSeconds: 10 });
    const connection = { kind: 'ready', address, client, dialect: dialects.v1, timeoutSeconds: 10 } as const;
    log = new RecordingLog();
    store = new SettingsStore(
      { connect: () => Promise.resolve(connection), findOtherApi: () => Promise.resolve() },
      log,
      new Redactor(),
    );
    store.onDidChange((state) => tree.show(state));
  });

  beforeEach(() => (answer = savedSettings));

  after(async () => {
    store.dispose();
    tree.dispose();
    await client.close();
    await new Promise((resolve) => server.close(resolve));
  });

  async function nodes(parent?: SettingsNode): Promise<SettingsNode[]> {
    const children = await tree.getChildren(parent);
    return (await Promise.all(children.map(async (child) => [child, ...(await nodes(child))]))).flat();
  }

  /** Looks for secrets in everything that can be seen and copied, in what other extensions get, and in the log. */
  async function searchEverything(): Promise<void> {
    store.reset();
    const settings = await store.settings();
    const shown = (await nodes()).map(async (node) => {
      const item = await tree.resolveTreeItem(await tree.getTreeItem(node), node);
      return JSON.stringify([node, item, (item.tooltip as vscode.MarkdownString | undefined)?.value]);
    });
    const texts = [JSON.stringify(settings), ...(await Promise.all(shown)), ...log.lines];
    assert.ok(shown.length > 40, `${shown.length} rows`);
    for (const text of texts) assert.deepEqual(markedIn(text), [], text);
  }

  async function rowAt(id: string): Promise<SettingsRow> {
    await store.load();
    const found = (await nodes()).find((node): node is SettingsRow => 'id' in node && node.id === id);
    assert.ok(found, id);
    return found;
  }

  const rows: readonly (readonly [id: string, label: string, names: RegExp | undefined])[] = [
    ['/llm_model', 'Language model', /^Field name: agent_settings\.llm\.model$/m],
    ['/llm_base_url', 'Model URL', /^Field name: agent_settings\.llm\.base_url$/m],
    ['/llm_api_key_set', 'Model API key', /^Field names: llm_api_key_set, agent_settings\.llm\.api_key$/m],
    ['/agent', 'Agent', /^Field name: agent_settings\.agent$/m],
    ['/enable_default_condenser', 'Memory condensation', /^Field name: agent_settings\.condenser\.enabled$/m],
    ['/max_iterations', 'Maximum iterations', /^Field name: conversation_settings\.max_iterations$/m],
    ['/confirmation_mode', 'Confirmation mode', /^Field name: conversation_settings\.confirmation_mode$/m],
    ['/security_analyzer', 'Security analyzer', /^Field name: conversation_settings\.security_analyzer$/m],
    ['/mcp_config', 'Configured servers', /^Field name: agent_settings\.mcp_config$/m],
    ['/mcp_config/sse_servers', 'SSE servers', undefined],
    ['/language', 'Language', /^Field name: language$/m],
    ['/agent_settings/llm/temperature', 'temperature', /^Field name: temperature$/m],
  ];
  for (const [id, label, names] of rows)
    it(`labels ${id} "${label}", with its name on the service in the tooltip, if it has one`, async () => {
      const row = await rowAt(id);
      assert.equal(rowItem(row).label, label);
      const tooltip = rowTooltip(row).value.replaceAll('\\', '');
      if (names) assert.match(tooltip, names);
      else assert.doesNotMatch(tooltip, /Field name/);
    });

  it('has hundreds of other fields in collapsed groups', async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`option_${index}`, index]));
    answer = { ...savedSettings, agent_settings: { ...(savedSettings['agent_settings'] as object), llm: many } };
    await store.load();
    const other = (await tree.getChildren()).find((node) => 'group' in node && node.group === 'other');
    const items = await Promise.all((await tree.getChildren(other)).map((node) => tree.getTreeItem(node)));
    const agent = items.find(({ label }) => label === 'agent_settings');
    assert.equal(agent?.collapsibleState, vscode.TreeItemCollapsibleState.Collapsed);
    assert.ok(items.length < 10, `${items.length} rows`);
    assert.equal(rowItem(await rowAt('/agent_settings/llm/option_299')).description, '299');
  });

  it('copies what is shown of a row, and nothing of a secret', async () => {
    answer = withLeaf(savedSettings, ['agent_settings', 'llm', 'extra_headers'], { 'X-Plain': marked('header') });
    const copied = async (id: string) => {
      await vscode.env.clipboard.writeText('nothing');
      await copySettingValue(undefined, await rowAt(id));
      return vscode.env.clipboard.readText();
    };
    assert.equal(await copied('/llm_model'), 'openai/gpt-4o');
    assert.equal(await copied('/agent_settings/llm/extra_headers/X-Plain'), 'nothing');
  });

  /** The client refuses a key that isn't a text. */
  const texts = ['search_api_key', 'sandbox_api_key', 'agent_settings.llm.api_key'];
  const leaves = leavesOf(savedSettings).filter((path) => mayBeSecret(path) && !path[0]?.endsWith('_set'));
  for (const [index, shape] of shapesOf(marked('leaf')).entries())
    it(`shows no secret in any field, nor hands it out or logs it (shape ${index + 1})`, async () => {
      const all = leaves.filter((path) => typeof shape === 'string' || !texts.includes(path.join('.')));
      answer = all.reduce((one, path) => withLeaf(one, path, shape), savedSettings);
      await searchEverything();
    });

  for (const [title, parts] of planted)
    it(`shows no secret ${title}`, async () => {
      answer = { ...savedSettings, ...parts };
      await searchEverything();
    });

  it('names a field that it can not read as the service does, without its value', async () => {
    answer = withLeaf(savedSettings, ['agent_settings', 'llm', 'model'], { key: marked('model') });
    const state = await store.load();
    assert.match('error' in state ? String(state.error) : state.kind, /agent_settings\.llm\.model/);
    for (const text of ['error' in state ? String(state.error) : '', ...log.lines])
      assert.deepEqual(markedIn(text), [], text);
  });
});
