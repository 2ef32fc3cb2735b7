import assert from 'node:assert/strict';
import { apis } from '../../../src/client/apis/registry';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { curlCommand, keyVariable } from '../../../src/start/curl';
import { Redactor } from '../../../src/base/redactor';
import { requestText } from '../../../src/draft/request';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { holds } from '../../service/faults';
import { sampleSettings } from '../../service/sampleSettings';
import { startService, type Service } from '../../service/service';

const sessionKey = `k"e'y $HOME \`id\` \\`;

/**
 * Saves its input: arguments line by line, bodies with NUL after each. A function, because a shell takes longer
 * to start a program.
 */
const keepingCurl = `curl() {
  printf '%s\\n' "$@" > "$KEPT/arguments"
  { cat; printf '\\0'; } >> "$KEPT/bodies"
}
`;

const redactor = new Redactor();

describe('curlCommand', () => {
  const folder = new TemporaryFolder('curl');
  let service: Service;

  before(async () => {
    service = await startService({ sessionKey, settings: sampleSettings });
  });

  after(async () => {
    await service.close();
    folder.dispose();
  });

  const environment = () => ({ ...process.env, KEPT: folder.path, [keyVariable]: sessionKey });

  /** Runs commands from a file, one after the other, and returns the bodies that they sent. */
  function bodiesOf(commands: readonly string[]): readonly string[] {
    const script = path.join(folder.path, 'commands.sh');
    const bodies = path.join(folder.path, 'bodies');
    writeFileSync(script, keepingCurl + commands.join(''));
    writeFileSync(bodies, '');
    execFileSync('sh', [script], { env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
    return readFileSync(bodies, 'utf8').split('\0').slice(0, -1);
  }

  /** Many at a time: a shell takes longer to start than to run them. */
  function holdsForAll(texts: fc.Arbitrary<string>): void {
    const several = fc.array(texts, { minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(several, (bodies) => {
        const commands = bodies.map((body) => curlCommand('http://localhost:3000/api/conversations', body));
        assert.deepEqual(
          bodiesOf(commands),
          bodies.map((body) => `${body}\n`),
        );
      }),
      { numRuns: 5 },
    );
  }

  for (const shell of ['sh', 'bash'])
    it(`sends key and body, and doesn't reveal the key in the list of processes, with curl and ${shell}`, async function () {
      const script = path.join(folder.path, `${shell}.sh`);
      const request = {
        initial_user_msg: 'it\'s "quoted" $HOME `id` \\ \0 größe 🎉\nEND_OF_REQUEST',
        repository: 'a/b',
      };
      const body = requestText(request, redactor, apis.v0.start);
      writeFileSync(script, curlCommand(service.url + apis.v0.start.path, body));
      const env = environment();
      const isThere = (program: string) => spawnSync(program, ['--version'], { env }).error === undefined;
      if (!existsSync('/proc/self/cmdline') || ![shell, 'curl'].every(isThere)) this.skip();
      const held = holds();
      service.misbehave('startConversation', held);
      const sent = promisify(execFile)(shell, [script], { env });
      await Promise.race([held.reached, sent]);
      const lines = commandLines();
      held.release();
      assert.match((await sent).stdout, /"status":"ok"/, 'the key arrives');
      const received = service.requests.at(-1);
      assert.deepEqual([received?.body, received?.headers['content-type']], [request, 'application/json']);
      assert.ok(
        lines.some((line) => line.startsWith(`curl\0`) && line.includes(service.url)),
        'curl is seen',
      );
      const wrong = lines.filter((line) => line.includes(sessionKey));
      assert.deepEqual(wrong, []);
    });

  it('accepts any text, including lines like its own end', () => {
    const lines = fc.oneof(
      fc.constantFrom('END_OF_REQUEST', 'END_OF_REQUEST_2', 'END_OF_REQUEST_3', 'EOF', '', "'", '\\', '$(id)', '`id`'),
      fc.string({ unit: 'grapheme' }),
    );
    const texts = fc.array(lines).map((all) => all.join('\n'));
    // JSON has no NUL, and no line that starts with a letter, which dash would stumble over.
    holdsForAll(texts.filter((text) => !text.includes('\0') && !/^E.*\P{ASCII}/mu.test(text)));
  }).timeout(20_000);

  it('quotes the URL', () => {
    const address = `http://localhost:3000/it's/$(id)/[1]{2}`;
    bodiesOf([curlCommand(address, '{}')]);
    const args = readFileSync(path.join(folder.path, 'arguments'), 'utf8').split('\n');
    assert.ok(args.includes(address), args.join(' '));
    assert.ok(args.includes('--globoff'), 'brackets mean nothing to curl');
  });

  it('names the variable of the key, never the key itself', () =>
    assert.equal(
      curlCommand('https://agent.example.com/base/api/conversations', '{\n  "initial_user_msg": "x"\n}'),
      `curl --globoff --request POST 'https://agent.example.com/base/api/conversations' \\
  --header 'Content-Type: application/json' \\
  --header @/dev/fd/3 \\
  --data-binary @- 3<<END_OF_HEADER <<'END_OF_REQUEST'
X-Session-API-Key: $AGENT_CONVERSATIONS_KEY
END_OF_HEADER
{
  "initial_user_msg": "x"
}
END_OF_REQUEST
`,
    ));
});

/** Command lines of this machine's processes, as every user can read them: each argument ends with NUL. */
function commandLines(): readonly string[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) ? [readFileSync(`/proc/${name}/cmdline`, 'utf8')] : [];
    } catch {
      // The process has ended meanwhile.
      return [];
    }
  });
}
