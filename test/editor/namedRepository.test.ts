import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openLink } from '../../src/entry/vscode/integrations/openLink';
import { StartTool } from '../../src/entry/vscode/integrations/startTool';
import type { RepositorySnapshot } from '../../src/repository/repository';
import { startReviewed } from '../../src/start/vscode/reviewedStart';
import { DrivenBench } from '../support/drivenBench';
import type { DrivenPick } from '../support/drivenWindow';
import { knownRepository } from '../support/knownRepository';
import { until } from '../support/openSheets';
import { task } from '../support/sampleTask';

/** A clone with a commit that its remote doesn't have. */
const named: RepositorySnapshot = {
  root: '/clones/Spoon-Knife',
  head: {
    kind: 'branch',
    name: 'fix',
    upstream: { remote: 'origin', name: 'fix', ref: 'refs/remotes/origin/fix', ahead: 1, behind: 0 },
    sameName: [],
  },
  remotes: [{ name: 'origin', location: { host: 'github.com', repository: 'octocat/Spoon-Knife' } }],
  changes: { staged: 0, unstaged: 0, untracked: 0, conflicted: 0, total: 0 },
};

const expectedRows = [
  '1 unpushed commit: not visible to the agent',
  'Repository: octocat/Spoon-Knife (GitHub)',
  'Branch: fix',
];

describe('An open repository that a start names, while another one is selected,', () => {
  const its = DrivenBench.use();

  beforeEach(() => {
    const { listRepositories } = knownRepository();
    const listBoth = async () => [...(await listRepositories()), named];
    Object.assign(its.bench.ports.workspace, { listRepositories: listBoth });
  });

  const rowsOf = (sheet: DrivenPick) => sheet.items.map(({ label, description = '' }) => `${label}${description}`);
  const hasRow = (sheet: DrivenPick, text: string) => rowsOf(sheet).some((row) => row.includes(text));

  async function assertShown(sheet: DrivenPick): Promise<void> {
    await until(() => hasRow(sheet, 'Branch: fix'));
    const found = expectedRows.filter((row) => hasRow(sheet, row));
    assert.deepEqual(found, expectedRows, rowsOf(sheet).join('\n'));
  }

  it('has its own branch and warnings on the sheet that a link fills in', async () => {
    const query = 'initial_user_msg=x&repository=octocat/Spoon-Knife';
    await assertShown(await its.shownBy((ports) => openLink(ports, { path: '/start', query })));
  });

  it('has them in the question before a language model starts there', async () => {
    const tool = new StartTool(its.bench.ports);
    const input = { message: 'Fix it', repository: 'octocat/Spoon-Knife' };
    const { confirmationMessages } = await tool.prepareInvocation({ input });
    const { message } = confirmationMessages ?? assert.fail('nobody is asked');
    const text = message instanceof vscode.MarkdownString ? message.value : message;
    for (const words of ['Branch\\: fix', '1 unpushed commit']) assert.ok(text.includes(words), text);
  });

  it('has them if the draft was written for it', async () => {
    const draft = its.bench.drafts.begin({ fields: {}, body: 'Fix it', chosen: { root: named.root } });
    await assertShown(await its.shownBy((ports) => startReviewed(draft, ports)));
  });

  it('has them once its task is sent for it', async () => {
    its.window.row = "Send Task's Repository";
    const suggested_task = { ...task, repo: 'octocat/Spoon-Knife' };
    const draft = its.bench.drafts.begin({ fields: { suggested_task, selected_branch: 'topic' } });
    const sheet = await its.shownBy((ports) => startReviewed(draft, ports));
    await until(() => sheet.has('warning taskWithoutRepository'));
    await assertShown(await its.shownAfter(() => sheet.choose('warning taskWithoutRepository')));
  });
});
