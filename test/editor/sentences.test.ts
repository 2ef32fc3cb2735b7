import assert from 'node:assert/strict';
import { HistoryError } from '../../src/conversations/historyFiles';
import { pushedWords } from '../../src/conversations/vscode/conversationLabels';
import { explainHistory, historyMessage } from '../../src/conversations/vscode/historyMessages';
import { DraftError } from '../../src/draft/draftFiles';
import { draftSentence, fillerTexts } from '../../src/draft/vscode/draftLabels';
import { addressRefusalMessage, imageRefusalMessage, imagesLabel } from '../../src/draft/vscode/imageMessages';
import type { FoundMcpFile } from '../../src/mcp/mcpSelection';
import {
  mcpBlockerMessage,
  mcpFileLabel,
  mcpLimitationMessage,
  mcpProblemMessage,
} from '../../src/mcp/vscode/mcpMessages';
import { explainServiceUrl, explainSessionKey } from '../../src/service/vscode/errors/explainInput';
import { reasonLabels } from '../../src/repository/vscode/repositoryLabels';
import { settingsMessage } from '../../src/settings/vscode/settingsItems';
import { expectedWords, requestFieldTitle } from '../../src/service/vscode/errors/fieldLabels';
import { NotConnected } from '../../src/service/serviceConnection';
import { explain } from '../../src/start/vscode/explain';
import { providerLabel } from '../../src/service/vscode/gitProviderLabels';
import type { Warning } from '../../src/start/warnings';
import { fatalWords, warningWords } from '../../src/start/vscode/warningWords';
import { addressOf } from '../support/addressOf';
import { someConversation } from '../support/someConversation';

