import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import type { History } from '../../src/conversations/history';
import { changesEditorContext } from '../../src/names';
import type { GitCommand } from '../../src/repository/gitCommand';
import type { Targets } from '../../src/repository/targets';
import { viewChanges } from '../../src/result/vscode/branchActions';
import { ChangesEditors } from '../../src/result/vscode/changesEditors';
import { checkOut } from '../../src/result/vscode/checkOut';
import { checkOutBranchInWorktree } from '../../src/result/vscode/commands';
import { openClone, type ReviewedBranch } from '../../src/result/vscode/openClone';
import { pickBranch } from '../../src/result/vscode/pickBranch';
import { DrivenWindow } from '../support/drivenWindow';
import { RecordedActions } from '../support/recordedActions';
import { RecordedMessages } from '../support/recordedMessages';
import { replaced } from '../support/replaced';
import { someConversation } from '../support/someConversation';

const [base, commit, mine] = ['a', 'b', 'c'].map((digit) => digit.repeat(40)) as [string, string, string];

/** The answers of a Git by its commands. */
interface Answers {
  readonly files?: readonly string[];
  readonly ignored?: readonly string[];
  readonly local?: string;
  /** `unknown` if Git fails. */
  readonly left?: number | 'unknown';
  /** The paths of the files that exist during an operation such as a rebase. */
  readonly state?: readonly string[];
}

