import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { gitProviders } from '../../src/client/records';
import * as names from '../../src/names';
import { manifest, manifestWords as words, translated } from '../support/manifest';
import { textsIn } from '../support/searchedPlaces';
import { sourceFiles } from '../support/sourceFiles';

const { contributes } = manifest;

const sorted = (values: Iterable<string>) => [...values].sort();
const commandIds = contributes.commands.map(({ command }) => command);
const viewIds: readonly string[] = Object.values(names.views);
const settings = contributes.configuration.properties;

/** Literals of one kind in the source files, each as its first group. */
function inSource(folder: string, pattern: RegExp): string[] {
  return sourceFiles(folder).flatMap(({ text }) => Array.from(text.matchAll(pattern), ([, found = '']) => found));
}

describe('package.json and the code agree on', () => {
  it('the id', () => assert.equal(`${manifest.publisher}.${manifest.name}`, names.extensionId));
  it('views', () =>
    assert.deepEqual(
      sorted(Object.values(contributes.views).flatMap((group) => group.map(({ id }) => id))),
      sorted(viewIds),
    ));
  it('the chat participant, and the tool with what it takes', () => {
    const ids = contributes.chatParticipants.map(({ id }) => id);
    assert.deepEqual(ids, [names.chatParticipant]);
    const [tool] = contributes.languageModelTools;
    assert.equal(tool?.name, names.startTool);
    assert.equal(tool.toolReferenceName, 'startConversation');
    assert.deepEqual(tool.inputSchema.properties['provider']?.enum, gitProviders);
  });
  it('containers', () =>
    assert.deepEqual(
      sorted(contributes.viewsContainers.activitybar.map(({ id }) => id)),
      sorted(Object.keys(contributes.views)),
    ));
  it('settings', () => {
    const read = inSource('src/service/vscode', /(?:valueOf|\.update)\('([A-Za-z]+)'/g);
    assert.deepEqual(
      sorted(new Set(read)),
      sorted(Object.keys(settings).map((name) => name.slice(names.configurationSection.length + 1))),
    );
  });
  it('the states of the settings view', () => {
    // prettier-ignore
    const kinds = [
      'idle', 'noKey', 'unverified', 'badAddress', 'loading', 'loaded', 'keyRefused', 'noSettings', 'wrongService',
      'redirected', 'unreachable', 'certificate', 'proxy', 'failed',
    ];
    const used = contributes.viewsWelcome
      .filter(({ view }) => view === names.views.settings)
      .flatMap(({ when = '' }) => [...when.matchAll(/(\S+) == (\S+)/g)]);
    for (const [, key, kind = ''] of used)
      assert.ok(key === names.settingsStateContext && kinds.includes(kind), `${key} == ${kind}`);
  });
});

describe('package.json refers only to existing', () => {
  const mentioned = [
    ...Object.values(contributes.menus).flat(),
    ...Object.values(words).flatMap((text) =>
      [...text.matchAll(/\(command:([\w.]+)[?)]/g)].map((match) => ({ command: match[1] ?? '' })),
    ),
  ];
  // VS Code adds one for each view.
  const focusing = viewIds.map((id) => `${id}.focus`);
  it('commands in menus and texts', () => {
    const ours = mentioned.filter(({ command }) => command.startsWith(`${names.configurationSection}.`));
    const wrong = ours.filter(({ command }) => !commandIds.includes(command) && !focusing.includes(command));
    assert.deepEqual(wrong, []);
    const foreign = mentioned.filter(({ command }) => !ours.some((own) => own.command === command));
    assert.deepEqual(sorted(new Set(foreign.map(({ command }) => command))), [
      'vscode.openFolder',
      'workbench.action.openSettings',
      'workbench.action.openWalkthrough',
      'workbench.action.reloadWindow',
      'workbench.extensions.search',
      'workbench.trust.manage',
    ]);
  });
  it('the scheme of answers, whose editor has the next steps in its title', () => {
    const titled = contributes.menus['editor/title']?.filter(({ when = '' }) =>
      when.startsWith(`resourceScheme == ${names.textSchemes.answer}`),
    );
    assert.deepEqual(
      titled?.map(({ command }) => command),
      ['previewAnswer', 'sendFollowUp', 'openConversation'].map((name) => `agentConversations.${name}`),
    );
  });
  it('views in menus and welcome texts', () => {
    const inMenus = Object.values(contributes.menus)
      .flat()
      .flatMap(({ when = '' }) => /view == (\S+)/.exec(when)?.[1] ?? []);
    for (const view of [...inMenus, ...contributes.viewsWelcome.map((welcome) => welcome.view)])
      assert.ok(viewIds.includes(view), view);
  });
  it("counts in menus, since an unset count isn't 0 either", () => {
    const rules = Object.values(contributes.menus).flatMap((items) => items.map(({ when = '' }) => when));
    for (const when of rules)
      for (const [, key = ''] of when.matchAll(/(\w+) != 0/g)) assert.ok(when.includes(`${key} && `), when);
  });
  it('settings of an untrusted workspace', () => {
    for (const name of manifest.capabilities.untrustedWorkspaces.restrictedConfigurations)
      assert.ok(name in settings, name);
  });
  it('settings in messages of the code', () => {
    const known = [...commandIds, ...textsIn(names)];
    for (const name of inSource('src', /(agentConversations\.[A-Za-z]+)/g))
      assert.ok(name in settings || known.includes(name), name);
  });
  it('icons', () => {
    const files = textsIn(contributes).filter((text) => text.startsWith('media/'));
    assert.ok(files.length > 0);
    for (const file of files) assert.ok(existsSync(path.join(PROJECT_ROOT, file)), file);
  });
});

describe('package.nls.json', () => {
  const keys = textsIn(manifest).flatMap((text) => /^%(.+)%$/.exec(text)?.[1] ?? []);
  it('has every text of the manifest', () =>
    assert.deepEqual(
      keys.filter((key) => !Object.hasOwn(words, key)),
      [],
    ));
  it('has no unused text', () =>
    assert.deepEqual(
      Object.keys(words).filter((key) => !keys.includes(key)),
      [],
    ));
  it('has no empty text', () =>
    assert.deepEqual(
      Object.keys(words).filter((key) => words[key]?.trim() === ''),
      [],
    ));
});

describe('the public surface', () => {
  it('runs on VS Code 1.104 and later', () => {
    assert.equal(manifest.engines.vscode, '^1.104.0');
    assert.match(manifest.devDependencies['@types/vscode'] ?? '', /^1\.104\./);
  });
  it('starts after VS Code has started', () => assert.deepEqual(manifest.activationEvents, ['onStartupFinished']));
  it('has the name that users look for', () => assert.equal(translated(manifest.displayName), 'Agent Conversations'));
  it('ships three packages, in fixed versions', () => {
    assert.deepEqual(sorted(Object.keys(manifest.dependencies)), ['jsonc-parser', 'undici', 'zod']);
    for (const version of Object.values({ ...manifest.dependencies, ...manifest.devDependencies }))
      assert.match(version, /^(?:npm:typescript@)?\d+\.\d+\.\d+$/);
  });
  it('groups its commands', () => {
    for (const { command, category } of contributes.commands) assert.equal(translated(category), 'Agent', command);
  });

  it('has these commands and no others; README.md has their titles', () => {
    // prettier-ignore
    const expected = [
      'startConversation', 'startFromSelection', 'startFromFile', 'delegateSelection', 'delegateFile',
      'startFromProblem', 'startFromComment', 'startFromChanges', 'startFromTerminal', 'startFromTestFailure',
      'resolveMergeConflicts', 'createMicroagent', 'replayConversation', 'editDraft', 'startDraft', 'backToReview',
      'previewDraft', 'discardDraft', 'attachImages', 'showLastAnswer', 'decideAction', 'previewAnswer',
      'sendFollowUp', 'reviewResult', 'checkOutBranch', 'checkOutBranchInWorktree', 'createPullRequest', 'startAgain',
      'startPastConversation', 'showConversation', 'showOlder', 'refreshStatus', 'followConversation',
      'stopFollowing', 'copyDiagnostics', 'reportIssue', 'openService', 'copyConversationLink',
      'refreshConversations', 'openConversation', 'copyConversationId', 'removeConversation', 'filterConversations',
      'changeFilter', 'findConversation', 'refreshSettings', 'copySettingValue', 'setServiceUrl', 'setSessionKey',
      'clearSessionKey', 'showLog',
    ];
    const found = commandIds.map((id) => id.replace('agentConversations.', ''));
    assert.deepEqual(sorted(found), sorted(expected));
    for (const { command, title } of contributes.commands) assert.doesNotMatch(translated(title), /^%|…/, command);
  });

  const contract: Readonly<Record<string, readonly [byDefault: unknown, scope: string]>> = {
    serviceUrl: ['http://localhost:3000', 'machine'],
    conversationUrlTemplate: ['{base_url}/conversations/{conversation_id}', 'machine'],
    conversationInstructions: ['', 'resource'],
    gitProviderHosts: [{}, 'machine-overridable'],
    remote: ['', 'resource'],
    requestTimeoutSeconds: [120, 'machine'],
    httpClient: ['bundled', 'machine'],
    templates: [{}, 'resource'],
    resultBranchTemplate: ['', 'resource'],
  };
  for (const [name, expected] of Object.entries(contract)) {
    const found = settings[`agentConversations.${name}`];
    it(`has the setting ${name} with its default and scope`, () =>
      assert.deepEqual(found && [found.default, found.scope], expected));
  }
  it('has no other settings', () =>
    assert.deepEqual(
      Object.keys(settings).filter((id) => !Object.keys(contract).some((name) => id === `agentConversations.${name}`)),
      [],
    ));

  it("doesn't let a workspace set anything that decides where the session key is sent", () => {
    for (const name of ['serviceUrl', 'conversationUrlTemplate', 'requestTimeoutSeconds'])
      assert.equal(settings[`agentConversations.${name}`]?.scope ?? 'machine', 'machine');
  });
  it('ignores the restricted settings in an untrusted workspace', () => {
    const open = Object.keys(settings).filter((name) => settings[name]?.scope !== 'machine');
    assert.deepEqual(sorted(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations), sorted(open));
  });
});