/** Sentences that are rare, or have several names and numbers: which is which must not be mixed up. */
// prettier-ignore
const warnings: readonly (readonly [warning: Warning, sentence: string])[] = [
  [{ kind: 'gitUnavailable' }, "Git isn't available: enter a repository, or start without one"],
  [{ kind: 'gitFailed' }, "Git couldn't read the repository: enter one, or start without one"],
  [{ kind: 'noRepository' }, 'No Git repository open: enter one, or start without one'],
  [{ kind: 'inParentFolder' }, "The Git repository that contains this folder isn't open: open it, or start without one"],
  [{ kind: 'unsafe' }, "Git doesn't read the repository because another user owns it: manage it, or start without one"],
  [{ kind: 'notOpen' }, "This folder's Git repository isn't open: open it, or start without one"],
  [{ kind: 'chosenGone', root: '/a' }, "The selected repository isn't open or can't be read: select another"],
  [{ kind: 'several' }, 'Several repositories are open: select one'],
  [{ kind: 'changesNotCounted' }, "Uncommitted changes couldn't be counted: not visible to the agent"],
  [{ kind: 'mayBeSent' }, 'This may already have been sent: look at the conversation before sending it again'],
  [{ kind: 'modelBesideProfile' }, 'An agent profile is active on the service: its model may be used instead'],
  [{ kind: 'noRequiredSetting', setting: 'active_agent_profile_id' }, 'No agent profile is active on the service: the start uses the first one, or creates "default" if there is none'],
  [{ kind: 'mcpUnanswered', names: ['a', 'b'] }, 'Not sent until answered or reviewed: a, b'],
  [{ kind: 'mcpReplacesSaved' }, 'These MCP servers replace the ones the service has saved for you'],
  [{ kind: 'taskReplacesMessage' }, "The suggested task replaces the message: the agent won't see it"],
  [{ kind: 'taskWithoutRepository', repo: 'a/b' }, "The suggested task doesn't set the repository: a/b isn't the one that's sent"],
  [{ kind: 'microagentWithoutMessage' }, "The micro-agent doesn't say what to do: the agent waits for a message"],
  [{ kind: 'idRefusedByMost' }, 'Most services reject a conversation ID unless their administrator allows it'],
  [{ kind: 'idDropsMessage' }, 'If a conversation with this ID is already running, the start joins it and the message is lost'],
  [{ kind: 'noRemote' }, "The repository has no remote: the agent can't clone it"],
  [{ kind: 'severalRemotes', remotes: ['a', 'b'] }, 'Several remotes (a, b): select one'],
  [{ kind: 'remoteMissing', remote: 'mine' }, 'Remote "mine" from your settings doesn\'t exist'],
  [{ kind: 'notHosted' }, "The branch's remote isn't on a Git host: the agent can't clone it"],
  [{ kind: 'notHosted', remote: 'usb' }, 'Remote "usb" isn\'t on a Git host: the agent can\'t clone it'],
  [{ kind: 'unknownProvider', setting: 'gitea' }, 'agentConversations.gitProviderHosts has an unknown Git provider for this host: gitea'],
  [{ kind: 'detached', at: 'v1', during: 'rebase' }, 'Rebase in progress at v1: the agent starts on the default branch'],
  [{ kind: 'upstreamGone', branch: 'fix' }, 'fix is no longer on the remote, as of the last fetch'],
  [{ kind: 'notFetched', branch: 'fix' }, "Unknown whether fix has all commits: this clone doesn't fetch it"],
  [{ kind: 'aheadOfOther', local: 'fix', branch: 'main', commits: 1 }, "1 commit of fix isn't on main: not visible to the agent"],
  [{ kind: 'aheadOfOther', local: 'fix', branch: 'main', commits: 2 }, "2 commits of fix aren't on main: not visible to the agent"],
  [{ kind: 'behind', commits: 3 }, 'Remote is 3 commits ahead; the agent starts there'],
  [{ kind: 'changes', files: { conflicted: 4, staged: 3, unstaged: 2, untracked: 1, total: 10 } }, 'Uncommitted (4 conflicted, 3 staged, 2 changed, 1 untracked): not visible to the agent'],
  [{ kind: 'noSettings', fails: false }, 'No settings are saved on the service yet'],
  [{ kind: 'noProviderToken', fails: true }, 'The service has no Git provider token: the start will fail'],
  [{ kind: 'noProviderToken', fails: false }, 'The service has no Git provider token and might not have access to the repository'],
  [{ kind: 'noProviderToken', fails: false, provider: 'gitlab' }, 'The service has no GitLab token and might not have access to the repository'],
  [{ kind: 'notKept', field: 'initial_user_msg' }, 'The original message was too long to save in full: its end is missing'],
  [{ kind: 'notKept', field: 'conversation_instructions' }, 'The original instructions were too long to save in full: their end is missing'],
  [{ kind: 'notKept', field: 'replay_json' }, 'Replay: not saved with the original conversation'],
  [{ kind: 'notKept', field: 'mcp_config' }, "The original MCP servers weren't saved, because they may contain secrets: none are sent"],
  [{ kind: 'otherRepository', repository: 'me/app', attachments: [{ kind: 'file', about: 'a.ts', text: '' }, { kind: 'changes', text: '' }] }, 'From a repository other than me/app: file a.ts, local changes'],
  [{ kind: 'cloneLacks', names: ['me/app', 'main'] }, "Your clone instructions don't mention me/app, main, and nothing else tells the agent"],
  [{ kind: 'changesGone' }, 'The changes in the message are no longer in your clone: the remote may have them already'],
  [{ kind: 'imagesMissing', names: ['a.png', 'b.png'] }, "Images not in this draft, so the agent won't see them: a.png, b.png"],
  [{ kind: 'invisible', field: 'initial_user_msg', characters: 1 }, '1 invisible character, which the agent reads'],
  [{ kind: 'invisible', field: 'initial_user_msg', characters: 2 }, '2 invisible characters, which the agent reads'],
];

// prettier-ignore
const failures: readonly (readonly [warning: Warning, reason: string])[] = [
  [{ kind: 'noSettings', fails: true }, 'no settings saved'],
  [{ kind: 'noProviderToken', fails: true }, 'no Git token'],
  [{ kind: 'idNotUuid' }, "the ID isn't a UUID"],
];

const file = '/data/f.json';
const mcpFileOf: FoundMcpFile = { id: 'f', path: 'mcp.json', origin: 'workspace', damaged: [], servers: [] };
const expected = (...types: readonly string[]) => types.map((type) => expectedWords({ expected: type })).join(', ');
const problems = [
  [{ problem: 'unreadable' }, "The file can't be read"],
  [{ problem: 'outside' }, 'The file is a symbolic link that points outside the workspace'],
  [{ problem: 'notJson' }, "The file isn't valid JSON"],
  [{ damaged: ['a', 'b'] }, "Some parts can't be read: a, b"],
] as const;
const readDraft = (code: string) => draftSentence(new DraftError('read', code, file));

