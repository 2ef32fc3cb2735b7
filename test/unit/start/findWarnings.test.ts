import assert from 'node:assert/strict';
import type { ServiceApi } from '../../../src/client/apis/serviceApi';
import { apis } from '../../../src/client/apis/registry';
import { agentSettingsNames, withInterfaceNames } from '../../../src/client/apis/settingsNames';
import { requestOf } from '../../../src/draft/request';
import type { Draft, Origin } from '../../../src/draft/draft';
import type { DraftFields } from '../../../src/draft/draftFields';
import { findWarnings } from '../../../src/start/findWarnings';
import { fixesOf, subject, type Fix, type Warning } from '../../../src/start/warnings';
import type { Settings } from '../../../src/client/records';
import type { KnownSettings } from '../../../src/service/settingsState';
import type { Target, TargetNote } from '../../../src/repository/target';
import { savedSettings } from '../../service/v1/savedSettings';

/** One file that was changed again after it was staged. */
const files = { staged: 1, unstaged: 1, untracked: 0, conflicted: 0, total: 1 };
const at = 'v1.0';
const place = { repository: 'octocat/app', gitProvider: 'github', branch: 'topic' } as const;
const nowhere = {};
const branchless = { repository: 'octocat/app', gitProvider: 'github' } as const;
const unknownHost = { repository: 'octocat/app', branch: 'topic' };
const remoteless = { branch: 'topic' };

/** Notes of every kind, with what is known when they are made. */
// prettier-ignore
const notes: readonly (readonly [TargetNote, Omit<Target, 'notes'>, ReturnType<typeof subject>, readonly Fix[]])[] = [
  [{ kind: 'noFolder' }, nowhere, 'repository', ['chooseRepository']],
  [{ kind: 'gitUnavailable' }, nowhere, 'repository', ['chooseRepository']],
  [{ kind: 'gitFailed' }, nowhere, 'repository', ['chooseRepository']],
  [{ kind: 'noRepository' }, nowhere, 'repository', ['chooseRepository']],
  [{ kind: 'inParentFolder' }, nowhere, 'repository', ['openParents', 'chooseRepository']],
  [{ kind: 'unsafe' }, nowhere, 'repository', ['manageUnsafe', 'chooseRepository']],
  [{ kind: 'notOpen' }, nowhere, 'repository', ['openFolder', 'chooseRepository']],
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
  [{ kind: 'upstreamGone', branch: 'topic' }, place, 'selected_branch', ['fetch', 'publish', 'attachChanges', 'chooseBranch']],
  [{ kind: 'ahead', commits: 2 }, place, 'selected_branch', ['push', 'attachChanges', 'chooseBranch']],
  [{ kind: 'notFetched', branch: 'main' }, place, 'selected_branch', ['publish', 'push', 'attachChanges', 'chooseBranch']],
  [{ kind: 'aheadOfOther', commits: 2, local: 'topic', branch: 'main' }, place, 'selected_branch', ['publish', 'push', 'attachChanges', 'chooseBranch']],
  [{ kind: 'behind', commits: 2 }, place, 'selected_branch', ['fetch', 'chooseBranch']],
  [{ kind: 'changes', files }, place, 'selected_branch', ['attachChanges']],
  [{ kind: 'changesNotCounted' }, place, 'selected_branch', ['attachChanges']],
];

const kindsOf = (warnings: readonly Warning[]) => warnings.map(({ kind }) => kind).join(' ');
const none = '';

function warnings(fields: DraftFields, target: Target, settings?: KnownSettings, api: ServiceApi = apis.v0): string {
  const draft: Draft = { fields };
  const request = requestOf(draft, { target, instructions: '' });
  return kindsOf(findWarnings({ draft, request, target, settings, api }));
}

