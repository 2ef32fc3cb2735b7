import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { run } from '../host/childProcess';
import { gitEnvironment } from '../host/gitEnvironment';

export interface Work {
  /** The bare repository to clone and to push to. */
  readonly remote: string;
  /** The branch to begin from; the remote's default one if it has no such branch. */
  readonly from: string | undefined;
  /** The branch to push to, continued if it is there. */
  readonly branch: string;
  /** First line of the commit's message. */
  readonly subject: string;
}

const greetings = [
  ['de', 'Hallo'],
  ['fr', 'Bonjour'],
  ['ar', 'مرحبا'],
  ['es', 'Hola'],
  ['it', 'Ciao'],
  ['ja', 'こんにちは'],
  ['pt', 'Olá'],
] as const;

/**
 * Does a piece of work in a clone of the sample repository and pushes it, as an agent does on its server.
 * @returns the names of the files that changed
 */
export async function pushWork({ remote, from, branch, subject }: Work): Promise<readonly string[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'agent-conversations-work-'));
  const git = (...args: string[]) => run('git', args, { cwd: folder, env: asAgent() });
  try {
    await git('clone', '--quiet', remote, '.');
    const has = async (name: string | undefined) =>
      name !== undefined && (await git('branch', '--remotes', '--list', `origin/${name}`)) !== '';
    if (await has(branch)) await git('checkout', '--quiet', branch);
    else await git('checkout', '--quiet', '-b', branch, '--no-track', (await has(from)) ? `origin/${from}` : 'HEAD');
    await addGreeting(folder);
    await git('add', '--all');
    await git('commit', '--quiet', '--message', subject);
    await git('push', '--quiet', 'origin', branch);
    return (await git('show', '--name-only', '--format=')).trim().split('\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Lets the sample program greet in one language more. */
async function addGreeting(folder: string): Promise<void> {
  const file = (name: string) => path.join(folder, ...name.split('/'));
  const before = await readFile(file('src/greetings.js'), 'utf8').catch(
    () => 'module.exports = {\n  en: "Hello",\n};\n',
  );
  const next = greetings.find(([language]) => !before.includes(`  ${language}: `)) ?? ['xx', '...'];
  await writeFile(file('src/greetings.js'), before.replace(/};\n$/, `  ${next[0]}: "${next[1]}",\n};\n`));
  await writeFile(file('src/hello.js'), program);
  const readme = await readFile(file('README.md'), 'utf8');
  await writeFile(file('README.md'), `${readme}\nIt greets in \`${next[0]}\`, too: ${next[1]}!\n`);
}

const program = `const greetings = require('./greetings');

function greet(name, language = 'en') {
  return \`\${greetings[language] ?? greetings.en}, \${name}!\`;
}

const language = (process.env.LANG ?? 'en').slice(0, 2);
console.log(greet(process.argv[2] ?? 'World', language));
`;

function asAgent(): NodeJS.ProcessEnv {
  return gitEnvironment({
    GIT_AUTHOR_NAME: 'Sample Agent',
    GIT_AUTHOR_EMAIL: 'agent@example.com',
    GIT_COMMITTER_NAME: 'Sample Agent',
    GIT_COMMITTER_EMAIL: 'agent@example.com',
  });
}
