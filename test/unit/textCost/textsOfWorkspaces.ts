import { isBranchName, isRepositoryPath } from '../../../src/repository/repository';
import { fence } from '../../../src/base/markup';
import { isWellKnownHost, providerOf, repositoryOn, unknownIn } from '../../../src/repository/gitProvider';
import { codeSpan } from '../../../src/base/markup';
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
  { name: 'isBranchName', largest: largest.line, run: isBranchName },
  { name: 'fence', largest: largest.diff, run: (text) => fence(text) },
  { name: 'isWellKnownHost', largest: largest.line, run: isWellKnownHost },
  {
    name: 'providerOf',
    largest: largest.line,
    run: (text) => providerOf(text, { [text]: text }, { providerTokens: { github: text, gitlab: { host: text } } }),
  },
  { name: 'unknownIn', largest: largest.line, run: (text) => unknownIn({ [text]: text }, text) },
  {
    name: 'repositoryOn',
    largest: largest.line,
    run: (text) => repositoryOn('bitbucket', text),
    frames: ['', 'a/', 'scm/'],
  },
  { name: 'codeBlock', largest: largest.message, run: (text) => codeBlock(text, text) },
  { name: 'codeSpan', largest: largest.line, run: codeSpan },
  { name: 'mergeRequestNumber', largest: largest.line, run: mergeRequestNumber, frames: ['', '#1', ' #'] },
  {
    name: 'fileAttachment',
    largest: largest.file,
    run: (text) => fileAttachment({ path: text, languageId: text, text, unsaved: true }),
  },
  {
    name: 'commentLines',
    largest: largest.message,
    run: (text) => commentLines([text, text, text], 1),
    frames: ['', '//'],
  },
  { name: 'taskMarkerIn', largest: largest.message, run: taskMarkerIn, frames: ['', '//', '- ', '* '] },
  { name: 'plainAttachment', largest: largest.message, run: (text) => plainAttachment('terminal', text, text) },
  { name: 'withoutControls', largest: largest.message, run: withoutControls },
  { name: 'countInvisible', largest: largest.message, run: countInvisible },
  { name: 'withoutInvisible', largest: largest.message, run: withoutInvisible },
  { name: 'hasEnding', largest: largest.line, run: (text) => hasEnding(text, ['png', 'jpg']) },
  { name: 'imageName', largest: largest.line, run: (text) => imageName(text, 'image/png') },
  { name: 'imageTypeOf', largest: largest.line, run: (text) => imageTypeOf(text) },
  { name: 'freeName', largest: largest.line, run: (text) => freeName(text, [text, text.toLowerCase()]) },
  {
    name: 'recogniseImage',
    largest: largest.message,
    run: (text) => recogniseImage(new TextEncoder().encode(text)),
    frames: ['', '<', ' <?xml'],
  },
  { name: 'addressRefusal', largest: largest.line, run: addressRefusal, frames: ['', 'https://', 'https://a/'] },
  { name: 'imageReference', largest: largest.line, run: imageReference },
  { name: 'isDataUri', largest: largest.message, run: isDataUri },
  {
    name: 'withoutImage',
    largest: largest.message,
    run: (text) =>
      withoutImage({ fields: { initial_user_msg: text }, body: text }, { name: 'a.png', url: '', inText: true }),
    frames: ['', '![', '![a]('],
  },
  {
    name: 'readDiff',
    largest: largest.diff,
    run: readDiff,
    frames: ['', 'diff --git ', 'diff --git "', 'diff --git a\nBinary files ', '* Unmerged path '],
  },
  { name: 'commandBlocker', largest: largest.file, run: commandBlocker },
  { name: 'urlBlocker', largest: largest.file, run: urlBlocker, frames: ['', 'https://', 'a'] },
  { name: 'readMcpEntry', largest: largest.file, run: entry, frames: ['', 'Bearer', 'Bearer a'] },
  { name: 'mcpCandidate', largest: largest.file, run: candidate, frames: ['', '${', '${input:', 'https://'] },
  { name: 'mcpOutline', largest: largest.file, run: (text) => mcpOutline(candidate(text).server) },
  {
    name: 'withVariables',
    largest: largest.file,
    run: (text) => withVariables(text, 'mcpServers', () => ''),
    frames: ['', '${', '${A:-'],
  },
  { name: 'serverNameFor', largest: largest.file, run: serverNameFor },
  {
    name: 'pathWithin',
    largest: largest.line,
    run: (text) => [pathWithin(text, text), pathWithin('/a', text)],
    frames: ['', 'C:', '/a'],
  },
  {
    name: 'readPromptFile',
    largest: largest.file,
    run: readPromptFile,
    frames: [
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
  },
  {
    name: 'parseRemoteUrl',
    largest: 4096,
    run: (text) => parseRemoteUrl(text)?.onHost('a'),
    frames: ['', 'https://', 'ssh://', 'a@', '[a@', 'https://a/'],
  },
  { name: 'jsonIn', largest: 50_000_000, run: jsonIn, frames: ['', '[', '{"a":"'] },
  { name: 'isRepositoryPath', largest: largest.line, run: isRepositoryPath, frames: ['', 'a/'] },
  {
    name: 'readStartLink',
    largest: largest.link,
    run: readStartLink,
    frames: ['', 'initial_user_msg=', 'repository=a/', 'image_urls=["'],
  },
  {
    name: 'fillTemplate',
    largest: largest.file,
    run: (text) => fillTemplate(text, { file: text.slice(0, 8) }),
    frames: ['', '${'],
  },
  {
    name: 'withTemplateText',
    largest: largest.file,
    run: (text) => withTemplateText({ fields: {}, body: text }, text),
  },
  {
    name: 'suggestedBranch',
    largest: largest.file,
    run: (text) => {
      const draft = { fields: { initial_user_msg: text }, body: text };
      return suggestedBranch(text, draft, text, new Date(0)).length;
    },
    frames: ['', '${'],
  },
  { name: 'isResultSentence', largest: largest.line, run: (text) => isResultSentence(text, text.slice(1, 9)) },
  {
    name: 'withResultName',
    largest: largest.line,
    run: (text) => withResultName({ name: text.slice(0, 9), sentence: text }, 'a'),
  },
  { name: 'withoutResultSentence', largest: largest.file, run: (text) => withoutResultSentence(text, 'a') },
  { name: 'withMessage', largest: largest.message, run: (text) => withMessage({ fields: {} }, text) },
  { name: 'certificatesInText', largest: largest.diff, run: certificatesInText },
  { name: 'gitStatusIn', largest: largest.diff, run: gitStatusIn, frames: ['', '1 .M N... 100644 100644 100644 a b '] },
  {
    name: 'refChangesIn',
    largest: largest.diff,
    run: refChangesIn,
    frames: ['', 'refs/remotes/origin/x@{1}\t', 'refs/remotes/origin/x@{1}\ta\t'],
  },
  {
    name: 'remoteBranchesIn',
    largest: largest.diff,
    run: (text) => remoteBranchesIn(text, 'origin'),
    frames: ['', 'refs/remotes/origin/a\t'],
  },
  { name: 'commitDetailsIn', largest: largest.file, run: commitDetailsIn, frames: ['', `${'a'.repeat(40)}\t1\t`] },
  { name: 'parseCommits', largest: largest.message, run: parseCommits, frames: ['', `${'a'.repeat(40)} `] },
  { name: 'readableText', largest: largest.message, run: (text) => readableText(text, String) },
];