describe('what is found before a start', () => {
  for (const [note, found, about, fixes] of notes) {
    const target: Target = { ...found, notes: [note] };
    const isOfBranch = about === 'selected_branch';
    const isOfProvider = about === 'git_provider';
    const title = 'during' in note ? `${note.kind} during a ${note.during}` : note.kind;
    // Choosing none is a choice if there was something to choose.
    const isChoice = (value: unknown) => value !== undefined;

    describe(`the note "${title}"`, () => {
      // prettier-ignore
      const rows: readonly (readonly [string, DraftFields, boolean])[] = [
        ['stays for the target itself', {}, true],
        ['stays with a message', { initial_user_msg: 'x' }, true],
        ['goes away with another repository', { repository: 'a/b' }, false],
        ['goes away without the repository', { repository: null }, false],
        ['stays with the same repository by name', found.repository === undefined ? {} : { repository: found.repository }, true],
        ['goes away with another branch if it is about the branch', { selected_branch: 'other' }, !isOfBranch],
        ['goes away without the branch if it is about the branch', { selected_branch: null }, !(isOfBranch && isChoice(found.branch))],
        ['stays with the same branch by name', { selected_branch: found.branch ?? null }, true],
        ['goes away with a provider if it is about the provider', { git_provider: 'gitlab' }, !isOfProvider],
        ['stays without a provider', { git_provider: null }, true],
        ['goes away with another repository and the same branch', { repository: 'a/b', selected_branch: 'topic' }, false],
      ];
      for (const [when, fields, holds] of rows)
        it(when, () => assert.equal(warnings(fields, target), holds ? note.kind : none));

      it(`is about the ${about}`, () => assert.equal(subject(note), about));

      it(`can be fixed by ${JSON.stringify(fixes)}`, () => assert.deepEqual(fixesOf(note), fixes));
    });
  }

  for (const [running, expected] of [
    [2, []],
    [3, [{ kind: 'manyRun', running: 3 }]],
  ] as const)
    it(`warns of many running conversations from three on: ${running}`, () => {
      const known = { request: {}, target: { notes: [] }, settings: undefined, api: apis.v0 };
      assert.deepEqual(findWarnings({ ...known, running }), expected);
    });

  for (const [whose, root, left, age, changedFiles = 1, unpushedCommits = 2] of [
    ['its own clone', '/a', 'behind', 9 * 60_000],
    ['another clone', '/b', 'ahead aheadOfOther behind changes', 0],
    ['its own clone as of some time ago', '/a', 'ahead aheadOfOther behind changes', 11 * 60_000],
    ['its own clone before another file was changed', '/a', 'behind changes', 0, 0],
    ['its own clone before another commit', '/a', 'ahead aheadOfOther behind', 0, 1, 1],
  ] as const)
    it(`says what isn't among the changes in the message, which are of ${whose}`, () => {
      const notes: TargetNote[] = [
        { kind: 'ahead', commits: 2 },
        { kind: 'aheadOfOther', commits: 2, local: 'topic', branch: 'main' },
        { kind: 'behind', commits: 1 },
        { kind: 'changes', files },
      ];
      const target: Target = { ...place, root: '/a', notes };
      const from = { root, repositories: [place.repository] };
      const draft: Draft = {
        fields: {},
        attachments: [{ kind: 'changes', text: 'x', from, readAt: Date.now() - age, changedFiles, unpushedCommits }],
      };
      const request = { repository: place.repository, selected_branch: place.branch };
      const found = findWarnings({ draft, request, target, settings: undefined, api: apis.v0 });
      assert.equal(kindsOf(found), left);
    });

  const local: TargetNote[] = [
    { kind: 'changes', files },
    { kind: 'ahead', commits: 1 },
    { kind: 'changesNotCounted' },
  ];
  // prettier-ignore
  const clones: readonly (readonly [string, Partial<Target>, isGone: boolean])[] = [
    ['has nothing that the remote lacks', {}, true],
    ['is behind', { notes: [{ kind: 'behind', commits: 1 }] }, true],
    ...local.map((note) => [`has something of its own: ${note.kind}`, { notes: [note] }, false] as const),
    ['may have something that the remote lacks', { trackingRef: '' }, false],
    ['is another one', { root: '/b' }, false],
    ['is of another repository', { repository: 'o/b' }, false],
    ['is on another branch', { branch: 'main' }, false],
  ];
  for (const [title, { trackingRef = 'refs/remotes/origin/topic', ...given }, isGone] of clones)
    it(`${isGone ? 'says' : "doesn't say"} that changes in the message are gone if the clone ${title}`, () => {
      const target: Target = { ...place, root: '/a', notes: [], ...(trackingRef && { trackingRef }), ...given };
      const draft: Draft = { fields: {}, attachments: [{ kind: 'changes', text: 'x', from: { root: '/a' } }] };
      const request = { repository: place.repository, selected_branch: place.branch };
      const found = findWarnings({ draft, request, target, settings: undefined, api: apis.v0 });
      assert.equal(kindsOf(found).includes('changesGone'), isGone);
    });

  // prettier-ignore
  const messages: readonly (readonly [string, Omit<Draft, 'fields'> & { fields?: DraftFields }, missing: readonly string[]])[] = [
    ['come from another draft', { body: 'As in ![a.png](a.png), ![b.jpg](b.jpg), ![a.png](a.png)' }, ['a.png', 'b.jpg']],
    ['were typed on the sheet', { fields: { initial_user_msg: '![a.png](a.png)' } }, ['a.png']],
    ['are its own', { body: '![a.png](a.png)', images: [{ name: 'a.png', url: 'data:1', inText: true }] }, []],
    ['are partly its own', { body: '![a.png](a.png)![b.png](b.png)', images: [{ name: 'a.png', url: 'data:1' }] }, ['b.png']],
    ['are in the repository', { body: '![Logo](logo.png) ![media/a.png](media/a.png) [a.png](a.png) ![a.md](a.md)' }, []],
    ['are in an attachment', { attachments: [{ kind: 'file', text: '![a.png](a.png)' }] }, []],
    ["weren't saved with the original conversation", { body: '![a.png](a.png)', notKept: ['image_urls'] }, []],
  ];
  for (const [title, { fields = {}, ...content }, names] of messages)
    it(`${names.length > 0 ? 'says' : "doesn't say"} that images of the message are missing if they ${title}`, () => {
      const target: Target = { notes: [] };
      const draft: Draft = { fields, ...content };
      const request = requestOf(draft, { target, instructions: '' });
      const all = findWarnings({ draft, request, target, settings: undefined, api: apis.v0 });
      const found = all.filter(({ kind }) => kind === 'imagesMissing');
      assert.deepEqual(found, names.length > 0 ? [{ kind: 'imagesMissing', names }] : []);
      for (const warning of found) assert.equal(subject(warning), 'initial_user_msg');
    });

  it("says nothing about a branch that isn't sent, because nothing is hosted", () => {
    const target: Target = { branch: 'topic', notes: [{ kind: 'noRemote' }, { kind: 'ahead', commits: 1 }] };
    assert.equal(warnings({}, target), 'noRemote');
  });
});

