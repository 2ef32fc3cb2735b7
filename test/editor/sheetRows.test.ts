import assert from 'node:assert/strict';
import { apis } from '../../src/client/apis/registry';
import type { ConversationStartRequest, NewerFields } from '../../src/client/records';
import type { Attachment, Draft } from '../../src/draft/draft';
import type { DraftFields } from '../../src/draft/draftFields';
import type { Target, TargetNote } from '../../src/repository/target';
import { fieldNames } from '../../src/start/vscode/fields/requestFields';
import { fieldsWithoutRow } from '../../src/start/vscode/sheet/fieldRows';
import { sheetRows } from '../../src/start/vscode/sheet/sheetRows';
import { openQuestion, sheetRequest, type SheetPorts, type SheetState } from '../../src/start/vscode/sheet/sheetState';
import { DrivenWindow } from '../support/drivenWindow';
import { task } from '../support/sampleTask';

const place = {
  root: '/home/me/app',
  reason: 'onlyOne',
  remote: 'origin',
  host: 'github.com',
  repository: 'octocat/app',
  gitProvider: 'github',
  branch: 'main',
  trackingRef: 'refs/remotes/origin/main',
} as const;

/** Sheet with everything pushed, unless something else is given. */
function stateOf(draft: Draft, notes: readonly TargetNote[] = [], target: Omit<Target, 'notes'> = place): SheetState {
  return { draft, targetContext: { target: { ...target, notes }, instructions: '' }, settings: undefined };
}

const words = (state: SheetState) => sheetRows(state).map(({ label, description = '' }) => `${label}${description}`);

/** One value of each field that a user may set. */
const everyField: Required<Omit<ConversationStartRequest, keyof NewerFields>> = {
  initial_user_msg: 'Fix it',
  repository: 'group/app',
  git_provider: 'gitlab',
  selected_branch: 'feature/x',
  image_urls: ['https://example.com/a.png'],
  suggested_task: { ...task, git_provider: 'gitlab', repo: 'group/app', title: 'Resolve' },
  create_microagent: { repo: 'group/agents', git_provider: 'bitbucket' },
  replay_json: '[]',
  conversation_instructions: 'Be brief.',
  mcp_config: { stdio_servers: [{ name: 'docs', command: 'npx' }] },
  conversation_id: 'mine',
};