describe('A pushed branch, by the answers of Git', () => {
  let created: string[];
  let configured: number;
  let window: DrivenWindow;

  beforeEach(() => {
    created = [];
    configured = 0;
    window = new DrivenWindow();
  });
  afterEach(() => window.dispose());

  function branchWith(answers: Answers, target = 'main'): ReviewedBranch {
    const { files = [], ignored = [], local, left = 0, state = [] } = answers;
    const texts: Readonly<Record<string, string | undefined>> = { 'show-ref': local, 'merge-base': base };
    const git = {
      root: PROJECT_ROOT,
      text: ([name = '', , range = '', , ref = '']: string[]) => {
        if (ref.startsWith('refs/remotes/')) return Promise.resolve(commit);
        if (range.startsWith(mine)) return Promise.resolve('2');
        if (range === '--verify') return Promise.resolve(undefined);
        if (name === 'rev-parse') return Promise.resolve(state.join('\n') || 'none');
        if (name === 'rev-list' && ref === '--not') return Promise.resolve(left === 'unknown' ? undefined : `${left}`);
        return Promise.resolve(texts[name] ?? '3');
      },
      list: ([name]: string[]) => Promise.resolve(name === 'diff' ? files : ignored),
      run: () => Promise.resolve((configured++, { kind: 'text' })),
    };
    const toGitUri = ({ fsPath }: vscode.Uri, at: string) => `${path.basename(fsPath)}@${at}`;
    const clone = {
      root: PROJECT_ROOT,
      remote: 'origin',
      git: git as unknown as GitCommand,
      repository: {
        checkout: () => Promise.resolve(),
        createBranch: (name: string) => Promise.resolve(created.push(name)),
      },
      api: { toGitUri },
      editors: { titleFor: () => 'Changes' },
    } as unknown as ReviewedBranch['clone'];
    return { name: 'agent/x', commit, base, target, isSinceStart: true, by: 'others', clone };
  }

  /** The message about the changes, and the files in the editor. */
  async function viewed(files: readonly string[], target?: string, click?: string) {
    const opened: unknown[][] = [];
    const executeCommand = (_: string, __: string, resources: unknown[][]) =>
      Promise.resolve(opened.push(...resources));
    using _ = replaced(vscode.commands, { executeCommand });
    using messages = new RecordedMessages(click);
    await viewChanges(branchWith({ files }, target));
    return { said: JSON.parse(messages.said.join()) as string[], opened: opened.map(([, ...sides]) => sides) };
  }

  it('is shown as each of its files was before, and is now', async () => {
    const { said, opened } = await viewed(['M', 'both', 'A', 'new', 'D', 'gone', 'R100', 'from', 'to']);
    assert.deepEqual(said, ['agent/x: 4 changed files', 'Check Out', 'Create Pull Request']);
    assert.deepEqual(opened, [
      [`both@${base}`, `both@${commit}`],
      [undefined, `new@${commit}`],
      [`gone@${base}`, undefined],
      [`from@${base}`, `to@${commit}`],
    ]);
    const one = await viewed(['A', 'new'], 'agent/x', 'Check Out');
    assert.deepEqual([one.said, created], [['agent/x: 1 changed file', 'Check Out'], ['agent/x']]);
  });

  it('opens no editor without changes, and only so many files of very many', async () => {
    const none = await viewed([]);
    const actions = ['Check Out', 'Check Out in Worktree...', 'Create Pull Request'];
    assert.deepEqual([none.said, none.opened], [['agent/x: no changed files', ...actions], []]);
    const { said, opened } = await viewed(Array.from({ length: 1001 }, () => ['M', 'a']).flat());
    assert.deepEqual([said[0], opened.length], ['agent/x: the first 1000 of 1001 changed files', 1000]);
  });

  it('is known by the title of its editor, also from one of the same commit in another clone', () => {
    const [tabs, groups] = [new vscode.EventEmitter<void>(), new vscode.EventEmitter<void>()];
    const activeTab = { label: '' };
    const tabGroups = {
      activeTabGroup: { activeTab },
      onDidChangeTabs: tabs.event,
      onDidChangeTabGroups: groups.event,
    };
    using _ = replaced(vscode.window, { tabGroups });
    using actions = new RecordedActions();
    const editors = new ChangesEditors();
    const [one, twin] = [branchWith({}), branchWith({}, 'agent/x')];
    const other = { ...twin, clone: { ...twin.clone, root: '/other' } };
    const [title, longer] = [editors.titleFor(one), editors.titleFor(other)];
    assert.equal(longer, `${title} · other`);
    activeTab.label = `${longer} (2 files)`;
    groups.fire();
    assert.equal(editors.active, other);
    activeTab.label = `${title} (2 files)`;
    tabs.fire();
    assert.equal(editors.active, one);
    editors.dispose();
    assert.deepEqual(
      actions.contexts,
      ['target', 'branch', ''].map((kind) => `${changesEditorContext} ${kind}`),
    );
  });

  it('is one of the newest if there are very many, each with the actions that it has', async () => {
    const { clone, base: _, target, isSinceStart, ...branch } = branchWith({});
    const found = Array.from({ length: 31 }, (_, index) => ({
      ...branch,
      name: index === 0 ? 'main' : `agent/${index}`,
      ...(index === 0 && { before: mine }),
    }));
    const shown = window.next();
    const offered = { clone, target, isSinceStart, found, baseOf: () => base };
    const picking = pickBranch(someConversation({ remoteBranches: 'x' }), offered, {
      get: () => undefined,
    } as unknown as History);
    const pick = await shown;
    pick.choose('agent/2');
    await picking;
    assert.deepEqual(window.notices, ['agent/2: no changed files']);
    const commits = pick.items.map(({ description }) => description);
    assert.deepEqual([commits.length, ...commits.slice(0, 2)], [30, '2 commits', '3 commits'], 'since it was moved');
    assert.equal(pick.placeholder, 'The newest 30 branches. Select one to see its changes');
    const [first, second] = pick.items.map(({ buttons = [] }) => buttons.map(({ tooltip }) => tooltip));
    assert.deepEqual(first, ['Check Out', 'Check Out in Worktree...', 'Copy Branch Name']);
    assert.equal(second?.length, 4);
  });

  it('says how many commits it has: none if it is where it was compared from', async () => {
    const { clone, target, isSinceStart, ...branch } = branchWith({});
    const counts = ['0', '1', '2', undefined];
    const git = { text: () => Promise.resolve(counts.shift()) } as unknown as GitCommand;
    const found = counts.map((_, index) => ({ ...branch, name: `agent/${index}` }));
    const shown = window.next();
    const offered = { clone: { ...clone, git }, target, isSinceStart, found, baseOf: () => base };
    const picking = pickBranch(someConversation({ remoteBranches: 'x' }), offered, {
      get: () => undefined,
    } as unknown as History);
    const pick = await shown;
    const descriptions = pick.items.map(({ description }) => description);
    assert.deepEqual(descriptions, ['0 commits', '1 commit', '2 commits', '']);
    assert.equal(pick.placeholder, 'Select a branch to see its changes');
    pick.escape();
    await picking;
  });

  it('is checked out over nothing that the user has, without a yes to what is left behind', async () => {
    for (const left of [1, 2, 'unknown'] as const) await checkOut(branchWith({ left, local: mine }));
    window.presses = ['Check Out Anyway'];
    await checkOut(branchWith({ left: 1, local: mine }));
    assert.deepEqual(
      window.questions.map(({ title }) => title),
      [
        "You have 1 commit that isn't on any branch.",
        "You have 2 commits that aren't on any branch.",
        "Git couldn't tell whether your commits are on a branch.",
        "You have 1 commit that isn't on any branch.",
        "Your local branch agent/x isn't at the commit that was pushed.",
      ],
    );
    const ignored: string[] = [];
    window.button = () => {
      // A build writes it while the question is open.
      ignored.push('package.json');
      return 'Check Out Anyway';
    };
    await assert.rejects(checkOut(branchWith({ left: 1, ignored })), /would overwrite the ignored file package\.json/);
  });

  it("isn't checked out if a rebase has stopped in a terminal while a question was open", async () => {
    const state: string[] = [];
    window.button = () => (state.push('package.json'), 'Check Out Anyway');
    await assert.rejects(checkOut(branchWith({ left: 1, state })), /A rebase is in progress\./);
  });

  it('is that of the remote of the start, in its clone; without that, or Git, it says why', async () => {
    let open = PROJECT_ROOT;
    const getRepository = () => ({ rootUri: { fsPath: open } });
    const api = { state: 'initialized', git: { path: 'git' }, getRepository };
    const extension = { activate: () => Promise.resolve({ enabled: true, getAPI: () => api }) };
    using editor = replaced(vscode.extensions, { getExtension: () => extension });
    const all = ['mirror', 'origin'].map((remote) => ({ root: PROJECT_ROOT, remote, repository: 'o/r', notes: [] }));
    const targets = { all: () => Promise.resolve(all) } as unknown as Targets;
    const found = async (repository?: string) => {
      const request = { initial_user_msg: 'Greet', ...(repository !== undefined && { repository }) };
      const started = repository === undefined ? {} : { clone: PROJECT_ROOT, remote: 'origin' };
      const clone = await openClone(someConversation({ request, ...started }), targets, branchWith({}).clone.editors);
      return 'sentence' in clone ? [clone.sentence, clone.remedy?.label].join(' | ') : clone.remote;
    };
    assert.equal(await found('o/r'), 'origin');
    open = path.dirname(PROJECT_ROOT);
    assert.match(await found('o/r'), /^The repository of "Greet" isn't open in this window: /);
    assert.equal(await found(), 'The conversation "Greet" isn\'t about a repository. | ');
    editor.replace(vscode.extensions, { getExtension: () => undefined });
    assert.match(await found(), /Install Git, or turn on .* \| Open Settings$/);
    editor.replace(vscode.workspace, { isTrusted: false });
    assert.match(await found(), /in Restricted Mode\. Trust the workspace .* \| Manage Workspace Trust$/);
  });

  it('gets an upstream only as a new branch', async () => {
    await checkOut(branchWith({ local: commit }));
    assert.equal(configured, 0);
    await checkOut(branchWith({}));
    assert.equal(configured, 2);
  });

  it('says that a worktree is detached from the local branch, and takes no relative path for it', async () => {
    let refusal: unknown;
    window.typed = (_, box) => {
      assert.match(box.prompt, /with a detached HEAD: your local branch has other commits\.$/);
      box.enter('tree');
      refusal = box.validationMessage;
      return undefined;
    };
    const active = branchWith({ local: mine });
    await checkOutBranchInWorktree({ changesEditors: () => Promise.resolve({ active } as ChangesEditors) });
    assert.equal(refusal, 'Enter an absolute path.');
  });
});
