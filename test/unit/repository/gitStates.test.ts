import assert from 'node:assert/strict';
import type { BranchPush, Target, TargetNote } from '../../../src/repository/target';
import { always, slow } from '../../support/tags';
import { HostedClone, Hosts, targetIn } from './gitStates';

const more = slow('Further rows of a table; each starts Git two dozen times.');

interface State {
  readonly name: string;
  /** Among the ones that always run. */
  readonly isCommon?: true;
  /** Makes it in a fresh clone, or returns the working tree that it made instead. */
  readonly make: (clone: HostedClone, hosts: Hosts) => Promise<unknown>;
  /** Options of the clone. */
  readonly clone?: readonly string[];
  /** The remote that the setting prefers. */
  readonly preferred?: string;
  /** Repository and branch that are sent, with the local branch where it has another name, and the notes. */
  readonly target: string;
  /** The pushes of the fixes; "?" if the user is asked first, "-u" if it becomes the upstream. */
  readonly pushes?: readonly string[];
}

const shallow = ['--depth', '1'];
const mine = 'me/demo';

const states: readonly State[] = [
  {
    name: 'a branch that was pushed with its name',
    make: async (clone) => {
      await clone.each('checkout --quiet -b feature\npush --quiet -u origin feature');
      await clone.commit();
    },
    target: 'octo/demo feature !ahead 1',
    pushes: ['push feature to origin/feature'],
  },
  {
    name: 'a branch of a shallow clone that was pushed',
    isCommon: true,
    clone: shallow,
    make: async (clone) => {
      await clone.git('checkout', '--quiet', '-b', 'feature');
      await clone.commit();
      await clone.git('push', '--quiet', '-u', 'origin', 'feature');
    },
    target: 'octo/demo feature !notFetched',
    pushes: ['push feature to origin/feature'],
  },
  {
    name: 'a new branch of a single-branch clone',
    clone: ['--single-branch'],
    make: (clone) => clone.each('checkout --quiet -b feature'),
    target: 'octo/demo feature !notFetched',
    pushes: ['publish feature to origin/feature -u'],
  },
  {
    name: 'a single-branch clone that fetches the branch, too',
    clone: ['--single-branch'],
    make: (clone) =>
      clone.each('remote set-branches --add origin old\nfetch --quiet origin\ncheckout --quiet -b old origin/old'),
    target: 'octo/demo old',
    pushes: ['push old to origin/old'],
  },
  {
    name: 'a branch that was pushed without becoming its upstream',
    isCommon: true,
    make: async (clone) => {
      await clone.each('checkout --quiet -b feature\npush --quiet origin feature');
      await clone.commit();
    },
    target: 'octo/demo feature !ahead 1',
    pushes: ['push feature to origin/feature'],
  },
  {
    name: 'a worktree of a bare clone',
    isCommon: true,
    make: async (_, hosts) => {
      const bare = await hosts.clone('--bare');
      await bare.git('worktree', 'add', '--quiet', `${bare.root}-main`, 'main');
      return hosts.at(`${bare.root}-main`);
    },
    target: 'octo/demo main !notFetched',
    pushes: ['publish main to origin/main -u'],
  },
  {
    name: 'a worktree of a bare clone after it was published',
    make: async (_, hosts) => {
      const bare = await hosts.clone('--bare');
      await bare.git('worktree', 'add', '--quiet', `${bare.root}-main`, 'main');
      const main = hosts.at(`${bare.root}-main`);
      await main.git('push', '--quiet', '-u', 'origin', 'main');
      return main;
    },
    target: 'octo/demo main !notFetched',
    pushes: ['push main to origin/main'],
  },
  {
    name: "a branch that tracks the team's main",
    make: async (clone) => {
      await clone.git('checkout', '--quiet', '-b', 'mywork', 'origin/main');
      await clone.commit();
    },
    target: 'octo/demo main (mywork) !aheadOfOther 1 mywork origin/main',
    pushes: ['push mywork to origin/main ?', 'publish mywork to origin/mywork -u'],
  },
  {
    name: "a branch that tracks the team's main, which a plain push would move",
    isCommon: true,
    make: async (clone) => {
      await clone.each('config push.default upstream\ncheckout --quiet -b mywork origin/main');
      await clone.commit();
    },
    target: 'octo/demo main (mywork) !aheadOfOther 1 mywork origin/main',
    pushes: ['push mywork to origin/main ?', 'publish mywork to origin/mywork -u'],
  },
  {
    name: "a branch that tracks the team's main, and was pushed by its own name",
    make: async (clone) => {
      await clone.each('config push.default current\ncheckout --quiet -b mywork origin/main');
      await clone.commit();
      await clone.git('push', '--quiet');
      await clone.commit();
    },
    target: 'octo/demo mywork !ahead 1',
    pushes: ['push mywork to origin/mywork'],
  },
  {
    name: "a branch that tracks the team's main, and would be pushed by its own name",
    make: async (clone) => {
      await clone.each('config push.default current\ncheckout --quiet -b mywork origin/main');
      await clone.commit();
    },
    target: 'octo/demo main (mywork) !aheadOfOther 1 mywork origin/main',
    pushes: ['push mywork to origin/main ?', 'publish mywork to origin/mywork'],
  },
  {
    name: 'a branch that is pulled from the team and was pushed to a fork',
    isCommon: true,
    make: async (clone) => {
      await triangle(clone);
      await clone.git('push', '--quiet');
      await clone.commit();
    },
    target: 'me/demo feature !ahead 1',
    pushes: ['push feature to fork/feature'],
  },
  {
    name: "a branch that is pulled from the team and wasn't pushed to a fork yet",
    make: triangle,
    target: 'octo/demo main (feature) !aheadOfOther 1 feature origin/main',
    pushes: ['push feature to origin/main ?', 'publish feature to fork/feature'],
  },
  {
    name: "the team's branch of the same name, where pushes go to a fork",
    make: async (clone) => {
      await clone.addRemote('fork', mine);
      await clone.each('update-ref -d refs/remotes/fork/main\nconfig remote.pushDefault fork');
      await clone.commit();
    },
    target: 'octo/demo main !aheadOfOther 1 main origin/main',
    pushes: ['push main to origin/main ?', 'publish main to fork/main'],
  },
  {
    name: "the team's branch of the same name, where the user prefers the team's remote",
    preferred: 'origin',
    make: async (clone) => {
      await clone.addRemote('fork', mine);
      await clone.each('update-ref -d refs/remotes/fork/main\nconfig remote.pushDefault fork');
      await clone.commit();
    },
    target: 'octo/demo main !ahead 1',
    pushes: ['push main to origin/main'],
  },
  {
    name: 'a new branch where pushes go to a fork',
    make: async (clone) => {
      await clone.addRemote('fork', mine);
      await clone.each('config remote.pushDefault fork\ncheckout --quiet -b new');
    },
    target: 'me/demo new !notPublished',
    pushes: ['publish new to fork/new -u'],
  },
  {
    name: "a fork's branch by `gh pr checkout`",
    isCommon: true,
    make: async (clone) => {
      await clone.each('checkout --quiet -b patch');
      await clone.each(`config branch.patch.remote https://github.com/${mine}.git
        config branch.patch.pushRemote https://github.com/${mine}.git
        config branch.patch.merge refs/heads/patch`);
    },
    target: 'me/demo patch !notFetched',
    pushes: ['push patch to me/demo/patch'],
  },
  {
    name: "a fork's branch by its URL with a token",
    make: async (clone) => {
      await clone.each('checkout --quiet -b patch');
      await clone.each(`config branch.patch.remote https://x:SECRET@github.com/${mine}.git
        config branch.patch.merge refs/heads/patch`);
    },
    target: 'me/demo patch !notFetched',
  },
  {
    name: 'a pull request of a fork that takes no pushes',
    make: async (clone) => {
      await clone.each('checkout --quiet -b patch');
      await clone.each(`config branch.patch.remote origin
        config branch.patch.merge refs/pull/7/head`);
    },
    target: 'octo/demo patch !notPublished',
    pushes: ['publish patch to origin/patch ?'],
  },
  {
    name: "a branch whose upstream is another branch of the clone's own",
    make: (clone) => clone.each('checkout --quiet -b topic --track main'),
    target: 'octo/demo topic !notPublished',
    pushes: ['publish topic to origin/topic'],
  },
  {
    name: 'a branch that was deleted on the remote',
    make: (clone) =>
      clone.each('checkout --quiet old\npush --quiet origin :old\nfetch --quiet --prune origin\nbranch --quiet new'),
    target: 'octo/demo old !upstreamGone',
    pushes: ['publish old to origin/old'],
  },
  {
    name: 'a branch whose upstream of another name was deleted',
    make: (clone) =>
      clone.each('checkout --quiet -b mine origin/old\npush --quiet origin :old\nfetch --quiet --prune origin'),
    target: 'octo/demo old (mine) !upstreamGone',
    pushes: ['publish mine to origin/mine -u'],
  },
  {
    name: 'a remote with a slash in its name',
    clone: ['--origin', 'team/hub'],
    make: async (clone) => {
      await clone.each('checkout --quiet -b a/b\npush --quiet team/hub a/b');
    },
    target: 'octo/demo a/b',
    pushes: ['push a/b to team/hub/a/b'],
  },
  {
    name: 'a remote whose branches are kept under another name',
    make: async (clone) => {
      await clone.each(`config remote.origin.fetch +refs/heads/*:refs/remotes/mirror/*
        fetch --quiet origin
        checkout --quiet old`);
      await clone.each('config branch.old.remote origin\nconfig branch.old.merge refs/heads/old');
      await clone.commit();
    },
    target: 'octo/demo old !ahead 1',
    pushes: ['push old to origin/old'],
  },
  {
    name: 'a branch that the remote’s refspecs exclude',
    make: async (clone) => {
      await clone.git('config', '--add', 'remote.origin.fetch', '^refs/heads/wip/*');
      await clone.each('checkout --quiet -b wip/x\npush --quiet -u origin wip/x');
    },
    target: 'octo/demo wip/x !notFetched',
    pushes: ['push wip/x to origin/wip/x'],
  },
  {
    name: 'pushes for review, which go to no branch',
    make: async (clone) => {
      await clone.git('config', 'remote.origin.push', 'HEAD:refs/for/main');
      await clone.commit();
    },
    target: 'octo/demo main !ahead 1',
    pushes: ['push main to origin/main'],
  },
  {
    name: 'a branch with a tag of the same name',
    make: async (clone) => {
      await clone.each('tag main HEAD~1\ntag origin/main HEAD~1');
      await clone.commit();
    },
    target: 'octo/demo main !ahead 1',
    pushes: ['push main to origin/main'],
  },
  {
    name: 'a branch with characters that a configuration could take for its own',
    make: async (clone) => {
      await clone.each('checkout --quiet -b a=b.c#ü\npush --quiet -u origin a=b.c#ü');
      await clone.commit();
    },
    target: 'octo/demo a=b.c#ü !ahead 1',
    pushes: ['push a=b.c#ü to origin/a=b.c#ü'],
  },
  {
    name: 'another branch than the editor knows of',
    isCommon: true,
    make: (clone) => clone.each('checkout --quiet old'),
    target: 'octo/demo old',
    pushes: ['push old to origin/old'],
  },
  {
    name: 'a branch without a commit, in a repository that has some',
    make: (clone) => clone.each('checkout --quiet --orphan pages\nrm -rfq .'),
    target: 'octo/demo - !unborn',
  },
  {
    name: 'a tag',
    make: (clone) => clone.each('checkout --quiet v1'),
    target: 'octo/demo - !detached v1',
  },
  {
    name: "a remote's branch that was checked out by its name",
    make: async (clone) => {
      await clone.git('checkout', '--quiet', 'old');
      await clone.commit();
      await clone.each('push --quiet origin old\ncheckout --quiet origin/old');
    },
    target: 'octo/demo - !detached origin/old',
  },
  {
    name: 'a commit without a name, during a bisection',
    make: async (clone) => {
      for (let times = 0; times < 3; times++) await clone.commit();
      await clone.each('bisect start\nbisect bad\nbisect good HEAD~2');
    },
    target: 'octo/demo - !detached <commit>',
  },
  {
    name: 'a conflict during a rebase',
    make: async (clone) => {
      await clone.each('checkout --quiet -b ours\nrm --quiet first-1.txt\ncommit --quiet --message ours');
      await clone.each('checkout --quiet main\nmv first-1.txt moved.txt\ncommit --quiet --message theirs');
      await clone.git('rebase', '--quiet', 'ours').catch(() => undefined);
    },
    target: 'octo/demo - !detached <commit> during rebase !changes',
  },
];

