import assert from 'node:assert/strict';
import type { BranchPush, Target } from '../../../src/repository/target';
import { always, slow } from '../../support/tags';
import { HostedClone, Hosts, targetIn } from './gitStates';
import { noteWords } from './noteWords';

const more = slow('Further rows of a table; each starts Git two dozen times.');

interface State {
  readonly name: string;
  /** Among the ones that always run. */
  readonly isCommon?: true;
  /** Git commands for a fresh clone of `octo/demo`; or makes it there, or returns the working tree that it made instead. */
  readonly make: string | ((clone: HostedClone, hosts: Hosts) => Promise<unknown>);
  /** Options of the clone. */
  readonly clone?: readonly string[];
  /** Repository and branch that are sent, with the local branch where it has another name, and the notes. */
  readonly target: string;
  /** The remote for a branch that is fetched by its URL; "none" if there is none. */
  readonly remote?: string;
  /** The pushes of the fixes; "?" if the user is asked first, "-u" if it becomes the upstream. */
  readonly pushes?: readonly string[];
}

/** Pulls from `octo/demo`, pushes to the fork, one commit ahead. */
const triangle =
  'config remote.pushDefault fork; config push.default current; checkout -b feature origin/main; a commit';

const urlWithToken = 'https://x:SECRET@github.com/me/demo.git';

