// node out/test/runAll.js [layer] [title]: every layer, or the one named; a title runs only the tests that match it.
import { availableParallelism } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { OwnedProcess, run } from './host/childProcess';
import { editorHosts } from './host/editorHosts';
import { type EditorHost, runEditorTests } from './host/editorRun';
import { compiledTests } from './host/paths';
import { TemporaryFolder } from './host/temporaryFolder';
import { readReport, testVariables } from './host/testReport';
import { hostVersions } from './host/versions';
import { packageExtension, shippedExtension } from './host/vsix';

interface Count {
  readonly passed: number;
  readonly failed: number;
}

type Write = (chunk: string | Buffer) => void;

/** One thing to run, with a name of its own in the output. */
interface Step {
  readonly name: string;
  /** Steps of one lane follow each other; lanes run side by side where there are cores for it. */
  readonly lane: string;
  readonly run: (write: Write) => Promise<Count>;
}

const layers: Readonly<Record<string, (grep?: string) => readonly Step[] | Promise<readonly Step[]>>> = {
  check: () => [tool('check', 'typescript/bin/tsc', ['--noEmit', '--pretty'])],
  lint: () => [
    tool('lint (eslint)', 'eslint/bin/eslint.js', ['.']),
    tool('lint (prettier)', 'prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']),
  ],
  unit: (grep) => [mocha('unit', 'unit', 'tests', grep)],
  package: (grep) => [mocha('package', 'package', 'tests', grep)],
  editor: async (grep) => (await editorHosts()).map(({ name, host }) => editor(name, host, grep)),
  interface: (grep) =>
    hostVersions.map(({ vscode }) =>
      mocha(`interface (browser, VS Code ${vscode})`, 'interface', vscode, grep, { [testVariables.vscode]: vscode }),
    ),
};

/**
 * What reads the sources or the package, and what needs a window; the two would slow each other down. A window, its
 * extension host and who drives them want two cores: with fewer, all that they wait for comes late.
 */
const phases = [
  { names: ['check', 'lint', 'unit', 'package'], coresOfLane: 1 },
  { names: ['editor', 'interface'], coresOfLane: 2 },
];

/** What works on the extension as it is shipped. */
const needsExtension = new Set(['package', 'editor', 'interface']);

/** Runs one of the project's own tools on the whole checkout; counts as one test. */
function tool(name: string, script: string, args: readonly string[]): Step {
  const command = [path.join(PROJECT_ROOT, 'node_modules', ...script.split('/')), ...args];
  return {
    name,
    lane: 'sources',
    run: async () => {
      await run(process.execPath, command, { cwd: PROJECT_ROOT });
      return { passed: 1, failed: 0 };
    },
  };
}

/** Runs the tests of a folder in a process of their own, so that one that breaks it takes no other with it. */
function mocha(name: string, folder: string, lane: string, grep?: string, variables: NodeJS.ProcessEnv = {}): Step {
  const args = ['--enable-source-maps', path.join(compiledTests, 'support', 'mochaMain.js')];
  args.push(path.join(compiledTests, folder), ...(grep === undefined ? [] : [grep]));
  return {
    name,
    lane,
    run: async (write) => {
      using temporary = new TemporaryFolder(folder);
      const report = path.join(temporary.path, 'report.json');
      const env = { ...process.env, ...variables, [testVariables.report]: report };
      // It disposes of the windows it opened when it is told to end.
      await using running = new OwnedProcess(process.execPath, args, { cwd: PROJECT_ROOT, env, signal: 'SIGTERM' });
      running.child.stdout?.on('data', write);
      running.child.stderr?.on('data', write);
      const code = await running.exitCode();
      const result = await readReport(report);
      if (result) return result;
      throw new Error(`The process ended with exit code ${code} before the tests could report.`);
    },
  };
}

function editor(name: string, host: EditorHost, grep?: string): Step {
  return {
    name: `editor (${name})`,
    lane: hostVersions.find(({ vscode }) => name.includes(vscode))?.vscode ?? name,
    run: async (write) => {
      const { folder } = await shippedExtension();
      const result = await runEditorTests(host, folder, write, grep);
      write(`This was the extension host of VS Code ${result.vscodeVersion}.\n`);
      return result;
    },
  };
}

/** How a step went; one that could not be run counts as one failure. */
interface Outcome extends Count {
  readonly name: string;
  readonly seconds: number;
  /** Why it could not be run. */
  readonly reason?: string;
}

async function outcomeOf({ name, run }: Step, write: Write): Promise<Outcome> {
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;
  try {
    const { passed, failed } = await run(write);
    return { name, passed, failed, seconds: seconds() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { name, passed: 0, failed: 1, seconds: seconds(), reason };
  }
}

function show({ name, passed, failed, seconds, reason }: Outcome): void {
  if (reason !== undefined) console.log(reason);
  console.log(`=== ${name}: ${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s`);
}

/** Runs the steps of one lane. Beside others it says what each step said when the step has ended, else as it comes. */
async function runLane(steps: readonly Step[], beside: boolean): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const step of steps) {
    const said: Buffer[] = [];
    if (!beside) console.log(`\n=== ${step.name}`);
    const outcome = await outcomeOf(step, beside ? (chunk) => said.push(Buffer.from(chunk)) : passOn);
    if (beside) process.stdout.write(`\n=== ${step.name}\n${Buffer.concat(said).toString()}`);
    show(outcome);
    outcomes.push(outcome);
  }
  return outcomes;
}

const passOn: Write = (chunk) => void process.stdout.write(chunk);

async function runSideBySide(steps: readonly Step[], coresOfLane: number): Promise<Outcome[]> {
  const lanes = [...new Set(steps.map(({ lane }) => lane))];
  const abreast = Math.min(lanes.length, Math.max(1, Math.floor(availableParallelism() / coresOfLane)));
  const runNext = async (): Promise<Outcome[]> => {
    const lane = lanes.shift();
    if (lane === undefined) return [];
    const outcomes = await runLane(
      steps.filter((step) => step.lane === lane),
      abreast > 1,
    );
    return [...outcomes, ...(await runNext())];
  };
  return (await Promise.all(Array.from({ length: abreast }, runNext))).flat();
}

async function main(): Promise<void> {
  const [only, grep] = process.argv.slice(2);
  const known = Object.keys(layers);
  if (only !== undefined && !known.includes(only)) throw new Error(`${only} is not one of ${known.join(', ')}.`);
  const chosen = new Set(only === undefined ? known : [only]);

  if ([...chosen].some((name) => needsExtension.has(name))) {
    const folder = new TemporaryFolder('vsix').path;
    await packageExtension(folder);
    process.env[testVariables.extension] = folder;
  }
  const outcomes: Outcome[] = [];
  for (const { names, coresOfLane } of phases) {
    const steps: Step[] = [];
    for (const name of names) if (chosen.has(name)) steps.push(...((await layers[name]?.(grep)) ?? []));
    outcomes.push(...(await runSideBySide(steps, coresOfLane)));
  }
  const total = (count: (outcome: Outcome) => number) => outcomes.reduce((sum, outcome) => sum + count(outcome), 0);
  const failed = total((outcome) => outcome.failed);
  console.log(`\n${total((outcome) => outcome.passed)} passed, ${failed} failed`);
  process.exit(failed > 0 ? 1 : 0);
}

main().catch((error: unknown) => {
  console.log(error instanceof Error ? error.message : error);
  console.log('\n0 passed, 1 failed');
  process.exit(1);
});
