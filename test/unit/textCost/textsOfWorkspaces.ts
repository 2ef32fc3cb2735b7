import { isBranchName, isRepositoryPath } from '../../../src/repository/repository';
import { codeSpan, fence } from '../../../src/base/markup';
import { isWellKnownHost, providerOf, repositoryOn, unknownIn } from '../../../src/repository/gitProvider';
import { codeBlock, fileAttachment, plainAttachment, withoutControls } from '../../../src/entry/attachments';
import { mergeRequestNumber } from '../../../src/entry/conflictsTask';
import { commentLines, taskMarkerIn } from '../../../src/entry/taskComment';
import { gitStatusIn } from '../../../src/repository/gitStatus';
import { countInvisible, readableText, withoutInvisible } from '../../../src/base/readableText';
import { freeName, hasEnding, imageName, imageTypeOf, recogniseImage } from '../../../src/draft/imageFormats';
import { addressRefusal, imageReference, isDataUri, withoutImage } from '../../../src/draft/images';
import { readDiff } from '../../../src/repository/localChanges';
import { commandBlocker, urlBlocker } from '../../../src/mcp/mcpBlocker';
import { readMcpEntry } from '../../../src/mcp/mcpFile';
import { mcpCandidate, serverNameFor } from '../../../src/mcp/mcpCandidate';
import { mcpOutline } from '../../../src/mcp/candidateSummary';
import { withVariables } from '../../../src/mcp/mcpVariables';
import { pathWithin } from '../../../src/base/regularFile';
import { withMessage } from '../../../src/draft/draft';
import { readPromptFile, fillTemplate, withTemplateText } from '../../../src/draft/templates';
import { commitDetailsIn, refChangesIn } from '../../../src/result/pushedBranches';
import { parseCommits, remoteBranchesIn } from '../../../src/repository/remoteBranches';
import {
  suggestedBranch,
  isResultSentence,
  withoutResultSentence,
  withResultName,
} from '../../../src/draft/resultBranch';
import { parseRemoteUrl } from '../../../src/repository/remoteUrl';
import { readStartLink } from '../../../src/entry/startLink';
import { certificatesInText } from '../../../src/service/certificates';
import { inParts, largest, type TextFunction } from './textFunction';
import { jsonIn } from '../../../src/base/json';

const entry = (text: string) =>
  readMcpEntry(text, { command: text, args: inParts(text), url: text, type: text, ...headersWith(text) }, 'mcpServers');
const headersWith = (text: string) => ({ headers: { Authorization: text, [text]: text } });
const candidate = (text: string) => mcpCandidate({ ...entry(text), type: 'stdio' }, new Map());