describe('preflight of the settings', () => {
  const target: Target = { ...place, notes: [] };
  const tokens = (provider_tokens_set: unknown) => ({ llm_api_key_set: true, provider_tokens_set }) as Settings;
  const own: DraftFields = {};

  const microagent = { repository: null, git_provider: null, create_microagent: { repo: 'a/b' } } as const;
  // prettier-ignore
  const rows: readonly (readonly [string, DraftFields, KnownSettings, string])[] = [
    ["says nothing about settings that weren't loaded", own, undefined, none],
    ['says that none are saved', own, null, 'noSettings'],
    ['says that none are saved even without a repository', { repository: null }, null, 'noSettings'],
    ['says that there is no key for the language model', own, { llm_api_key_set: false }, 'noLlmKey'],
    ['says that there is no key even without a repository', { repository: null }, { llm_api_key_set: false }, 'noLlmKey'],
    ['says nothing if there is a key', own, { llm_api_key_set: true }, none],
    ['says that no provider has a token', own, tokens({}), 'noProviderToken'],
    ['says that only another provider has a token', own, tokens({ gitlab: null }), 'noProviderToken'],
    ['accepts null as a token on the usual host', own, tokens({ github: null }), none],
    ['accepts true as a token', own, tokens({ github: true }), none],
    ['treats false as no token', own, tokens({ github: false, gitlab: true }), 'noProviderToken'],
    ["says nothing if tokens aren't reported", own, tokens(undefined), none],
    ['needs no token without a repository', { repository: null }, tokens({}), none],
    ["needs any token for a provider that isn't sent", { git_provider: null }, tokens({}), 'noProviderToken'],
    ['accepts any of them', { git_provider: null }, tokens({ gitlab: null }), none],
    ['checks the repository of a micro-agent', microagent, tokens({}), 'microagentWithoutMessage noProviderToken'],
    ['checks the provider of a micro-agent', { ...microagent, create_microagent: { repo: 'a/b', git_provider: 'gitlab' }, initial_user_msg: 'Go' }, tokens({ github: null }), 'noProviderToken'],
    ['accepts the token of the selected provider', { git_provider: 'gitlab' }, tokens({ gitlab: null }), none],
    ['reports a missing token of the selected provider', { git_provider: 'gitlab' }, tokens({ github: null }), 'noProviderToken'],
    ['reports both', own, { llm_api_key_set: false, provider_tokens_set: {} }, 'noLlmKey noProviderToken'],
  ];
  for (const [title, fields, settings, expected] of rows)
    it(title, () => assert.equal(warnings(fields, target, settings), expected));

  describe('of a service of API V1', () => {
    const saved = (answer: object) =>
      withInterfaceNames({ ...savedSettings, ...answer }, agentSettingsNames) as Settings;
    // prettier-ignore
    const answers: readonly (readonly [string, object, string])[] = [
      ['finds its key, which it keeps to itself, and no provider', {}, 'noProviderToken'],
      ['finds the token of the provider', { provider_tokens_set: { github: null } }, none],
      ['says nothing of a key, which not every model needs', { provider_tokens_set: { github: null }, llm_api_key_set: false }, none],
    ];
    for (const [title, answer, expected] of answers)
      it(title, () => assert.equal(warnings(own, target, saved(answer), apis.v1), expected));

    it('says of servers only that it does not take them, and still something about its settings', () => {
      const request = { mcp_config: { shttp_servers: [{ url: 'https://x.example' }] } };
      const settings = saved({ llm_api_key_set: false });
      assert.equal(kindsOf(findWarnings({ request, target, settings, api: apis.v0 })), 'mcpReplacesSaved noLlmKey');
      assert.equal(kindsOf(findWarnings({ request, target, settings, api: apis.v1 })), 'unsupportedField');
    });
  });

  describe('finds', () => {
    const clone: Target = { root: '/a', repository: 'o/a', notes: [] };
    // prettier-ignore
    const rows: readonly (readonly [string, Origin | undefined, string | undefined, Target, boolean])[] = [
      ['without a clone', undefined, 'o/a', clone, false],
      ["of the target's clone", { root: '/a', repositories: ['o/a'] }, 'o/a', clone, false],
      ["of the target's clone, whose other remote was selected", { root: '/a', repositories: ['my/a'] }, 'o/a', clone, false],
      ['of another clone of the same repository', { root: '/a2', repositories: ['o/a'] }, 'o/a', clone, false],
      ['of another clone', { root: '/b', repositories: ['o/b'] }, 'o/a', clone, true],
      ['of another clone without a remote', { root: '/b' }, 'o/a', clone, true],
      ["of the target's clone, when another is typed", { root: '/a', repositories: ['o/a'] }, 'o/b', clone, true],
      ['of the repository that is typed', { root: '/b', repositories: ['o/b'] }, 'o/b', clone, false],
      ['when no repository is sent', { root: '/b', repositories: ['o/b'] }, undefined, clone, false],
      ['when there is no target', { root: '/b' }, 'o/a', { notes: [] }, true],
    ];
    for (const [title, from, repository, target, isForeign] of rows)
      it(`${isForeign ? 'a piece' : 'no other repository for a piece'} ${title}`, () => {
        const piece = { kind: 'file', text: 'x', ...(from && { from }) } as const;
        const draft: Draft = { fields: {}, attachments: [piece] };
        const request = repository === undefined ? {} : { repository };
        const found = findWarnings({ draft, request, target, settings: undefined, api: apis.v0 });
        assert.deepEqual(found, isForeign ? [{ kind: 'otherRepository', repository, attachments: [piece] }] : []);
      });
  });

  describe("of the user's own clone instructions", () => {
    const request = { repository: 'octocat/app', selected_branch: 'fix/main' };
    const rows: readonly (readonly [string, string | null | undefined, readonly string[]])[] = [
      ['says nothing of suggested ones', undefined, []],
      ['says nothing if none are sent', null, []],
      ['finds repository and branch in a URL and a name', 'Clone git@github.com:octocat/app.git at "fix/main".', []],
      ['finds an escaped path', 'Get https://example.com/octocat%2Fapp, fix/main', []],
      ['finds the repository in any case', 'Clone Octocat/App at fix/main', []],
      ['misses a branch in another case', 'Clone octocat/app at Fix/Main', ['fix/main']],
      ['misses another branch', 'Clone octocat/app, check out "fix/domain"', ['fix/main']],
      ['misses another repository', 'Clone octocat/application at fix/main', ['octocat/app']],
      ['misses both', 'Clone me/app', ['octocat/app', 'fix/main']],
    ];
    for (const [title, text, names] of rows)
      it(title, () => {
        const draft: Draft = { fields: { clone_instructions: text } };
        const found = findWarnings({ draft, request, target: { notes: [] }, settings: undefined, api: apis.agent });
        const expected: Warning = { kind: 'cloneLacks', names };
        assert.deepEqual(found, names.length > 0 ? [expected] : []);
        assert.equal(subject(expected), 'clone_instructions');
      });

    it('says nothing where the service learns the repository from the request', () => {
      const draft: Draft = { fields: { clone_instructions: 'Clone me/app' } };
      assert.deepEqual(findWarnings({ draft, request, target: { notes: [] }, settings: undefined, api: apis.v1 }), []);
    });
  });

  describe('says what will fail only where that is certain', () => {
    const request = { repository: 'a/b', git_provider: 'bitbucket' } as const;
    const named = { kind: 'noProviderToken', provider: 'bitbucket' } as const;
    const cases: readonly (readonly [string, KnownSettings, 'v0' | 'v1', Warning])[] = [
      ['no token at all', tokens({}), 'v0', { ...named, fails: true }],
      ['the token of another provider', tokens({ github: null }), 'v0', { ...named, fails: false }],
      ['no token at all, with API V1', tokens({}), 'v1', { ...named, fails: false }],
      ['no settings', null, 'v0', { kind: 'noSettings', fails: true }],
      ['no settings, with API V1', null, 'v1', { kind: 'noSettings', fails: false }],
    ];
    for (const [title, settings, api, warning] of cases)
      it(title, () => assert.deepEqual(findWarnings({ request, target, settings, api: apis[api] }), [warning]));
  });

  // A piece of another repository leads to the repository, below the message that contains it.
  const places: readonly (readonly [Warning, about: ReturnType<typeof subject>, ...fixes: readonly Fix[]])[] = [
    [{ kind: 'otherRepository', repository: 'a/b', attachments: [] }, 'initial_user_msg', 'chooseRepository'],
    [{ kind: 'notKept', field: 'image_urls' }, 'image_urls', 'setAgain'],
    [{ kind: 'noSettings', fails: true }, 'service', 'openService', 'readSettings'],
    [{ kind: 'noLlmKey' }, 'service', 'openService', 'readSettings'],
    [{ kind: 'noProviderToken', provider: 'github', fails: false }, 'service', 'openService', 'readSettings'],
  ];
  for (const [warning, about, ...fixes] of places)
    it(`shows "${warning.kind}" below "${about}", and leads on by ${JSON.stringify(fixes)}`, () =>
      assert.deepEqual([subject(warning), fixesOf(warning)], [about, fixes]));
});
