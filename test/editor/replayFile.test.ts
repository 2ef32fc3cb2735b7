import assert from 'node:assert/strict';
import { truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { emptyDraft } from '../../src/draft/draft';
import { chooseReplay, readReplay } from '../../src/start/vscode/fields/textFields';
import { TemporaryFolder } from '../host/temporaryFolder';
import { replaced } from '../support/replaced';

describe('A replay file', () => {
  const folder = new TemporaryFolder('replay');
  after(() => folder.dispose());

  function file(name: string, content: string | Uint8Array): vscode.Uri {
    const full = path.join(folder.path, name);
    writeFileSync(full, content);
    return vscode.Uri.file(full);
  }

  const taken = ' [ {"source" : "user", "text":"größe \\u00e9 🎉"},\r\n\t1.0 ]\n\n';

  it('is the one that is chosen in the dialog for it', async () => {
    let filters: unknown;
    const choose = (options: vscode.OpenDialogOptions) => {
      ({ filters } = options);
      return Promise.resolve([file('chosen.json', taken)]);
    };
    using _ = replaced(vscode.window, { showOpenDialog: choose });
    const { edit } = await chooseReplay();
    assert.deepEqual(filters, { 'JSON Files': ['json'], 'All Files': ['*'] });
    assert.deepEqual(edit?.(emptyDraft).fields, { replay_json: taken });
  });

  it('is read byte for byte', async () => assert.equal(await readReplay(file('plain.json', taken)), taken));

  it('loses the byte order mark, and nothing else', async () =>
    assert.equal(await readReplay(file('mark.json', `\ufeff${taken}`)), taken));

  it("doesn't have to be a list", async () => assert.equal(await readReplay(file('object.json', '{}')), '{}'));

  const refused: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
    ['is empty', '', /isn't valid JSON/],
    ["isn't JSON", '[1,\n2 3]', /isn't valid JSON/],
    ["isn't JSON at all", 'secret text', /^ExplainedError: The file isn't valid JSON/],
    ["isn't UTF-8", Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]), /"refused\.json" isn't UTF-8 text/],
    ['is UTF-16', Buffer.from('\ufeff[]', 'utf16le'), /isn't UTF-8 text/],
    ['has half a character', Buffer.from([0x22, 0xed, 0xa0, 0xbd, 0x22]), /isn't UTF-8 text/],
  ];
  for (const [title, content, reason] of refused) {
    it(`is rejected if it ${title}`, () => assert.rejects(readReplay(file('refused.json', content)), reason));
  }

  it("is rejected without being read if it's huge", async () => {
    const huge = file('huge.json', '[]');
    truncateSync(huge.fsPath, 50_000_001);
    await assert.rejects(readReplay(huge), /"huge\.json" is larger than 50 MB/);
  });

  it("is rejected in a sentence if it doesn't exist", () =>
    assert.rejects(
      readReplay(vscode.Uri.file(path.join(folder.path, 'none.json'))),
      /^ExplainedError: "none\.json" can't be read/,
    ));
});
