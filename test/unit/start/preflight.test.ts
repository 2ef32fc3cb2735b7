import assert from 'node:assert/strict';
import { requestOf } from '../../../src/draft/common/draft';
import type { DraftFields } from '../../../src/draft/common/draftFields';
import { preflight } from '../../../src/start/common/preflight';
import { fixesOf, subject, type Fix, type Warning } from '../../../src/start/common/warnings';
import type { Settings } from '../../../src/client/common/records';
import type { KnownSettings } from '../../../src/service/common/settingsState';
import type { Target, TargetNote } from '../../../src/repository/common/target';

const files = { staged: 1, unstaged: 0, untracked: 0, conflicted: 0 };
const at = 'v1.0';
const place = { repository: 'octocat/app', gitProvider: 'github', branch: 'topic' } as const;
const nowhere = {};
const branchless = { repository: 'octocat/app', gitProvider: 'github' } as const;
const unknownHost = { repository: 'octocat/app', branch: 'topic' };
const remoteless = { branch: 'topic' };

/** Every kind of note, with what is known where it is made. */
const notes: readonly (readonly [TargetNote, Omit<Target, 'notes'>, ReturnType<typeof subject>, readonly Fix[]])[] = [
  [{ kind: 'noFolder' }, nowhere, 'repository', ['chooseRepository']],
  [{ kind: 'gitUnavailable' }, nowhere, 'repository', ['chooseRepository']],
  [{ kind: 'noRepository' }, nowhere, 'repository', ['chooseRepository']],
  [{ kind: 'several' }, nowhere, 'repository', ['chooseRepository']],
  [{ kind: 'chosenGone', root: '/gone' }, nowhere, 'repository', ['chooseRepository']],
  [{ kind: 'noRemote' }, remoteless, 'repository', ['chooseRepository']],
  [{ kind: 'severalRemotes', remotes: ['a', 'b'] }, remoteless, 'repository', ['chooseRepository']],
  [{ kind: 'notHosted', remote: 'origin' }, remoteless, 'repository', ['chooseRepository']],
  [{ kind: 'remoteMissing', remote: 'gone' }, place, 'repository', ['chooseRepository']],
  [{ kind: 'unknownProvider' }, unknownHost, 'git_provider', ['chooseProvider']],
  [{ kind: 'detached', at }, branchless, 'selected_branch', ['chooseBranch']],
  [{ kind: 'detached', at, during: 'rebase' }, branchless, 'selected_branch', ['chooseBranch']],
  [{ kind: 'unborn' }, branchless, 'selected_branch', ['chooseBranch']],
  [{ kind: 'notPublished' }, place, 'selected_branch', ['publish', 'chooseBranch', 'attachChanges']],
  [
    { kind: 'upstreamGone', branch: 'topic' },
    place,
    'selected_branch',
    ['fetch', 'publish', 'attachChanges', 'chooseBranch'],
  ],
  [{ kind: 'ahead', commits: 2 }, place, 'selected_branch', ['push', 'attachChanges', 'chooseBranch']],
  [{ kind: 'behind', commits: 2 }, place, 'selected_branch', ['fetch', 'chooseBranch']],
  [{ kind: 'changes', files }, place, 'selected_branch', ['attachChanges']],
];

const kindsOf = (warnings: readonly Warning[]) => warnings.map(({ kind }) => kind).join(' ');
const none = '';

function warnings(fields: DraftFields, target: Target, settings?: KnownSettings): string {
  return kindsOf(preflight(requestOf({ fields }, { target, instructions: '' }), target, settings));
}

describe('preflight', () => {
  for (const [note, found, about, fixes] of notes) {
    const target: Target = { ...found, notes: [note] };
    const isOfBranch = about === 'selected_branch';
    const isOfProvider = about === 'git_provider';
    const title = 'during' in note ? `${note.kind} during a ${note.during}` : note.kind;
    // To choose none is a choice where there was something to choose.
    const isChoice = (value: unknown) => value !== undefined;

    describe(`the note "${title}"`, () => {
      const rows: readonly (readonly [string, DraftFields, boolean])[] = [
        ['holds for the target itself', {}, true],
        ['holds with a message', { initial_user_msg: 'x' }, true],
        ['drops with another repository', { repository: 'a/b' }, false],
        ['drops without the repository', { repository: null }, !isChoice(found.repository)],
        ['holds with the same repository by name', { repository: found.repository ?? null }, true],
        ['drops with another branch when it is about the branch', { selected_branch: 'other' }, !isOfBranch],
        [
          'drops without the branch when it is about the branch',
          { selected_branch: null },
          !(isOfBranch && isChoice(found.branch)),
        ],
        ['holds with the same branch by name', { selected_branch: found.branch ?? null }, true],
        ['drops with a provider when it is about the provider', { git_provider: 'gitlab' }, !isOfProvider],
        ['holds without a provider', { git_provider: null }, true],
        ['drops with another repository and the same branch', { repository: 'a/b', selected_branch: 'topic' }, false],
      ];
      for (const [when, fields, holds] of rows) {
        it(when, () => assert.equal(warnings(fields, target), holds ? note.kind : none));
      }

      it(`is about the ${about}`, () => assert.equal(subject(note), about));

      it(`can be mended by ${fixes.join(', ')}`, () => assert.deepEqual(fixesOf(note), fixes));
    });
  }

  it('passes notes on as they are, in order, the settings after them', () => {
    const several: TargetNote[] = [
      { kind: 'ahead', commits: 2 },
      { kind: 'changes', files },
    ];
    const target: Target = { ...place, notes: several };
    const found = preflight({ repository: 'octocat/app', selected_branch: 'topic' }, target, {
      llm_api_key_set: false,
    });
    assert.deepEqual(found, [...several, { kind: 'noLlmKey' }]);
  });

  it('says nothing of a branch that is not sent, because nothing is hosted', () => {
    const target: Target = {
      branch: 'topic',
      notes: [{ kind: 'noRemote' }, { kind: 'ahead', commits: 1 }],
    };
    assert.equal(warnings({}, target), 'noRemote');
  });
});

