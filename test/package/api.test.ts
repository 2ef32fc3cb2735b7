import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { TemporaryFolder } from '../host/temporaryFolder';
import { shippedExtension } from '../host/vsix';

function problemsIn(folder: string): readonly string[] {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    allowUnreachableCode: true,
    target: 'ES2024',
    module: 'preserve',
    types: [path.join(PROJECT_ROOT, 'node_modules', '@types', 'vscode')],
    skipLibCheck: false,
  };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const compiler = path.join(PROJECT_ROOT, 'node_modules', 'typescript-7', 'bin', 'tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { cwd: folder, encoding: 'utf8' });
  return stdout.split(/\n(?! )/).filter((line) => line.includes('error TS'));
}

describe('The packaged API types', function () {
  // Packages the extension if that hasn't been done yet.
  this.timeout(60_000);
  /** Errors of the compiler for each source of another extension, with a copy of the types in a folder beside it. */
  const said = new Map<string, readonly string[]>();

  const whole = `
    const response = await agent.startConversation({ initial_user_msg: 'x', git_provider: 'gitlab' });
    agent.onWillStartConversation(({ request, warnings }) => [request.repository, warnings[0]?.message]);
    agent.onDidChangeConversations(() => undefined).dispose();
    agent.onDidEndConversation(({ id, state }) => [id.length, state === 'waiting']);
    const latest: Conversation | undefined = agent.conversations[0];
    const set: boolean | undefined = (await agent.loadSettings())?.llm_api_key_set;
    return [response?.conversation_id.length, latest?.request.selected_branch, latest?.outcome === 'started', set];`;
  const refused: readonly (readonly [what: string, body: string, expected: RegExp])[] = [
    ['an unknown provider', "await agent.startConversation({ git_provider: 'svn' });", /'"svn"' is not assignable/],
    ['an unknown field', "await agent.startConversation({ colour: 'red' });", /'colour' does not exist/],
    ['an unknown outcome', "return agent.conversations[0]?.outcome === 'failed';", /no overlap/],
    [
      "a field that the history doesn't save",
      'return agent.conversations[0]?.request.mcp_config;',
      /'mcp_config' does not exist/,
    ],
    ['the import of a value', "await import('./types/api').then((it) => it.gitProviders);", /gitProviders/],
  ];

  before(async () => {
    using folder = new TemporaryFolder('types');
    const types = path.join((await shippedExtension()).folder, 'dist', 'types');
    cpSync(types, path.join(folder.path, 'types'), { recursive: true });
    const files = [whole, ...refused.map(([, body]) => body)].map((body, index) => {
      const file = path.join(folder.path, `use${index}.ts`);
      const imported = "import type { AgentConversationsApi, Conversation } from './types/api';";
      const used = `export async function use(agent: AgentConversationsApi): Promise<unknown> {\n${body}\nreturn;\n}`;
      writeFileSync(file, `${imported}\n${used}\nexport type Known = Conversation;\n`);
      return { file, body };
    });
    const problems = problemsIn(folder.path);
    // An error in the types themselves is an error for everyone who uses them.
    const isAbout = (line: string, file: string) => line.startsWith(path.basename(file)) || /^types\//.test(line);
    for (const { file, body } of files)
      said.set(
        body,
        problems.filter((line) => isAbout(line, file)),
      );
  });

  it('compile without anything else from the extension', () => assert.deepEqual(said.get(whole), []));

  for (const [what, body, expected] of refused) {
    it(`reject ${what}`, () => assert.match(said.get(body)?.join('\n') ?? '', expected));
  }
});
