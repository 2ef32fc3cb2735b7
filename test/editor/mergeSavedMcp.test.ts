import assert from 'node:assert/strict';
import { filledBy } from '../../src/draft/request';
import { withoutValue } from '../../src/start/vscode/fields/requestFields';
import { sheetRows } from '../../src/start/vscode/sheet/sheetRows';
import { sheetRequest, type SheetPorts, type SheetState } from '../../src/start/vscode/sheet/sheetState';
import { sampleSettings } from '../service/sampleSettings';
import { mergeSavedMcp } from '../../src/start/vscode/fields/mcpField';

describe('MCP servers of a request filled in by another program, with those saved on the service', () => {
  const own = { stdio_servers: [{ name: 'docs', command: 'npx' }] };
  const serviceUrl = 'http://localhost:3000';
  const ports = {
    serviceUrl,
    mcp: () => Promise.resolve({ protect: () => undefined }),
    service: {
      connect: () =>
        Promise.resolve({
          kind: 'ready',
          address: { baseUrl: serviceUrl },
          client: { loadSettings: () => Promise.resolve(sampleSettings) },
        }),
    },
  } as unknown as SheetPorts;
  let merged: SheetState;

  before(async () => {
    const draft = filledBy('command', { fields: { initial_user_msg: 'Fix it', repository: null, mcp_config: own } });
    const targetContext = { target: { notes: [] }, instructions: '' };
    const state: SheetState = { draft, targetContext, settings: undefined };
    merged = { ...state, ...(await mergeSavedMcp(state, ports)) };
  });

  const servers = (state: SheetState) => sheetRequest(state).mcp_config?.stdio_servers?.map(({ name }) => name);

  it('are sent together, and the row counts them all', () => {
    assert.deepEqual(servers(merged), ['docs', 'fetch']);
    const row = sheetRows(merged).find(({ key }) => key === 'field mcp_config');
    assert.match(row?.description ?? '', /including \d+ saved on the service$/);
  });

  it('stay marked, and are saved in a draft without what the service has saved', () => {
    assert.equal(merged.draft.filledBy, 'command');
    assert.deepEqual(merged.draft.fields.mcp_config, own);
  });

  it("aren't sent once they're removed", () =>
    assert.equal(servers({ ...merged, draft: withoutValue(merged.draft, 'mcp_config') }), undefined));
});