describe('The rows of the review sheet', () => {
  it('of what is in the message ask before they remove it', async () => {
    using window = new DrivenWindow();
    const state = stateOf({ fields: {}, attachments: [{ kind: 'file', about: 'a.ts', text: 'x' }] });
    const row = sheetRows(state).find(({ key }) => key.startsWith('attachment '));
    const ask = () => window.shownBy(() => row?.action?.(state, {} as SheetPorts));
    const { pick: closed, result: nothing } = await ask();
    closed.escape();
    assert.deepEqual(await nothing, {});
    const { pick, result } = await ask();
    pick.choose('Remove from Message');
    assert.deepEqual((await result)?.edit?.(state.draft).attachments ?? [], []);
  });

  it('say beside Start what filled in the draft, and have a row for its message', () => {
    const [start, message] = words(stateOf({ fields: { initial_user_msg: 'Fix it' }, filledBy: 'link' }));
    assert.equal(start, ' Start· from a link · everything pushed');
    assert.equal(message, 'Message: Fix it · 6 characters');
  });

  it('say beside Start that the session key is asked for, until there are settings', () => {
    const state = { ...stateOf({ fields: { initial_user_msg: 'Fix it' } }), lacksKey: true };
    assert.equal(words(state)[0], ' Start· everything pushed · asks for the session key');
    assert.match(words(stateOf({ fields: {} }, [{ kind: 'notOpen' }], {}))[0] ?? '', /without a repository$/);
    assert.equal(
      words({ ...state, settings: { llm_api_key_set: true, provider_tokens_set: { github: null } } })[0],
      ' Start· everything pushed',
    );
  });

  it('are four for a plain start', () => {
    assert.deepEqual(words(stateOf({ fields: { initial_user_msg: 'Fix it' } })), [
      ' Start· everything pushed',
      'Repository: octocat/app (GitHub) · only open repository',
      'Branch: main',
      'More Options...',
    ]);
  });

  it('say first what a newer service has no place for, by its field, and do not send selected servers', () => {
    const state: SheetState = { ...stateOf({ fields: everyField }), api: apis.v1 };
    const unsupportedField = (field: string) => `${field}: Not supported by this service: remove it to start`;
    assert.deepEqual(words(state).slice(0, 7), [
      " Start· will fail: Replay can't be sent · 5 more",
      ...['Replay', 'Micro-agent', 'MCP servers'].map(unsupportedField),
      'Suggested task: Can\'t be sent together with "Message": remove one',
      'Suggested task: Can\'t be sent together with "Images": remove one',
      'Conversation ID: This service requires a UUID: the start will fail',
    ]);

    const config = { stdio_servers: [{ name: 'docs', command: 'npx' }] };
    const mcp = { config, limitations: [], waiting: [], known: [] } as unknown as NonNullable<SheetState['mcp']>;
    const plain: SheetState = { ...stateOf({ fields: { initial_user_msg: 'Fix it' } }), mcp };
    assert.deepEqual(sheetRequest(plain).mcp_config, config);
    const newer: SheetState = { ...plain, api: apis.v1 };
    assert.equal('mcp_config' in sheetRequest(newer), false);
    assert.ok(words(newer).includes("The selected MCP servers aren't sent: this service doesn't support them"));
  });

  it('offer to start fresh on a restored draft, directly below Start', () => {
    const shown = (draft: Draft, fresh?: Draft) => words({ ...stateOf(draft), fresh }).join('\n');
    const restored = { fields: { initial_user_msg: 'Fix it' } };
    assert.match(shown(restored, { fields: {} }), /^ Start.*\nRestored draft · Start Fresh\n/);
    assert.doesNotMatch(shown(restored), /Start Fresh/);
    assert.doesNotMatch(shown({ fields: {} }, { fields: {} }), /Start Fresh/, 'an empty sheet is fresh');
  });

  it('are at most eight with everything that Git has to say about a branch', () => {
    const files = { staged: 1, unstaged: 2, untracked: 3, conflicted: 0, total: 6 };
    const notes = [
      { kind: 'unknownProvider' },
      { kind: 'ahead', commits: 2 },
      { kind: 'behind', commits: 1 },
      { kind: 'changes', files },
    ] as const;
    const { gitProvider: _, ...unknown } = place;
    assert.deepEqual(words(stateOf({ fields: {} }, notes, unknown)), [
      ' Start· 4 warnings',
      'Repository: octocat/app · only open repository',
      'Unknown Git provider for this host',
      'Branch: main',
      '2 unpushed commits: not visible to the agent',
      'Remote is 1 commit ahead; the agent starts there',
      'Uncommitted (1 staged, 2 changed, 3 untracked): not visible to the agent',
      'More Options...',
    ]);
  });

  it('say so if there is no repository', () => {
    assert.deepEqual(words(stateOf({ fields: {} }, [{ kind: 'noFolder' }], {})), [
      ' Start· 1 warning · without a repository',
      'Repository: none',
      'No folder open: enter a repository, or start without one',
      'More Options...',
    ]);
  });

  it('say where the agent starts if no branch is checked out', () => {
    const notes = [{ kind: 'unborn' }, { kind: 'detached', at: 'abc1234' }] as const;
    const shown = words(stateOf({ fields: {} }, notes));
    assert.ok(shown.includes('No commits yet: the agent starts on the default branch'), shown.join('\n'));
    assert.ok(shown.includes('HEAD is detached at abc1234: the agent starts on the default branch'), shown.join('\n'));
  });

  it('name the local branch beside the one that is sent where they differ', () => {
    const branchOf = (fields: DraftFields, localBranch = 'mywork') =>
      words(stateOf({ fields }, [], { ...place, localBranch })).find((row) => row.startsWith('Branch: '));
    assert.equal(branchOf({}), 'Branch: main · local branch mywork');
    assert.equal(branchOf({}, 'main'), 'Branch: main');
    assert.equal(branchOf({ selected_branch: 'next' }), 'Branch: next');
    assert.equal(branchOf({ repository: 'c/d', selected_branch: 'main' }), 'Branch: main');
  });

  it('keep their places while the workspace is read', () => {
    assert.deepEqual(words({ draft: { fields: {} }, targetContext: undefined, settings: undefined }), [
      ' Start· looking for the repository...',
      'Repository: …',
      'Branch: …',
      'More Options...',
    ]);
  });

  it("say that everything is pushed only for the branch that is sent, and only if it's known", () => {
    const { trackingRef: _, ...unknown } = place;
    const changes = { kind: 'changes', text: 'diff', from: place, readAt: Date.now(), unpushedCommits: 1 } as const;
    const states: readonly SheetState[] = [
      stateOf({ fields: { selected_branch: 'other' } }),
      stateOf({ fields: { repository: 'group/app' } }),
      stateOf({ fields: {} }, [], unknown),
      // Nothing warns about changes that are added to the message; adding them doesn't push them.
      stateOf({ fields: {}, attachments: [changes] }, [{ kind: 'ahead', commits: 1 }]),
    ];
    for (const state of states) assert.equal(sheetRows(state)[0]?.description, '');
  });

  it('show every set field with its value', () => {
    const shown = words(stateOf({ fields: { ...everyField, agent_type: 'other' } }));
    const rows = [
      'Repository: group/app (GitLab)',
      'Branch: feature/x',
      'Images: 1 by URL',
      'Suggested task: resolve merge conflicts · #7 · group/app · Resolve',
      'Micro-agent: group/agents · Bitbucket',
      'Replay: 2 bytes',
      'Instructions: Be brief. · 9 characters',
      'MCP servers: 1 · docs',
      'Conversation ID: mine',
      'Plan first: other',
    ];
    for (const row of rows) assert.ok(shown.includes(row), `${row} in\n${shown.join('\n')}`);
  });

  it("show a message that isn't shown elsewhere by its first line", () => {
    const ofDocument = words(stateOf({ fields: {}, body: 'Fix the parser\n\nand its tests' }));
    assert.ok(ofDocument.includes('Message: Fix the parser · 29 characters'), ofDocument.join('\n'));
    const typed = words(stateOf({ fields: { initial_user_msg: 'Fix the parser' } }));
    assert.ok(!typed.some((row) => row.startsWith('Message')), typed.join('\n'));
  });

  const ofNewer = { ...everyField, llm_model: 'gpt', agent_type: 'plan', clone_instructions: 'Clone it.' };
  for (const field of fieldNames.filter((name) => name !== 'initial_user_msg')) {
    it(`have ${field} once, set or not: as a row or behind the last one`, () => {
      for (const repository of ['octocat/app', undefined])
        for (const value of [ofNewer[field], undefined]) {
          const fields: DraftFields = { repository: repository ?? null, [field]: value };
          const state = stateOf({ fields });
          const rows = sheetRows(state).filter(({ key }) => key === `field ${field}`);
          const isBehind = fieldsWithoutRow(state).some((name) => name === field);
          const isOfRepository = field === 'git_provider' && sheetRequest(state).repository !== undefined;
          assert.equal(rows.length + Number(isBehind), isOfRepository ? 0 : 1);
          if (rows.length > 0 || isOfRepository || value === undefined) continue;
          assert.equal(sheetRequest(state)[field], undefined, 'it is sent and not shown');
        }
    });
  }

  it('each have their own key, by which Enter finds the active one: the same attachment of two clones, too', () => {
    const attached = { kind: 'file', about: 'README.md', text: 'x' } as const;
    const attachments: readonly Attachment[] = [
      attached,
      ...['/a', '/b'].map((root) => ({ ...attached, from: { root } })),
      { kind: 'changes', text: 'diff' },
    ];
    const state = stateOf({ fields: everyField, attachments, resultBranch: { name: 'agent/fix' } });
    const keys = sheetRows({ ...state, fresh: { fields: {} }, api: apis.v1 }).map(({ key }) => key);
    assert.deepEqual([...new Set(keys)], keys);
  });

  it('remove with their button what they show, and nothing else', () => {
    const attachment = { kind: 'file', about: 'a.ts', text: 'x' } as const;
    const state = stateOf({ fields: everyField, attachments: [attachment] });
    const removable = sheetRows(state).filter(({ buttons }) => buttons !== undefined);
    const place: readonly string[] = ['repository', 'git_provider', 'selected_branch', 'initial_user_msg'];
    const fields = fieldNames.filter((name) => name in everyField && !place.includes(name));
    for (const field of fields) {
      const { remove } = removable.find(({ key }) => key === `field ${field}`) ?? assert.fail(field);
      const { [field]: _, ...others } = sheetRequest(state);
      assert.deepEqual(sheetRequest({ ...state, draft: remove!(state.draft) }), others);
    }
    const [attached, ...more] = removable.filter(({ key }) => !key.startsWith('field '));
    assert.deepEqual([attached?.remove?.(state.draft).attachments, more], [[], []]);
    assert.equal(removable.length, fields.length + 1);
  });
});