describe('Where the commits of a clone go:', () => {
  let template: Hosts;
  before(async () => {
    template = await Hosts.make();
  });

  for (const { name, isCommon, clone: options = [], make, preferred = '', target: expected, pushes = [] } of states)
    (isCommon ? always : more).it(name, async () => {
      const hosts = await template.copy();
      const clone = await hosts.clone(...options);
      const other = await make(clone, hosts);
      const made = other instanceof HostedClone ? other : clone;
      await made.host();
      const target = await targetIn(made, preferred);
      assert.equal(await summary(target, made), expected);
      const offered = [fix('push', target.push), fix('publish', target.publish)].filter(Boolean);
      assert.deepEqual(offered, pushes);
      assert.doesNotMatch(JSON.stringify(target), /SECRET/);
      hosts.dispose();
    });
});

/** In a clone of `octo/demo`: pulls from there, pushes to the fork, one commit ahead. */
async function triangle(clone: HostedClone): Promise<void> {
  await clone.addRemote('fork', mine);
  await clone.each(`config remote.pushDefault fork
    config push.default current
    checkout --quiet -b feature origin/main`);
  await clone.commit();
}

async function summary({ repository, branch, localBranch: local, notes }: Target, clone: HostedClone): Promise<string> {
  const head = (await clone.git('rev-parse', '--short=8', 'HEAD').catch(() => '')).trim();
  const said = notes.map((note) => noteWords(note).replace(head || '-', '<commit>'));
  const other = local !== undefined && local !== branch ? [`(${local})`] : [];
  return [repository, branch ?? '-', ...other, ...said].join(' ');
}

function noteWords(note: TargetNote): string {
  const { kind } = note;
  if (kind === 'ahead' || kind === 'behind') return `!${kind} ${note.commits}`;
  if (kind === 'aheadOfOther') return `!${kind} ${note.commits} ${note.local} ${note.branch}`;
  if (kind !== 'detached') return `!${kind}`;
  return [`!${kind}`, note.at, ...(note.during ? [`during ${note.during}`] : [])].join(' ');
}

function fix(name: string, push: BranchPush | undefined): string | undefined {
  if (!push) return undefined;
  const { local, remoteLabel, branch, setsUpstream, needsConfirmation } = push;
  return [`${name} ${local} to ${remoteLabel}/${branch}`, setsUpstream ? '-u' : '', needsConfirmation ? '?' : '']
    .filter(Boolean)
    .join(' ');
}