/** Functions that read files, the output of Git and of tests, and messages. */
export const textsOfWorkspaces: readonly TextFunction[] = [
  ['isBranchName', largest.line, isBranchName],
  ['fence', largest.diff, (text) => fence(text)],
  ['isWellKnownHost', largest.line, isWellKnownHost],
  [
    'providerOf',
    largest.line,
    (text) => providerOf(text, { [text]: text }, { providerTokens: { github: text, gitlab: { host: text } } }),
  ],
  ['unknownIn', largest.line, (text) => unknownIn({ [text]: text }, text)],
  ['repositoryOn', largest.line, (text) => repositoryOn('bitbucket', text), ['', 'a/', 'scm/']],
  ['codeBlock', largest.message, (text) => codeBlock(text, text)],
  ['codeSpan', largest.line, codeSpan],
  ['mergeRequestNumber', largest.line, mergeRequestNumber, ['', '#1', ' #']],
  ['fileAttachment', largest.file, (text) => fileAttachment({ path: text, languageId: text, text, unsaved: true })],
  ['commentLines', largest.message, (text) => commentLines([text, text, text], 1), ['', '//']],
  ['taskMarkerIn', largest.message, taskMarkerIn, ['', '//', '- ', '* ']],
  ['plainAttachment', largest.message, (text) => plainAttachment('terminal', text, text)],
  ['withoutControls', largest.message, withoutControls],
  ['countInvisible', largest.message, countInvisible],
  ['withoutInvisible', largest.message, withoutInvisible],
  ['hasEnding', largest.line, (text) => hasEnding(text, ['png', 'jpg'])],
  ['imageName', largest.line, (text) => imageName(text, 'image/png')],
  ['imageTypeOf', largest.line, (text) => imageTypeOf(text)],
  ['freeName', largest.line, (text) => freeName(text, [text, text.toLowerCase()])],
  ['recogniseImage', largest.message, (text) => recogniseImage(new TextEncoder().encode(text)), ['', '<', ' <?xml']],
  ['addressRefusal', largest.line, addressRefusal, ['', 'https://', 'https://a/']],
  ['imageReference', largest.line, imageReference],
  ['isDataUri', largest.message, isDataUri],
  [
    'withoutImage',
    largest.message,
    (text) =>
      withoutImage({ fields: { initial_user_msg: text }, body: text }, { name: 'a.png', url: '', inText: true }),
    ['', '![', '![a]('],
  ],
  [
    'readDiff',
    largest.diff,
    readDiff,
    ['', 'diff --git ', 'diff --git "', 'diff --git a\nBinary files ', '* Unmerged path '],
  ],
  ['commandBlocker', largest.file, commandBlocker],
  ['urlBlocker', largest.file, urlBlocker, ['', 'https://', 'a']],
  ['readMcpEntry', largest.file, entry, ['', 'Bearer', 'Bearer a']],
  ['mcpCandidate', largest.file, candidate, ['', '${', '${input:', 'https://']],
  ['mcpOutline', largest.file, (text) => mcpOutline(candidate(text).server)],
  ['withVariables', largest.file, (text) => withVariables(text, 'mcpServers', () => ''), ['', '${', '${A:-']],
  ['serverNameFor', largest.file, serverNameFor],
  ['pathWithin', largest.line, (text) => [pathWithin(text, text), pathWithin('/a', text)], ['', 'C:', '/a']],
  [
    'readPromptFile',
    largest.file,
    readPromptFile,
    [
      ...[
        '',
        '---',
        '---\n',
        '---\n…\n---\n',
        '---\nname: a…\n---\n',
        '---\nname: …a\n---\n',
        '---\ndescription:…\n---\n',
      ],
      ...["---\nname: 'a…\n---\n", '---\nname: "a…\n---\n', "---\nname: 'a'…\n---\n", '---\nname: "a"…\n---\n'],
      '---\nname: a…\u2028\n---\n',
    ],
  ],
  [
    'parseRemoteUrl',
    4096,
    (text) => parseRemoteUrl(text)?.onHost('a'),
    ['', 'https://', 'ssh://', 'a@', '[a@', 'https://a/'],
  ],
  ['jsonIn', 50_000_000, jsonIn, ['', '[', '{"a":"']],
  ['isRepositoryPath', largest.line, isRepositoryPath, ['', 'a/']],
  ['readStartLink', largest.link, readStartLink, ['', 'initial_user_msg=', 'repository=a/', 'image_urls=["']],
  ['fillTemplate', largest.file, (text) => fillTemplate(text, { file: text.slice(0, 8) }), ['', '${']],
  ['withTemplateText', largest.file, (text) => withTemplateText({ fields: {}, body: text }, text)],
  [
    'suggestedBranch',
    largest.file,
    (text) => {
      const draft = { fields: { initial_user_msg: text }, body: text };
      return suggestedBranch(text, draft, text, new Date(0)).length;
    },
    ['', '${'],
  ],
  ['isResultSentence', largest.line, (text) => isResultSentence(text, text.slice(1, 9))],
  ['withResultName', largest.line, (text) => withResultName({ name: text.slice(0, 9), sentence: text }, 'a')],
  ['withoutResultSentence', largest.file, (text) => withoutResultSentence(text, 'a')],
  ['withMessage', largest.message, (text) => withMessage({ fields: {} }, text)],
  ['certificatesInText', largest.diff, certificatesInText],
  ['gitStatusIn', largest.diff, gitStatusIn, ['', '1 .M N... 100644 100644 100644 a b ']],
  ['refChangesIn', largest.diff, refChangesIn, ['', 'refs/remotes/origin/x@{1}\t', 'refs/remotes/origin/x@{1}\ta\t']],
  ['remoteBranchesIn', largest.diff, (text) => remoteBranchesIn(text, 'origin'), ['', 'refs/remotes/origin/a\t']],
  ['commitDetailsIn', largest.file, commitDetailsIn, ['', `${'a'.repeat(40)}\t1\t`]],
  ['parseCommits', largest.message, parseCommits, ['', `${'a'.repeat(40)} `]],
  ['readableText', largest.message, (text) => readableText(text, String)],
];