describe('preflight by the settings', () => {
  const target: Target = { ...place, notes: [] };
  const tokens = (provider_tokens_set: unknown) => ({ llm_api_key_set: true, provider_tokens_set }) as Settings;
  const own: DraftFields = {};

  const microagent = { repository: null, git_provider: null, create_microagent: { repo: 'a/b' } } as const;
  const rows: readonly (readonly [string, DraftFields, KnownSettings, string])[] = [
    ['says nothing of settings that were not loaded', own, undefined, none],
    ['says that none are saved', own, null, 'noSettings'],
    ['says so without a repository, too, where none are saved', { repository: null }, null, 'noSettings'],
    ['says that there is no key for the language model', own, { llm_api_key_set: false }, 'noLlmKey'],
    ['says so without a repository, too', { repository: null }, { llm_api_key_set: false }, 'noLlmKey'],
    ['says nothing when there is a key', own, { llm_api_key_set: true }, none],
    ['says that no provider has a token', own, tokens({}), 'noProviderToken'],
    ['says that only another provider has a token', own, tokens({ gitlab: null }), 'noProviderToken'],
    ['takes null for a token on the usual host', own, tokens({ github: null }), none],
    ['takes a host for a token', own, tokens({ github: 'github.example.com' }), none],
    ['takes an empty host for a token', own, tokens({ github: '' }), none],
    ['takes true for a token', own, tokens({ github: true }), none],
    ['takes a record for a token', own, tokens({ github: { host: null } }), none],
    ['takes false for none', own, tokens({ github: false, gitlab: true }), 'noProviderToken'],
    ['says nothing when tokens are not reported', own, tokens(undefined), none],
    ['says nothing when tokens are null', own, tokens(null), none],
    ['says nothing of tokens in a list', own, tokens(['gitlab']), none],
    ['says nothing of tokens in a text', own, tokens('gitlab'), none],
    ['needs no token without a repository', { repository: null }, tokens({}), none],
    [
      'needs no token of a provider without a repository',
      { repository: null, git_provider: 'github' },
      tokens({}),
      none,
    ],
    ['needs any token for a provider that is not sent', { git_provider: null }, tokens({}), 'noProviderToken'],
    ['is content with any of them', { git_provider: null }, tokens({ gitlab: null }), none],
    ['looks for the repository of a micro-agent', microagent, tokens({}), 'microagentWithoutMessage noProviderToken'],
    [
      'looks for the provider of a micro-agent',
      { ...microagent, create_microagent: { repo: 'a/b', git_provider: 'gitlab' }, initial_user_msg: 'Go' },
      tokens({ github: null }),
      'noProviderToken',
    ],
    ['looks for the token of the chosen provider', { git_provider: 'gitlab' }, tokens({ gitlab: null }), none],
    [
      'misses the token of the chosen provider',
      { git_provider: 'gitlab' },
      tokens({ github: null }),
      'noProviderToken',
    ],
    [
      'misses the token for another repository',
      { repository: 'a/b', git_provider: 'bitbucket' },
      tokens({ github: null }),
      'noProviderToken',
    ],
    ['says both', own, { llm_api_key_set: false, provider_tokens_set: {} }, 'noLlmKey noProviderToken'],
  ];
  for (const [title, fields, settings, expected] of rows) {
    it(title, () => assert.equal(warnings(fields, target, settings), expected));
  }

  it('leads from a field that was not kept to that field', () => {
    const warning: Warning = { kind: 'notKept', field: 'image_urls' };
    assert.deepEqual([subject(warning), fixesOf(warning)], ['image_urls', ['setAgain', 'goWithout']]);
  });

  it('leads from pieces of another repository to the repository, below the message that has them', () => {
    const warning: Warning = { kind: 'otherRepository', repository: 'a/b', pieces: [] };
    assert.deepEqual([subject(warning), fixesOf(warning)], ['initial_user_msg', ['chooseRepository']]);
  });

  it('names the provider without a token', () => {
    const request = { repository: 'a/b', git_provider: 'bitbucket' } as const;
    assert.deepEqual(preflight(request, target, tokens({})), [{ kind: 'noProviderToken', provider: 'bitbucket' }]);
  });

  const settingsWarnings: readonly Warning[] = [
    { kind: 'noSettings' },
    { kind: 'noLlmKey' },
    { kind: 'noProviderToken', provider: 'github' },
  ];
  for (const warning of settingsWarnings) {
    it(`sends to the service for "${warning.kind}", or looks again`, () =>
      assert.deepEqual([subject(warning), fixesOf(warning)], ['service', ['openService', 'readSettings']]));
  }
});

describe('fixesOf', () => {
  it('offers each fix once', () => {
    for (const [warning] of notes) assert.equal(new Set(fixesOf(warning)).size, fixesOf(warning).length);
  });

  it('puts changes into the message only where a clone has what its remote has not', () => {
    const kinds = notes.filter(([warning]) => fixesOf(warning).includes('attachChanges')).map(([{ kind }]) => kind);
    assert.deepEqual(kinds, ['notPublished', 'upstreamGone', 'ahead', 'changes']);
  });
});
