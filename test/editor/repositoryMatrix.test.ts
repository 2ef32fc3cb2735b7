import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Settings } from '../../src/client/records';
import { sheetRows } from '../../src/start/vscode/sheet/sheetRows';
import { sheetRequest, type SheetState } from '../../src/start/vscode/sheet/sheetState';
import { run } from '../host/childProcess';
import { makeSampleRepository } from '../host/sampleRepository';
import { GitBench } from '../support/gitBench';
import { always, slow } from '../support/tags';
import { situations, type Situation } from './repositorySituations';

const usual = { repository: 'octocat/Hello-World', git_provider: 'github', selected_branch: 'main' };

describe('The situation of a repository:', () => {
  const git = GitBench.use();

  afterEach(() => configure({ remote: undefined, gitProviderHosts: undefined }));

  const more = slow('unit/repository has the rules: one of each kind is left.');
  for (const situation of situations) {
    (situation.isSlow ? more : always).it(situation.name, async () => {
      const repository = await makeSampleRepository(git.folder);
      const elsewhere = await situation.prepare(repository);
      const root = typeof elsewhere === 'string' && path.isAbsolute(elsewhere) ? elsewhere : repository.path;
      await configure(situation.settings ?? {});
      await git.window.show(root);
      const before = await gitState(root);

      const state = await sheetState(situation);
      const request = sheetRequest(state);
      const warnings = sheetRows(state).filter(({ key }) => key.startsWith('warning '));
      await git.bench.actions.localChanges(root, state.surroundings?.target.upstream);
      await git.bench.actions.remoteBranches({ root, remote: 'origin' });
      const received = await git.bench.receive({ initial_user_msg: 'Go on' });

      const { warns = [], sends = {} } = situation;
      const expected = Object.fromEntries(
        Object.entries({ ...usual, ...sends }).filter(([, value]) => value !== undefined),
      );
      assert.equal(state.surroundings?.target.root, root);
      assert.deepEqual(
        pieces(
          warnings.map(({ description = '' }) => description),
          warns,
        ),
        warns,
      );
      assert.deepEqual(received, { ...expected, initial_user_msg: 'Go on' });
      assert.deepEqual(received, { ...request, initial_user_msg: 'Go on' }, 'sheet and request differ');
      assert.ok(!JSON.stringify([received, state, git.bench.log.lines]).includes('ghp_marked'), 'a token came along');
      assert.equal(await gitState(root), before);
    });
  }

  async function sheetState({ providerTokens }: Situation): Promise<SheetState> {
    const settings: Settings | undefined = providerTokens && {
      llm_api_key_set: true,
      provider_tokens_set: providerTokens,
    };
    git.bench.settings(settings);
    return { draft: { fields: {} }, surroundings: await git.bench.targets.find(), settings };
  }
});

/** Each text reduced to the part that is expected of it. Texts beyond those stay complete. */
function pieces(texts: readonly string[], expected: readonly string[]): string[] {
  return texts.map((text, index) => (text.includes(expected[index] ?? '\0') ? (expected[index] ?? text) : text));
}

/** Everything that a flow could have changed: HEAD, index, working tree and refs. */
async function gitState(root: string): Promise<string> {
  const status = await run('git', ['--no-optional-locks', 'status', '--porcelain=v2', '--branch'], { cwd: root });
  return status + (await run('git', ['for-each-ref'], { cwd: root }));
}

async function configure(settings: Readonly<Record<string, unknown>>): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('agentConversations');
  for (const [name, value] of Object.entries(settings)) {
    await configuration.update(name, value, vscode.ConfigurationTarget.Global);
  }
}