const states: readonly State[] = [
  {
    name: 'a branch of a shallow clone that was pushed',
    isCommon: true,
    clone: ['--depth', '1'],
    make: 'checkout -b feature; a commit; push -u origin feature',
    target: 'octo/demo feature !notFetched feature',
    pushes: ['push feature to origin/feature'],
  },
  {
    name: 'a branch that was pushed without becoming its upstream',
    isCommon: true,
    make: 'checkout -b feature; push origin feature; a commit',
    target: 'octo/demo feature !ahead 1',
    pushes: ['push feature to origin/feature'],
  },
  {
    name: 'a worktree of a bare clone',
    isCommon: true,
    make: worktreeOfBare,
    target: 'octo/demo main !notFetched main',
    pushes: ['publish main to origin/main -u'],
  },
  {
    name: "a branch that tracks the team's main, which a plain push would move",
    isCommon: true,
    make: 'config push.default upstream; checkout -b mywork origin/main; a commit',
    target: 'octo/demo main (mywork) !aheadOfOther 1 mywork origin/main',
    pushes: ['push mywork to origin/main ?', 'publish mywork to origin/mywork -u'],
  },
  {
    name: "a branch that tracks the team's main, and was pushed by its own name",
    make: 'config push.default current; checkout -b mywork origin/main; a commit; push; a commit',
    target: 'octo/demo mywork !ahead 1',
    pushes: ['push mywork to origin/mywork'],
  },
  {
    name: "a branch that tracks the team's main, and would be pushed by its own name",
    make: 'config push.default current; checkout -b mywork origin/main; a commit',
    target: 'octo/demo main (mywork) !aheadOfOther 1 mywork origin/main',
    pushes: ['push mywork to origin/main ?', 'publish mywork to origin/mywork'],
  },
  {
    name: 'a branch that is pulled from the team and was pushed to a fork',
    isCommon: true,
    make: withFork(`${triangle}; push; a commit`),
    target: 'me/demo feature !ahead 1',
    pushes: ['push feature to fork/feature'],
  },
  {
    name: 'a branch that is pulled from the team and was pushed to a fork, without a setting of how to push',
    isCommon: true,
    make: withFork('config remote.pushDefault fork; checkout -b feature origin/main; a commit; push; a commit'),
    target: 'me/demo feature !ahead 1',
    pushes: ['push feature to fork/feature'],
  },
  {
    name: 'a branch that is pulled from the team and pushed to a fork for review',
    make: withFork(`checkout -b feature origin/main; a commit; push fork feature; config remote.pushDefault fork;
      config remote.fork.push HEAD:refs/for/main`),
    target: 'octo/demo main (feature) !aheadOfOther 1 feature origin/main',
    pushes: ['push feature to origin/main ?', 'publish feature to fork/feature'],
  },
  {
    name: 'a branch that is pulled from the team, in a clone in which a plain push goes nowhere',
    make: withFork(`config push.default nothing; config remote.pushDefault fork; checkout -b feature origin/main;
      a commit; push fork feature`),
    target: 'octo/demo main (feature) !aheadOfOther 1 feature origin/main',
    pushes: ['push feature to origin/main ?', 'publish feature to fork/feature'],
  },
  {
    name: "a branch that is pulled from the team and wasn't pushed to a fork yet",
    make: withFork(triangle),
    target: 'octo/demo main (feature) !aheadOfOther 1 feature origin/main',
    pushes: ['push feature to origin/main ?', 'publish feature to fork/feature'],
  },
  {
    name: "the team's branch of the same name, where pushes go to a fork",
    make: withFork('update-ref -d refs/remotes/fork/main; config remote.pushDefault fork; a commit'),
    target: 'octo/demo main !aheadOfOther 1 main origin/main',
    pushes: ['push main to origin/main ?', 'publish main to fork/main'],
  },
  {
    name: 'a new branch where pushes go to a fork',
    isCommon: true,
    // The last of several values counts: one may come from the user's own configuration.
    make: withFork('config --add remote.pushDefault origin; config --add remote.pushDefault fork; checkout -b new'),
    target: 'me/demo new !notPublished',
    pushes: ['publish new to fork/new -u'],
  },
  {
    name: 'a branch whose pushes are configured to go to a remote that this clone lacks',
    make: 'config remote.pushDefault fork; a commit',
    target: 'octo/demo main !ahead 1',
    pushes: ['push main to origin/main'],
  },
  {
    name: "a fork's branch by `gh pr checkout`",
    isCommon: true,
    make: `${patchOf('https://github.com/me/demo.git')}; config branch.patch.pushRemote https://github.com/me/demo.git`,
    target: 'me/demo patch !notFetched patch',
    pushes: ['push patch to me/demo/patch'],
  },
  {
    name: "a fork's branch by its URL with a token, in a clone without remotes",
    isCommon: true,
    make: `${patchOf(urlWithToken)}; remote remove origin`,
    target: 'me/demo patch !notFetched patch',
    remote: 'none',
  },
  {
    name: "a fork's branch by the URL of a remote, with a token",
    isCommon: true,
    make: withFork(patchOf(urlWithToken)),
    target: 'me/demo patch !notFetched patch',
    remote: 'fork',
  },
  {
    name: 'a branch beside a remote that Git has named by its URL with a token, at a fetch with a filter',
    isCommon: true,
    make: `config remote.${urlWithToken}.url ${urlWithToken}; remote rename origin upstream; config --unset branch.main.remote`,
    target: 'octo/demo main',
    pushes: ['push main to upstream/main'],
  },
  {
    name: 'a pull request of a fork that takes no pushes',
    make: 'checkout -b patch; config branch.patch.remote origin; config branch.patch.merge refs/pull/7/head',
    target: 'octo/demo patch !notPublished',
    pushes: ['publish patch to origin/patch ?'],
  },
  {
    name: 'a pull request that was fetched among the branches, which the remote has no branch for',
    isCommon: true,
    make: withPullRequests('checkout pr/7'),
    target: 'octo/demo pr/7 !upstreamGone pr/7',
    pushes: ['publish pr/7 to origin/pr/7'],
  },
  {
    name: 'a branch that is named like a pull request, and pushed by its own name',
    make: withPullRequests('config push.default current; checkout -b pr/7 main; a commit'),
    target: 'octo/demo pr/7 !notPublished',
    pushes: ['publish pr/7 to origin/pr/7 -u'],
  },
  {
    name: "a branch whose upstream is another branch of the clone's own",
    make: 'checkout -b topic --track main',
    target: 'octo/demo topic !notPublished',
    pushes: ['publish topic to origin/topic'],
  },
  {
    name: 'a branch that pulls two branches, the first of which is its upstream',
    make: 'checkout -b mine origin/main; config --add branch.mine.merge refs/heads/old; a commit',
    target: 'octo/demo main (mine) !aheadOfOther 1 mine origin/main',
    pushes: ['push mine to origin/main ?', 'publish mine to origin/mine -u'],
  },
  {
    name: 'a branch that was deleted on the remote',
    make: 'checkout old; push origin :old; fetch --prune origin; branch new',
    target: 'octo/demo old !upstreamGone old',
    pushes: ['publish old to origin/old'],
  },
  {
    name: 'a remote with a slash in its name',
    clone: ['--origin', 'team/hub'],
    make: 'checkout -b a/b; push team/hub a/b',
    target: 'octo/demo a/b',
    pushes: ['push a/b to team/hub/a/b'],
  },
  {
    name: 'pushes for review, which go to no branch',
    make: 'config remote.origin.push HEAD:refs/for/main; a commit',
    target: 'octo/demo main !ahead 1',
    pushes: ['push main to origin/main'],
  },
  {
    name: 'a branch with a tag of the same name',
    make: 'tag main HEAD~1; tag origin/main HEAD~1; a commit',
    target: 'octo/demo main !ahead 1',
    pushes: ['push main to origin/main'],
  },
  {
    name: 'a branch with characters that a configuration could take for its own',
    make: 'checkout -b a=b.c#ü; push -u origin a=b.c#ü; a commit',
    target: 'octo/demo a=b.c#ü !ahead 1',
    pushes: ['push a=b.c#ü to origin/a=b.c#ü'],
  },
  {
    name: 'another branch than the editor knows of',
    isCommon: true,
    make: 'checkout old',
    target: 'octo/demo old',
    pushes: ['push old to origin/old'],
  },
  {
    name: 'a branch without a commit, in a repository that has some',
    make: 'checkout --orphan pages; rm -rfq .',
    target: 'octo/demo - !unborn',
  },
  { name: 'a tag', make: 'checkout v1', target: 'octo/demo - !detached v1' },
  {
    name: "a remote's branch that was checked out by its name",
    make: 'checkout old; a commit; push origin old; checkout origin/old',
    target: 'octo/demo - !detached origin/old',
  },
  {
    name: 'a commit without a name, during a bisection',
    make: 'a commit; a commit; a commit; bisect start; bisect bad; bisect good HEAD~2',
    target: 'octo/demo - !detached <commit>',
  },
  {
    name: 'a conflict during a rebase',
    isCommon: true,
    make: async (clone) => {
      await clone.each('checkout -b ours; rm first-1.txt; commit --message ours');
      await clone.each('checkout main; mv first-1.txt moved.txt; commit --message theirs');
      await clone.git('rebase', 'ours').catch(() => undefined);
    },
    target: 'octo/demo - !detached <commit> rebase !changes 0+0+0+1+1',
  },
  {
    name: 'a rebase that stops between two commits, at "break"',
    make: async (clone) => {
      await clone.each('a commit; a commit');
      await clone.git('-c', 'sequence.editor=echo break >', 'rebase', '--interactive', 'HEAD~2');
    },
    target: 'octo/demo - !detached origin/main rebase',
  },
];

