import assert from 'node:assert/strict';
import fc from 'fast-check';
import { changesOf, type McpChange, type McpParts } from '../../../src/mcp/common/mcpParts';
import { resolveCandidate } from '../../../src/mcp/common/mcpCandidate';
import { candidatesOf } from './candidates';

const envFile = (variables: Readonly<Record<string, string>>) => ({ path: '.env', variables });
const candidate = (server: object, inputs: readonly object[] = [], variables: Readonly<Record<string, string>> = {}) =>
  candidatesOf({ servers: { a: server }, inputs }, envFile(variables))[0]!;

describe('the changes of an MCP server', () => {
  const print = (part: string, value: string) => `print of ${part} ${value}`;
  function changes(before: McpParts, now: McpParts): readonly McpChange[] {
    return changesOf(now, new Map([...before].map(([part, value]) => [part, print(part, value)])), print);
  }

  it('are listed part by part, with the new origin of a URL, and no value', () => {
    const server = { command: 'npx', args: ['a'], env: { API: 'https://api.example', TOKEN: 'x' }, envFile: '.env' };
    const input = { type: 'promptString', id: 'token', description: 'One' };
    const args = ['${input:token}'];
    const before = candidate({ ...server, args }, [input], { GONE: '1', SAME: '2' });
    const now = candidate(
      {
        ...server,
        args: [...args, 'secret'],
        env: { API: 'https://me:secret@evil.example:81/?secret', TOKEN: 'secret', NEW: 'secret' },
        cwd: 'here',
      },
      [{ ...input, description: 'Another' }],
      { SAME: 'secret' },
    );
    const found = changes(before.parts, now.parts);
    assert.deepEqual(found, [
      { kind: 'changed', part: 'env.API', leadsTo: 'https://evil.example:81' },
      { kind: 'changed', part: 'args' },
      { kind: 'changed', part: 'env.TOKEN' },
      { kind: 'added', part: 'env.NEW' },
      { kind: 'changed', part: 'envFile.SAME' },
      { kind: 'removed', part: 'envFile.GONE' },
      { kind: 'added', part: 'cwd' },
      { kind: 'changed', part: 'inputs.token' },
    ]);
    assert.deepEqual(changes(now.parts, now.parts), []);
  });

  it('include the format of its file', () => {
    const server = { command: 'npx', args: ['${TOKEN}'] };
    const [ours, theirs] = [{ servers: { a: server } }, { mcpServers: { a: server } }].map(
      (file) => candidatesOf(file)[0]!,
    );
    assert.deepEqual(changes(ours!.parts, theirs!.parts), [
      { kind: 'added', part: 'mcpServers.a' },
      { kind: 'removed', part: 'servers.a' },
    ]);
  });

  it("can't hide behind a member that is named like a part", () => {
    const hidden = (value: string) => ({
      command: 'npx',
      env: { A: value, 'A: B': value },
      envFile: '.env',
      'env.A': 'same',
      'envFile.B': 'same',
      'inputs.token': 'same',
      'servers.a': 'same',
    });
    const [before, now] = ['https://good.example', 'https://evil.example'].map((url) =>
      candidate(hidden(url), [], { B: url }),
    );
    assert.deepEqual(
      changes(before!.parts, now!.parts).map(({ part }) => part),
      ['env.A', 'env.A: B', 'envFile.B'],
    );
  });

  it('include everything that makes a difference to what is sent', () => {
    const name = fc.constantFrom('A', 'env.A', 'command', 'args', '__proto__', 'inputs.t', 'url', '"');
    const value = fc.constantFrom('x', 'y', '${input:t}', '${env:A}');
    const names = fc.dictionary(name, value, { maxKeys: 3 });
    const server = fc.record(
      { command: value, args: fc.array(value, { maxLength: 2 }), env: names, envFile: fc.constant('.env'), url: value },
      { requiredKeys: ['command'] },
    );
    const candidates = fc
      .record({ server, rest: names, variables: names, byDefault: value })
      .map(({ server: described, rest, variables, byDefault }) =>
        candidate({ ...rest, ...described }, [{ type: 'promptString', id: 't', default: byDefault }], variables),
      );
    const answers = new Map([
      ['input:t', 'one'],
      ['env:A', 'two'],
    ]);
    fc.assert(
      fc.property(candidates, candidates, (one, other) => {
        if (changes(one.parts, other.parts).length > 0) return;
        assert.deepEqual(resolveCandidate(one, answers), resolveCandidate(other, answers));
        assert.deepEqual(one.questions, other.questions);
      }),
    );
  });
});
