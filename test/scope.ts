// Tests that `npm test` leaves to `npm run test:all`, which skips nothing. File paths are relative to test/<layer>/.

type Windows = 'editor' | 'interface';

/** On the oldest VS Code, `npm test` runs only these: what has differed between versions, and what everyone does. */
export const smokeTests: Readonly<Record<Windows, readonly string[]>> = {
  editor: [
    'activation.test.ts',
    'drafts.test.ts',
    'hostFetch.test.ts',
    'secrets.test.ts',
    'settingsStore.test.ts',
    'startFlow.test.ts',
  ],
  interface: ['firstRun.test.ts'],
};

/** A file as a whole, or the tests with one of these strings in their full title. */
export type Left = 'whole' | readonly string[];

/**
 * Tests that `npm test` skips on every VS Code: those that find what builds up over weeks, and those that show in a
 * window again what a faster test already covers. No skipped test is one that another test of its suite depends on.
 */
export const leftToAll: Readonly<Record<string, Readonly<Record<string, Left>>>> = {
  unit: {
    // A real repository and a clone for each: unit/repository/localChanges has Git apply the diffs of all kinds of files.
    'repository/readLocalChanges.test.ts': [
      'a staged change that was reverted',
      'a file that was removed from the index only',
      'an untracked file without a line break',
      'an empty untracked file',
      'an untracked file with carriage returns',
      'a file with intent to add',
      'a staged binary file',
      'a text that is no longer UTF-8',
      'carries a commit over',
      'commits that undo each other',
      'names in other scripts that are committed',
      'an untracked program',
      'carries an untracked link over',
      'with diff.mnemonicPrefix',
      'with diff.context',
      'with diff.relative',
      'with diff.external',
      'with diff.submodule',
      'with diff.suppressBlankEmpty',
      'with core.quotePath',
      'carries nothing over',
      'carries a staged file over',
      'carries a changed file over',
      'staged and changed again',
      'carries a deleted file over',
      'carries a moved file over',
      'carries a binary file over',
      'a text that became binary',
      'an untracked text that is not UTF-8',
      'a file that became a program',
      'a link to nothing',
      'with diff.renames',
      'with status.showUntrackedFiles',
      'a branch when the upstream is gone',
      'ignores a file with only a changed time',
    ],
    // Git's own opinion of each: unit/repository/readLocalChanges.test.ts has Git apply them.
    'repository/localChanges.test.ts': ['as Git does'],
    'repository/remoteAddress.test.ts': ["isn't looked up for", 'keeps its host if'],
    // They fail where a pattern needs more stack than there is: unit/textCost.test.ts goes to the lengths that are read.
    'base/text.test.ts': ['of many megabytes'],
    // The tool reads all sources for seconds: another test compares the texts themselves.
    'l10n/bundle.test.ts': ['has the texts of the source files'],
    // Processes of Node, for as long as it takes: unit/conversations/historyKilled.test.ts has every order of steps.
    'conversations/historyProcesses.test.ts': 'whole',
    // npm run bench measures the same with ten thousand.
    'conversations/historySize.test.ts': 'whole',
    // Real clones: one of each kind is left.
    'result/pushed.test.ts': [
      'a branch that nobody has fetched',
      'a branch that came and went',
      'a fetch in another worktree',
      'a fetch during a pull',
      'a remote with a name like a path',
      'branches and subjects with unusual characters',
    ],
  },
  package: {
    'contents.test.ts': ["is identical when it's built again"],
  },
  editor: {
    'soak.test.ts': 'whole',
    // unit/client/fuzz.test.ts checks the same below the extension host.
    'hostileAnswers.test.ts': 'whole',
    // One or two of each kind of reading are left: unit/start/preflight, unit/repository/gitStatus and remoteUrl have
    // the words of all.
    'repositoryMatrix.test.ts': [
      ': one commit ahead',
      ': one commit behind',
      'with another name on the remote',
      'a local branch as upstream',
      'a tag that is checked out',
      'a bisection in progress',
      ': staged changes',
      ': unstaged changes',
      ': untracked files',
      'two remotes with origin as the upstream',
      "a remote that the settings name and that doesn't exist",
      'a remote on this disk',
      'a remote in scp syntax',
      'an SSH remote with a port',
      ': nested groups',
      'a host that the settings know',
      'a host that the service knows',
      'a branch with slashes',
      'a repository inside a repository',
      'two commits ahead with changes on top',
      'ahead and behind at once',
      'a rebase in progress',
      'neither of them origin or upstream',
    ],
  },
  interface: {
    // Each is covered by the file of the same name in the editor layer, which sees the same from inside.
    'diagnostics.test.ts': 'whole',
    'httpClient.test.ts': 'whole',
    'images.test.ts': 'whole',
    'integrations.test.ts': 'whole',
    'mcpServers.test.ts': 'whole',
    'outcomes.test.ts': 'whole',
    'startAgain.test.ts': 'whole',
    'templates.test.ts': 'whole',
    // editor/entryPoints.test.ts, editor/mergeConflicts.test.ts.
    'delegated.test.ts': 'whole',
    // unit/client/redirects.test.ts, editor/serviceConnection.test.ts; unit/manifest.test.ts for workspaces of any kind.
    'connection.test.ts': 'whole',
    // unit/reach.test.ts: nothing requires the mouse.
    'keyboard.test.ts': 'whole',
    // editor/repositoryMatrix.test.ts, unit/start/preflight, unit/repository/localChanges.
    'preflight.test.ts': 'whole',
    // unit/service/knownServices, serviceOfPage, editor/serviceConnection.
    'services.test.ts': 'whole',
    // unit/service/uncheckedCertificate.
    'uncheckedCertificate.test.ts': 'whole',
    // unit/support/markedSecrets: this shows that what is searched for is found, wherever it is.
    'recorder.test.ts': 'whole',
    'twoSheets.test.ts': 'whole',
    // editor/conversationJournal.test.ts, unit/draft/claimSheets.test.ts.
    'twoWindows.test.ts': 'whole',
    // editor/secrets.test.ts has all answers, and every window of every test is searched for planted secrets.
    'secrets.test.ts': 'whole',
    // Its steps are those of firstRun.test.ts; unit/manifest.test.ts has its contributions.
    'walkthrough.test.ts': 'whole',
    // unit/welcome.test.ts has the conditions of all; firstRun.test.ts shows those of a new profile.
    'welcome.test.ts': 'whole',
    'accessibility.test.ts': [
      'the questions behind a row',
      'the preview: the way back',
      'the prompts for service URL and session key',
      'about the walkthrough',
    ],
    // editor/drafts.test.ts, editor/mayRun.test.ts.
    'drafts.test.ts': ['is one of several', "can't be sent twice at once", 'has commands that are shown'],
    // editor/errors.test.ts has a row for each kind of failure.
    'errors.test.ts': [
      'reads the settings before it blames the key',
      'reads the settings again when asked to',
      'says in the view that nothing responds',
    ],
    // editor/followStatus.test.ts has every state, end and window.
    'followStatus.test.ts': ["doesn't say it again", 'continues after a reload', 'ends when the user says so'],
    // unit/l10n has all words.
    'language.test.ts': [
      'asks for the session key in German',
      'shows the settings in German',
      'how a start ended',
      'why a start failed',
    ],
    // editor/newerServices.test.ts has every field and refusal, editor/settingsOfV1.test.ts the rows of the settings.
    'newerService.test.ts': [
      'is shown with its API',
      'is offered no field',
      'has its settings in the same rows',
      'is sent the fields that it has',
      'says why it could not prepare',
      'is asked for all followed conversations at once',
      'is asked with a new key',
      // unit/start/resumeWaiting.test.ts.
      'is waited for by the next window',
    ],
    // editor/outcomes.test.ts.
    'openedNoView.test.ts': ['is told that a token is gone', 'is led to the service after'],
    // editor/reviewResult.test.ts, unit/result.
    'pushed.test.ts': [
      "isn't checked out over uncommitted work",
      'is checked out as a branch',
      'is checked out in a worktree',
      'fetches by itself',
    ],
    // unit/client/requests.test.ts sends all fields, editor/elevenFields.test.ts.
    'requestFields.test.ts': [
      'go back without loss',
      'say what excludes what',
      'can be asked for first',
      'fit a narrow window',
    ],
    // drafts.test.ts and errors.test.ts show the same for a rejection, a reload and a connection that breaks.
    'reviewSheet.test.ts': [
      'asks before it starts with nothing to do',
      'keeps the message when the sheet is closed',
      'starts fresh on request',
      'keeps the message when the service rejects it',
      'says "may have started"',
    ],
    // unit/settings/settingsOutline, unit/service/settingsState, unit/welcome.test.ts.
    'settingsView.test.ts': [
      'shows unknown fields',
      'shows wire name, type, meaning',
      'that has only the required one',
      'to show: no settings yet',
      'to show: a service that points elsewhere',
      'to show: a broken service',
    ],
    // One order is drawn from a seed; firstRun, openedNoView and the rest of stranger.test.ts have one each.
    'stranger.test.ts': ['A new window works'],
  },
};

/** Number of hostile answers in the fuzz run, unless FUZZ_RUNS is set: see unit/client/fuzz.test.ts. */
export const fuzzRuns = { fast: 2_000, all: 20_000 } as const;

/** Files that are left out of a layer as a whole. */
export function filesLeft(layer: string): readonly string[] {
  return Object.entries(leftToAll[layer] ?? {}).flatMap(([file, left]) => (left === 'whole' ? [file] : []));
}

/** Words of the titles that are left out of these files. */
export function titlesLeft(layer: string, files: readonly string[]): readonly string[] {
  return files.flatMap((file) => {
    const left = leftToAll[layer]?.[file] ?? [];
    return left === 'whole' ? [] : left;
  });
}
