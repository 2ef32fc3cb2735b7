import { isBranchName } from '../../../src/repository/common/branchName';
import { parseDataUri } from '../../../src/base/common/dataUri';
import { fence } from '../../../src/base/common/markup';
import { isWellKnownHost, providerOf, repositoryOn } from '../../../src/repository/common/gitProvider';
import { chatAttachment } from '../../../src/entry/common/chatAttachment';
import { codeBlock } from '../../../src/entry/common/codeBlock';
import { codeSpan } from '../../../src/entry/common/codeSpan';
import { mergeRequestNumber } from '../../../src/entry/common/conflictsTask';
import { fileAttachment } from '../../../src/entry/common/fileAttachment';
import { commentLines, taskMarkerIn } from '../../../src/entry/common/taskComment';
import { terminalAttachment, withoutControls } from '../../../src/entry/common/terminalAttachment';
import { textOfMarkdown } from '../../../src/entry/common/textOfMarkdown';
import { gitStatusIn } from '../../../src/repository/common/gitStatus';
import { hasInvisibleCharacters, readableText } from '../../../src/base/common/readableText';
import { freeName, hasEnding, imageName } from '../../../src/draft/common/imageName';
import { recogniseImage } from '../../../src/draft/common/imageType';
import { addressRefusal, imageReference, isDataUri, withoutImage } from '../../../src/draft/common/images';
import { newFileDiff, readDiff } from '../../../src/repository/common/localChanges';
import { parseEnvFile } from '../../../src/mcp/common/envFile';
import { commandBlock, urlBlock } from '../../../src/mcp/common/mcpBlock';
import { readMcpEntry } from '../../../src/mcp/common/mcpFile';
import { mcpOffer } from '../../../src/mcp/common/mcpOffer';
import { mcpOutline } from '../../../src/mcp/common/mcpOutline';
import { bearerOf } from '../../../src/mcp/common/mcpServerTemplate';
import { changesOf } from '../../../src/mcp/common/mcpParts';
import { mcpTemplate } from '../../../src/mcp/common/mcpTemplate';
import { serverNameFor } from '../../../src/mcp/common/serverNameFor';
import { pathWithin } from '../../../src/base/common/pathWithin';
import { readPromptFile } from '../../../src/draft/common/promptFile';
import { displayUrl, parseRemoteUrl, sshDestination, withHost } from '../../../src/repository/common/remoteUrl';
import { replayProblem } from '../../../src/draft/common/replay';
import { isRepositoryPath } from '../../../src/repository/common/repositoryPath';
import { readStartLink } from '../../../src/entry/common/startLink';
import { fillTemplate, withTemplateText } from '../../../src/draft/common/template';
import { withMessage } from '../../../src/draft/common/withMessage';
import { certificatesInText } from '../../../src/service/node/certificates';
import { inParts, largest, type TextFunction } from './textFunction';

const entry = (text: string) =>
  readMcpEntry(text, { command: text, args: inParts(text), url: text, type: text }, 'mcpServers');
const offer = (text: string) => mcpOffer({ ...entry(text), type: 'stdio' }, []);

/** Functions that read files, what Git and tests say, and messages. */
export const textsOfWorkspaces: readonly TextFunction[] = [
  { name: 'isBranchName', largest: largest.line, run: isBranchName },
  {
    name: 'parseDataUri',
    largest: largest.message,
    run: parseDataUri,
    frames: ['', 'data:', 'data:image/png;base64,'],
  },
  { name: 'fence', largest: largest.diff, run: (text) => fence(text) },
  { name: 'isWellKnownHost', largest: largest.line, run: isWellKnownHost },
  {
    name: 'providerOf',
    largest: largest.line,
    run: (text) => providerOf(text, { [text]: text }, { providerTokens: { github: text, gitlab: { host: text } } }),
  },
  {
    name: 'repositoryOn',
    largest: largest.line,
    run: (text) => repositoryOn('bitbucket', text),
    frames: ['', 'a/', 'scm/'],
  },
  { name: 'chatAttachment', largest: largest.message, run: (text) => chatAttachment(text, text) },
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
  { name: 'terminalAttachment', largest: largest.message, run: (text) => terminalAttachment(text, text) },
  { name: 'withoutControls', largest: largest.message, run: withoutControls },
  {
    name: 'textOfMarkdown',
    largest: largest.message,
    run: textOfMarkdown,
    frames: ['', '```', '~~~', '[a](', '**a', '`a', '![', '``a'],
  },
  { name: 'hasInvisibleCharacters', largest: largest.message, run: hasInvisibleCharacters },
  { name: 'hasEnding', largest: largest.line, run: (text) => hasEnding(text, ['png', 'jpg']) },
  { name: 'imageName', largest: largest.line, run: (text) => imageName(text, 'image/png') },
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
  { name: 'newFileDiff', largest: largest.file, run: (text) => newFileDiff(text, text) },
  {
    name: 'readDiff',
    largest: largest.diff,
    run: readDiff,
    frames: ['', 'diff --git ', 'diff --git "', 'diff --git a\nBinary files ', '* Unmerged path '],
  },
  {
    name: 'parseEnvFile',
    largest: largest.file,
    run: parseEnvFile,
    frames: ['', 'A="', "A='", 'A=`', 'A=b', 'export ', 'A', 'A="b"'],
  },
  { name: 'commandBlock', largest: largest.file, run: commandBlock },
  { name: 'urlBlock', largest: largest.file, run: urlBlock, frames: ['', 'https://', 'a'] },
  { name: 'readMcpEntry', largest: largest.file, run: entry },
  { name: 'mcpOffer', largest: largest.file, run: offer, frames: ['', '${', '${input:', 'https://'] },
  { name: 'mcpOutline', largest: largest.file, run: (text) => mcpOutline(offer(text)) },
  {
    name: 'bearerOf',
    largest: largest.file,
    run: (text) => [bearerOf('Authorization', text), bearerOf(text, text)],
    frames: ['', 'Bearer', 'Bearer a'],
  },
  {
    name: 'mcpTemplate',
    largest: largest.file,
    run: (text) => mcpTemplate(text, 'mcpServers'),
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
  { name: 'displayUrl', largest: largest.line, run: displayUrl, frames: ['', 'https://', 'a@', 'https://a/'] },
  { name: 'parseRemoteUrl', largest: 4096, run: parseRemoteUrl, frames: ['', 'https://', 'a@', '[a@', 'https://a/'] },
  { name: 'sshDestination', largest: 4096, run: sshDestination, frames: ['', 'ssh://', 'a@', '[a@'] },
  { name: 'withHost', largest: 4096, run: (text) => withHost(text, 'a'), frames: ['', 'https://', 'a@'] },
  { name: 'replayProblem', largest: 50_000_000, run: replayProblem, frames: ['', '[', '{"a":"'] },
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
  { name: 'withMessage', largest: largest.message, run: (text) => withMessage({ fields: {} }, text) },
  { name: 'certificatesInText', largest: largest.diff, run: certificatesInText },
  { name: 'gitStatusIn', largest: largest.diff, run: gitStatusIn, frames: ['', '1 .M N... 100644 100644 100644 a b '] },
  {
    name: 'readableText',
    largest: largest.message,
    run: (text) => readableText(text, { width: 100, blankLines: String }),
  },
  {
    name: 'changesOf',
    largest: largest.file,
    run: (text) => changesOf(new Map([['url', JSON.stringify(text)]]), new Map(), (_part, value) => value),
    frames: ['', 'https://'],
  },
];
