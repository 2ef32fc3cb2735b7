import assert from 'node:assert/strict';
import { apis } from '../../../src/client/apis/registry';
import { mergeMcp } from '../../../src/mcp/mergeMcp';
import { savedEntries } from '../../../src/settings/savedMcp';
import { findWarnings } from '../../../src/start/findWarnings';
import { outlineSettings } from '../../../src/settings/settingsOutline';

describe("a service's saved MCP servers", () => {
  const rows: readonly (readonly [title: string, saved: unknown, paths: readonly string[]])[] = [
    ['are none in nothing', undefined, []],
    ['are none in a string', 'x', []],
    ['are none in empty lists', { sse_servers: [], stdio_servers: null }, []],
    [
      'are in the lists of the interface',
      { sse_servers: ['https://a.example'], stdio_servers: [{ name: 'a', command: 'b' }, 7], other: [1, 2] },
      ['stdio_servers/0', 'stdio_servers/1', 'sse_servers/0'],
    ],
    [
      'are in a map by name',
      { git: { command: 'uvx', args: ['git'] }, docs: { url: 'https://a.example' }, odd: {} },
      ['git', 'docs', 'odd'],
    ],
    ['are in a map below mcpServers', { mcpServers: { git: { command: 'uvx' } } }, ['mcpServers/git']],
  ];
  for (const [title, saved, paths] of rows) {
    it(title, () => {
      const found = savedEntries(saved).map(({ path }) => path.join('/'));
      assert.deepEqual(found, paths);
    });

    it(`${title}, and are counted the same way everywhere`, () => {
      const { length } = paths;
      const { added, leftOut } = mergeMcp(undefined, saved);
      const settings = { llm_api_key_set: true, mcp_config: saved };
      const [warning] = findWarnings({ request: { mcp_config: {} }, target: { notes: [] }, settings, api: apis.v0 });
      assert.equal(added + leftOut, length);
      assert.deepEqual(warning, length === 0 ? undefined : { kind: 'mcpReplacesSaved' });
      if (typeof saved !== 'object') return;
      const shown = outlineSettings(settings).flatMap((section) => section.rows);
      const row = shown.find(({ name }) => name === 'mcp_config');
      assert.deepEqual(row?.value, { kind: 'count', count: length, of: 'servers' });
    });
  }
});
