import { inertMarkdown } from '../../src/answer/inertMarkdown';
import { withoutMarkup } from '../../src/base/markup';
import { readableText, unwrapped } from '../../src/base/readableText';
import { hasMoreValuesThan } from '../../src/client/http/readAnswer';
import { maskSettings } from '../../src/client/maskSettings';
import { withoutSecrets } from '../../src/client/secrets';
import { readServerMessage } from '../../src/client/serverText';
import { readPromptFile } from '../../src/draft/templates';
import { taskMarkerIn } from '../../src/entry/taskComment';
import { readMcpEntry } from '../../src/mcp/mcpFile';
import { changeCountsIn } from '../../src/repository/readRepository';
import { readDiff } from '../../src/repository/localChanges';
import { parseCommitDetails } from '../../src/result/pushedBranches';
import { redactorOf } from '../support/redactorOf';

const redactor = redactorOf('secret-number-1');

/** Functions that go through texts from outside step by step; ESLint holds what regular expressions cost. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  holdsMoreThan: (text) => hasMoreValuesThan(1e9, text),
  maskSettings: (text) => maskSettings({ llm_api_key_set: true, llm_base_url: text, more: [text] }),
  withoutSecrets: (text) => withoutSecrets({ [text]: [text] }, redactor),
  Redactor: (text) => redactor.redact(text),
  readServerWords: (text) => readServerMessage({ detail: [{ msg: text, loc: [text] }] }, redactor),
  inertMarkdown,
  unwrapped,
  readableText: (text) => readableText(text, String),
  withoutMarkup,
  readDiff,
  changeCountsIn,
  commitDetailsIn: parseCommitDetails,
  // It's fast enough that only a longer text shows a cost that grows with the square.
  taskMarkerIn: (text) => taskMarkerIn(text.repeat(5)),
  readPromptFile: (text) => readPromptFile(`---\n${text}`),
  readMcpEntry: (text) => readMcpEntry(text, { command: text, args: [text], headers: { [text]: text } }, 'mcpServers'),
};

const pieces = ['a', ' ', '\n', '"', '\\', '\\"', '[', '](', '<a', '`', '${', 'a: ', '://a@', 'token=', 'diff --git '];
const length = 200_000;

describe('A long text from outside', function () {
  // If the cost grew with the square of the length, it would be hours.
  this.timeout(60_000);

  for (const [name, read] of Object.entries(readers))
    it(`is read to its end by ${name}`, () => {
      // Made like a text from outside: the engine knows nothing of how it was put together.
      for (const piece of pieces) read(Buffer.from(piece.repeat(length / piece.length), 'utf16le').toString('utf16le'));
    });
});
