import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../host/browser';
import { Patience } from '../host/patience';
import { TemporaryFolder } from '../host/temporaryFolder';
import { marked } from '../support/markedSecrets';
import { Recorder } from '../support/recorder';

const secret = marked('leak');

// All other files here rely on it to find what leaks.
describe('The recorder of secrets', () => {
  const folder = new TemporaryFolder('recorder');
  let browser: Browser;
  let server: Server;
  let page: Page;
  let recorder: Recorder;

  before(async () => {
    server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>Page</title><main class="part"><p>Text</p><input><iframe></iframe></main>');
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    browser = await launchBrowser();
  });

  after(async () => {
    await browser.close();
    server.close();
    folder.dispose();
  });

  beforeEach(async () => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    recorder = await Recorder.watch(context);
    page = await context.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  });

  afterEach(() => page.context().close());

  const until = (what: string, holds: () => boolean) =>
    new Patience(page, 'recorder').until(
      what,
      () => Promise.resolve([holds(), recorder.leaks]),
      ([held]) => held === true,
      10_000,
    );

  // prettier-ignore
  const shown: readonly (readonly [what: string, script: string, where: RegExp])[] = [
    ['a text', `document.querySelector('p').textContent = secret`, /the text of .*main\.part > p$/],
    [
      'a text in pieces, gone at once',
      `const p = document.createElement('p');
       p.innerHTML = '<b>' + secret.slice(0, 9) + '</b><i>' + secret.slice(9) + '</i>';
       document.body.append(p);
       p.remove();`,
      /the text of .*body$/,
    ],
    ['a tooltip', `document.querySelector('p').title = secret`, /the attribute title of .*p$/],
    ['what an input is given', `document.querySelector('input').value = secret`, /the value of .*input$/],
    ['the shadow of an element', `document.querySelector('p').attachShadow({ mode: 'closed' }).innerHTML = '<i>' + secret + '</i>'`, /the source of i$/],
    ['a text that is copied', `navigator.clipboard.writeText(secret)`, /the clipboard$/],
    ['base64', `document.querySelector('p').textContent = btoa('a' + secret)`, /^an encoded one in the text of .*p$/],
  ];
  for (const [what, script, where] of shown) {
    it(`finds one in ${what}`, async () => {
      await page.evaluate(`{ const secret = '${secret}'; ${script}; }`);
      await until('a leak', () => recorder.leaks.some((leak) => where.test(leak)));
      assert.ok(!recorder.leaks.join().includes(secret), 'the secret itself');
      assert.throws(() => recorder.assertSilent(), /A secret is where it must not be/);
    });
  }

  it('finds one that is stored in the page', async () => {
    await page.evaluate(`localStorage.setItem('a', '${secret}')`);
    await recorder.lookAround([page]);
    assert.deepEqual(recorder.leaks, ['leak in the local storage']);
  });

  it('finds one in a file, and ignores the files in which it was planted', async () => {
    await mkdir(path.join(folder.path, 'state'));
    await writeFile(path.join(folder.path, 'planted.json'), secret);
    await recorder.watchFolder(folder.path);
    recorder.expectIn(path.join(folder.path, 'state', 'planted.json'));
    await writeFile(path.join(folder.path, 'state', 'planted.json'), secret);
    await recorder.lookAround([page]);
    assert.deepEqual(recorder.leaks, []);
    await writeFile(path.join(folder.path, 'state', 'log.txt'), Buffer.from(`a ${secret}`, 'utf16le'));
    await recorder.lookAround([page]);
    assert.deepEqual(recorder.leaks, ['an encoded one in the file state/log.txt']);
  });

  it('ignores what a user types, and what an input hides', async () => {
    await page.locator('input').fill(secret);
    await page.evaluate(`{
      const input = document.createElement('input');
      input.value = '${secret}';
      input.type = 'password';
      document.body.append(input);
      document.querySelector('p').textContent = '${marked('after-that')}';
    }`);
    await until('what came after that', () => recorder.leaks.length > 0);
    assert.deepEqual(
      recorder.leaks.filter((leak) => !leak.startsWith('after-that in the text of ')),
      [],
    );
  });
});