describe('The question before a start', () => {
  const other: Target = { repository: 'a/b', host: 'git.example.com', notes: [{ kind: 'unknownProvider' }] };
  const noted = (note: TargetNote): Target => ({ notes: [note] });
  // prettier-ignore
  const rows: readonly (readonly [string, Target | undefined, DraftFields, ReturnType<typeof openQuestion>])[] = [
    ['which of several repositories', noted({ kind: 'several' }), {}, 'repository'],
    ['which of several remotes', noted({ kind: 'severalRemotes', remotes: ['a', 'b'] }), {}, 'repository'],
    ['what replaces a repository that is gone', noted({ kind: 'chosenGone', root: '/gone' }), {}, 'repository'],
    ['not the repository if one was typed', noted({ kind: 'several' }), { repository: 'a/b' }, undefined],
    ['not the repository if none is wanted', noted({ kind: 'several' }), { repository: null }, undefined],
    ['not about a branch that is only local', noted({ kind: 'notPublished' }), {}, undefined],
    ['which provider an unknown host has', other, {}, 'git_provider'],
    ['not the provider once it was answered', other, { git_provider: 'gitlab' }, undefined],
    ['not the provider if the service is to find it out', other, { git_provider: null }, undefined],
    ['none while the workspace is read', undefined, {}, undefined],
  ];
  for (const [title, target, fields, expected] of rows)
    it(`is ${title}`, () => {
      const targetContext = target && { target, instructions: '' };
      assert.equal(openQuestion({ draft: { fields }, targetContext, settings: undefined }), expected);
    });
});