// prettier-ignore
const others: readonly (readonly [shown: string, sentence: string])[] = [
  [historyMessage([{ kind: 'damaged', files: 2, file }]), "Damaged files in the history are skipped: 2. The first one is now /data/f.json: delete it if you don't need it."],
  [historyMessage([{ kind: 'newer', files: 2, file }]), "Conversations saved by a newer version of this extension aren't shown: 2. Update the extension to see them."],
  [historyMessage([{ kind: 'unreadable', code: 'EACCES', file }]), "The conversation history can't be read (EACCES). Fix the permissions of /data/f.json, or move it."],
  [historyMessage([{ kind: 'unwritten', code: 'ENOSPC', file }]), "The outcome of some conversations couldn't be saved to the history (ENOSPC): only this window knows it. Free up disk space, or fix the permissions of /data/f.json."],
  [explainHistory(new HistoryError('read', 'EACCES', file)).sentence, "The conversation history can't be read (EACCES). Fix the permissions of /data/f.json, or move it."],
  [explainHistory(new HistoryError('write', 'ENOSPC', file)).sentence, "The conversation can't be saved to the history (ENOSPC). Free up disk space, or fix the permissions of /data/f.json."],
  [explainHistory(new HistoryError('delete', 'EACCES', file)).sentence, "The conversation can't be removed from the history (EACCES). Fix the permissions of /data/f.json."],
  [readDraft('setAside'), "A draft was damaged and isn't offered. It was moved to /data/f.json"],
  [readDraft('elsewhere'), 'Another window has sent, changed, or discarded this message. To send it from here as well, select Start again.'],
  [readDraft('held'), 'This draft is being sent, or is open in another window. Close its review sheet there first.'],
  [readDraft('unsaved'), "The message in the editor can't be saved. Save it first."],
  [readDraft('newer'), "A draft was saved by a newer version of this extension and isn't offered. Update the extension, or move /data/f.json."],
  [readDraft('EACCES'), "A draft can't be read (EACCES), and is neither offered nor overwritten. Fix the permissions of /data/f.json, or move the file."],
  [draftSentence(new DraftError('delete', 'EBUSY', file)), "The draft can't be deleted (EBUSY). Fix the permissions of /data/f.json, or delete it there."],
  [draftSentence(new DraftError('write', 'ENOSPC', file)), "Your draft can't be saved to disk (ENOSPC): only this window has it. Free up disk space, or fix the permissions of /data/f.json."],
  [fillerTexts.chat.question(), 'Start the conversation this chat filled in?'],
  [fillerTexts.command.question(), 'Start the conversation this command filled in?'],
  [imageRefusalMessage({ kind: 'notAnImage', name: 'a.txt' }), '"a.txt" wasn\'t added: it isn\'t a PNG, JPEG, GIF, or WebP image.'],
  [imageRefusalMessage({ kind: 'tooLarge', name: 'a.png', bytes: 5_300_000 }), '"a.png" wasn\'t added: it takes up 5.3 MB of the request, and models reject images over 5 MB.'],
  [imagesLabel(['https://a.example/', 'data:image/png;base64,AAAA']), '2 · 26 bytes · 1 by URL'],
  [imageRefusalMessage({ kind: 'unreadable', name: 'a.png' }), '"a.png" wasn\'t added: it can\'t be read.'],
  [addressRefusalMessage('notAnAddress'), 'Enter a valid URL, such as https://example.com/image.png.'],
  [addressRefusalMessage('scheme'), 'Only http:// and https:// URLs can be sent. Add a local image as a file.'],
  [addressRefusalMessage('credentials'), "URLs with a username or password aren't sent, because they can't be used to fetch the image."],
  [explainServiceUrl('notAnAddress'), "This isn't a valid URL. Use one like http://localhost:3000 or https://agents.example.com."],
  [explainServiceUrl('empty'), 'Enter the service URL, such as http://localhost:3000.'],
  [explainServiceUrl('scheme'), 'The URL must start with http:// or https://.'],
  [explainServiceUrl('credentials'), 'Remove the username and password from the URL. The session key is set separately.'],
  [explainServiceUrl('query'), 'The URL can\'t contain "?" or "#".'],
  [explain(new NotConnected({ kind: 'badAddress', reason: 'scheme' })).sentence, 'The URL must start with http:// or https://.'],
  [explain(new NotConnected({ kind: 'otherApi', address: addressOf('http://h:1') })).sentence, "h:1 no longer has the API with which this conversation was started, so it can't be asked."],
  [expected('number', 'int', 'a UUID', 'record', 'valid', 'x'), 'a number, an integer, a UUID, an object, valid, x'],
  [expected('of fewer values', 'of plain characters'), 'made up of fewer values, free of control and invisible characters'],
  [expected('not empty', 'absent', 'of another type'), 'non-empty, omitted, of a different type'],
  [['bitbucket_data_center', 'azure_devops', 'x'].map(providerLabel).join(), 'Bitbucket Data Center,Azure DevOps,x'],
  [(['git_provider', 'agent_type', 'repository'] as const).map(requestFieldTitle).join(), 'Git Provider,Plan First,Repository'],
  [Object.values(reasonLabels).map((label) => label()).join(), 'active editor,selected in Source Control,only open repository,selected,open in this window'],
  [explainSessionKey('empty'), 'Enter the session key.'],
  [explainSessionKey('lineBreak'), "The session key can't contain line breaks."],
  [explainSessionKey('characters'), "The session key contains characters that aren't allowed in a request header."],
  [mcpBlockerMessage({ kind: 'machineVariable', variable: '${pwd}' }), '${pwd} only works on this machine'],
  [mcpBlockerMessage({ kind: 'unknownType', type: 'a' }), 'Requests can\'t contain servers of type "a"'],
  [mcpBlockerMessage({ kind: 'damaged', member: 'args' }), '"args" can\'t be read'],
  [mcpBlockerMessage({ kind: 'empty' }), 'No command or URL'],
  [mcpBlockerMessage({ kind: 'commandInput', id: 'a' }), 'Input "a" comes from a command in this editor'],
  [mcpBlockerMessage({ kind: 'unknownInput', id: 'a' }), 'Input "a" isn\'t defined in its file'],
  [mcpBlockerMessage({ kind: 'commandWithSpaces' }), 'Services require a command without spaces: move the rest to its arguments'],
  [mcpBlockerMessage({ kind: 'badUrl' }), 'Services require a URL that starts with http, https, ws, or wss and has a host'],
  [mcpBlockerMessage({ kind: 'unclearUrl' }), "URLs with spaces, backslashes, invisible characters, or a username aren't sent"],
  [mcpLimitationMessage({ kind: 'headers', names: ['A', 'B'] }), 'Headers not sent: A, B'],
  [mcpLimitationMessage({ kind: 'members', names: ['a', 'b'] }), 'Not sent: a, b'],
  [mcpLimitationMessage({ kind: 'renamed', to: 'a' }), 'Sent as "a"'],
  [mcpLimitationMessage({ kind: 'envFileUnreadable', path: '.env' }), "Variables not sent, because .env can't be read"],
  [mcpLimitationMessage({ kind: 'disabled' }), 'Disabled in its file'],
  ...problems.map(([of, sentence]) => [mcpProblemMessage({ ...mcpFileOf, ...of }) ?? '', sentence] as const),
  [mcpFileLabel({ ...mcpFileOf, origin: 'user' }), 'User (mcp.json)'],
  [settingsMessage({ kind: 'loading' }, 0), 'Loading service settings...'],
  [pushedWords(someConversation({ pushed: 'a 12' })) ?? '', 'a pushed'],
  [pushedWords(someConversation({ pushed: 'a 12\nb 34\nc 56' })) ?? '', 'a and 2 more pushed'],
];

describe('A sentence', () => {
  for (const [warning, sentence] of warnings)
    it(`warns: ${sentence}`, () => assert.equal(warningWords(warning), sentence));
  for (const [warning, reason] of failures)
    it(`says beside Start why it will fail: ${reason}`, () => assert.equal(fatalWords(warning), reason));
  for (const [shown, sentence] of others) it(`says: ${sentence}`, () => assert.equal(shown, sentence));
});