describe('Where the commits of a clone go:', () => {
  let template: Hosts;
  before(async () => {
    template = await Hosts.make();
  });

  for (const { name, isCommon, clone: options = [], make, ...expected } of states)
    (isCommon ? always : more).it(name, async () => {
      const hosts = await template.copy();
      const clone = await hosts.clone(...options);
      const other: unknown = await (typeof make === 'string' ? clone.each(make) : make(clone, hosts));
      const made = other instanceof HostedClone ? other : clone;
      await made.host();
      const target = await targetIn(made);
      assert.equal(await summary(target, made), expected.target);
      if (expected.remote !== undefined) assert.equal(target.remote ?? 'none', expected.remote);
      const offered = [fix('push', target.push), fix('publish', target.publish)].filter(Boolean);
      assert.deepEqual(offered, expected.pushes ?? []);
      assert.doesNotMatch(JSON.stringify(target), /SECRET/);
      hosts.dispose();
    });
});

/** The branch of a pull request, whose remote has no name. */
function patchOf(url: string): string {
  return `checkout -b patch; config branch.patch.remote ${url}; config branch.patch.merge refs/heads/patch`;
}

/** Fetches pull requests to where the branches are, as many configurations do. */
function withPullRequests(commands: string): string {
  return `push origin main:refs/pull/7/head; config --add remote.origin.fetch +refs/pull/*/head:refs/remotes/origin/pr/*;
    fetch origin; ${commands}`;
}

function withFork(commands: string) {
  return async (clone: HostedClone) => {
    await clone.addRemote('fork', 'me/demo');
    await clone.each(commands);
  };
}

async function worktreeOfBare(_: HostedClone, hosts: Hosts): Promise<HostedClone> {
  const bare = await hosts.clone('--bare');
  await bare.each(`worktree add ${bare.root}-main main`);
  return hosts.at(`${bare.root}-main`);
}

async function summary({ repository, branch, localBranch: local, notes }: Target, clone: HostedClone): Promise<string> {
  const head = (await clone.git('rev-parse', '--short=8', 'HEAD').catch(() => '')).trim();
  const said = notes.map((note) => noteWords(note).replace(head || '-', '<commit>'));
  const other = local !== undefined && local !== branch ? [`(${local})`] : [];
  return [repository, branch ?? '-', ...other, ...said].join(' ');
}

function fix(name: string, push: BranchPush | undefined): string | undefined {
  if (!push) return undefined;
  const { localBranch, remoteLabel, branch, setsUpstream, needsConfirmation } = push;
  return [`${name} ${localBranch} to ${remoteLabel}/${branch}`, setsUpstream ? '-u' : '', needsConfirmation ? '?' : '']
    .filter(Boolean)
    .join(' ');
}
