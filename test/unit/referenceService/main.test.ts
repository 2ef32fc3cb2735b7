import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { exchange, load } from './exchange';

/** Beside this file after a build. */
const main = path.join(__dirname, '../../service/main.js');

describe('reference service: the command line', () => {
  let child: ChildProcess | undefined;

  afterEach(() => void child?.kill('SIGKILL'));

  async function outputUntil(pattern: RegExp, ...args: string[]): Promise<string> {
    child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const gather = (chunk: Buffer) => (output += chunk.toString());
    child.stderr?.on('data', gather);
    for await (const chunk of child.stdout ?? []) {
      gather(chunk as Buffer);
      if (pattern.test(output)) break;
    }
    return output;
  }

  it('prints its URL and key, serves, and ends on Ctrl+C', async () => {
    const output = await outputUntil(/Ctrl\+C/, '--port', '0', '--key', 'MINE');
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? '';
    assert.match(output, /MINE/);
    const { status, json } = await load({ url, sessionKey: 'MINE' });
    assert.equal(status, 200);
    assert.equal((json() as Record<string, unknown>)['llm_api_key_set'], true);
    const exit = once(child!, 'exit');
    child?.kill('SIGINT');
    assert.deepEqual(await exit, [0, null]);
  });

  it('starts without settings on a first run', async () => {
    const output = await outputUntil(/Ctrl\+C/, '--port', '0', '--key', 'MINE', '--first-run');
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? '';
    assert.equal((await load({ url, sessionKey: 'MINE' })).status, 404);
  });

  it('has the operations of API V1 instead', async () => {
    const output = await outputUntil(/Ctrl\+C/, '--port', '0', '--key', 'MINE', '--api', 'v1');
    const service = { url: /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? '', sessionKey: 'MINE' };
    assert.equal((await load(service)).status, 404);
    assert.equal((await exchange(service, '/api/v1/settings')).status, 200);
  });

  for (const args of [['--port', 'x'], ['--nothing'], ['--api', 'v2']]) {
    it(`rejects ${args.join(' ')}`, async () => {
      child = spawn(process.execPath, [main, ...args], { stdio: 'ignore' });
      assert.deepEqual(await once(child, 'exit'), [1, null]);
    });
  }
});
