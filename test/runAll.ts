// node out/test/runAll.js [--all] [layer] [title]: runs every layer, or the one named; with a title, only the tests
// that match it. Without --all, what is marked as slow (support/tags.ts) is left out.
import { availableParallelism } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { chosenBrowser } from './host/browser';
import { run } from './host/childProcess';
import { editorHosts } from './host/editorHosts';
import { runInNode, type TestProcess } from './host/editorRun';
import { toolsFolder } from './host/paths';
import { installedNode } from './host/registry';
import { TemporaryFolder } from './host/temporaryFolder';
import { testVariables } from './host/testReport';
import { type HostVersion, hostVersions, newestVersion } from './host/versions';
import { packageExtension } from './host/vsix';
import type { TestOrder } from './support/mochaRun';
import { ProcessorTime } from './support/processorTime';
import { countsOf, duration, PrefixedLines, sum, type TestResult, timingLine } from './support/progress';
import { tags } from './support/tags';
import { readdir, readFile } from 'node:fs/promises';

interface Step {
  readonly name: string;
  run(write: (chunk: Buffer) => void): Promise<TestResult>;
}

const one: TestResult = { passed: 1, failed: 0, pending: 0, failures: [], slowest: [] };
const failure = (title: string): TestResult => ({ ...one, passed: 0, failed: 1, failures: [title] });

const { values, positionals } = parseArgs({
  options: { all: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [only, title] = positionals;
const { all } = values;
const isWhole = only === undefined;

const processors = new ProcessorTime();
const mochaMain = path.join('support', 'mochaMain.js');

/** Longest first: the checkers and the smoke tests fill the time in which the windows wait. */
const layers: Readonly<Record<string, () => Promise<readonly Step[]> | readonly Step[]>> = {
  editor: editorSteps,
  interface: interfaceSteps,
  unit: unitSteps,
  // Types of one file affect others, which eslint's cache doesn't know: without skipping, it checks all again.
  lint: () => [
    tool('lint', 'eslint/bin/eslint.js', ['.', ...contentCache('eslint')]),
    tool('lint', 'prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.', ...contentCache('prettier')]),
  ],
  // TypeScript 7 takes a quarter of the time; eslint needs 6.
  check: () => [tool('check', 'typescript-7/bin/tsc', ['--noEmit', '--pretty'])],
  package: packageSteps,
};

/** Runs one of the project's own tools on the whole checkout; counts as one test. */
function tool(layer: string, script: string, args: readonly string[]): Step {
  const command = [path.join(PROJECT_ROOT, 'node_modules', ...script.split('/')), ...args];
  const onStart = counted(layer);
  return { name: layer, run: () => run(process.execPath, command, { cwd: PROJECT_ROOT, onStart }).then(() => one) };
}

function contentCache(name: string): readonly string[] {
  const place = path.join(toolsFolder, 'cache', name);
  return all ? [] : ['--cache', '--cache-strategy', 'content', '--cache-location', place];
}

/** Which tests of a layer run: all, those with the title, those on both ends, or all but the slow ones. */
async function selected(
  layer: string,
  end: boolean,
): Promise<Pick<TestOrder, 'files' | 'grep' | 'invert' | 'verbose'>> {
  const isPart = !all && title === undefined;
  return {
    files: await testFiles(layer, isPart && end ? 'bothEnds(' : ''),
    grep: title ?? (isPart ? (end ? tags.bothEnds : tags.slow) : undefined),
    invert: isPart && !end,
    verbose: title !== undefined,
  };
}

/** True for the versions that only the tests for both ends are for. */
function isOtherEnd(version: HostVersion, main: HostVersion | undefined): boolean {
  return hostVersions.length > 1 && version !== main;
}

/** Counts the processor time of a process for a layer. */
function counted(layer: string): (pid: number | undefined) => void {
  return (pid) => processors.follow(layer, pid);
}

function nodeStep(
  name: string,
  program: TestProcess['program'],
  { node, vscode }: HostVersion,
  order: TestOrder,
  prepared?: () => Promise<unknown>,
): Step {
  const onStart = counted(name.split(' ', 1)[0]!);
  return {
    name,
    run: async (write) => {
      await prepared?.();
      const env = { [testVariables.vscode]: vscode };
      return runInNode({ node: await installedNode(node), program, order, env, onStart }, write);
    },
  };
}

/** On the Node of the oldest VS Code; what depends on the Node itself, also on that of the newest. */
async function unitSteps(): Promise<readonly Step[]> {
  const versions = title === undefined ? hostVersions : hostVersions.slice(0, 1);
  const jobs = isWhole ? 1 : availableParallelism();
  const steps = versions.map(async (version, index) => {
    const order = { ...(await selected('unit', index > 0)), jobs, timeout: 30_000 };
    const name = index > 0 ? `unit (Node ${version.node})` : 'unit';
    // Alone, one has both cores; in a whole run, it is what ends last.
    const parts = isWhole ? halves(name, order) : [{ name, part: order }];
    return parts.map((each) => nodeStep(each.name, [mochaMain], version, each.part));
  });
  return (await Promise.all(steps)).flat();
}

async function packageSteps(): Promise<readonly Step[]> {
  const order = { ...(await selected('package', false)), jobs: availableParallelism(), timeout: 30_000 };
  return [nodeStep('package', [mochaMain], hostVersions[0]!, order, packagedOnce)];
}

async function interfaceSteps(): Promise<readonly Step[]> {
  const steps: Step[] = [];
  for (const version of hostVersions) {
    // A window takes seconds to open.
    const end = isOtherEnd(version, hostVersions.at(-1));
    const order = { ...(await selected('interface', end)), timeout: 240_000 };
    const prepared = () => Promise.all([packagedOnce(), chosenBrowser()]);
    for (const { name, part } of interfaceParts(version, order))
      steps.push(nodeStep(name, [mochaMain], version, part, prepared));
  }
  return steps.reverse();
}

/** Takes longer than the other files of a half together, and runs on the newest VS Code alone. */
const pictures = path.join('interface', 'pictures.test.js');

function interfaceParts({ vscode }: HostVersion, order: TestOrder): readonly Part[] {
  const name = `interface ${vscode}`;
  if (!all || title !== undefined || vscode !== newestVersion.vscode) return halves(name, order);
  const others = order.files.filter((file) => file !== pictures);
  return [
    ...halves(name, { ...order, files: others }),
    { name: `${name} (pictures)`, part: { ...order, files: [pictures] } },
  ];
}

async function editorSteps(): Promise<readonly Step[]> {
  const steps: Step[] = [];
  for (const { name: vscode, version } of await editorHosts()) {
    const end = version !== undefined && isOtherEnd(version, hostVersions.at(-1));
    const order = { ...(await selected('editor', end)), timeout: 30_000 };
    const program = [path.join('host', 'editorMain.js'), vscode] as const;
    steps.push(nodeStep(`editor ${vscode}`, program, version ?? hostVersions.at(-1)!, order, packagedOnce));
  }
  return steps.reverse();
}

interface Part {
  readonly name: string;
  readonly part: TestOrder;
}

/** An order in two parts with half of the files each, if they are many. */
function halves(name: string, order: TestOrder): readonly Part[] {
  if (order.files.length <= 10 || title !== undefined) return [{ name, part: order }];
  return [0, 1].map((half) => ({
    name: `${name} (${half + 1} of 2)`,
    part: { ...order, files: order.files.filter((_, index) => index % 2 === half) },
  }));
}

const packaging: { folder?: Promise<string> } = {};

/** Folder of the extension, packaged when it is first needed; processes that are started after that find it, too. */
function packagedOnce(): Promise<string> {
  return (packaging.folder ??= (async () => {
    const parent = new TemporaryFolder('vsix').path;
    const { folder } = await packageExtension(parent, counted('package'));
    process.env[testVariables.extension] = parent;
    return folder;
  })());
}

/** A run without any test counts as one failure: a misspelled title would look like success. */
async function resultOf(step: Step, isAlone: boolean): Promise<TestResult> {
  const { name } = step;
  const start = performance.now();
  const lines = new PrefixedLines(isAlone ? '' : `[${name}] `, (text) => void process.stdout.write(text));
  // Test-by-test output keeps its empty lines; in other output, they are the sign that a test has ended.
  const isTold = isAlone && title !== undefined;
  console.log(`=== ${name}`);
  let result: TestResult;
  try {
    result = await step.run((chunk) => (isTold ? void process.stdout.write(chunk) : lines.take(chunk)));
    if (result.passed + result.failed + result.pending === 0)
      result = failure(title === undefined ? `No test was found in ${name}` : `No test in ${name} is called ${title}`);
  } catch (error) {
    console.log(`[${name}] ${error instanceof Error ? error.message : String(error)}`);
    result = failure(`${name}: ${error instanceof Error ? error.message.split('\n', 1)[0] : String(error)}`);
  }
  lines.end();
  console.log(`=== ${name}: ${countsOf(result, (performance.now() - start) / 1000)}`);
  return result;
}

/** Runs steps side by side: one more than there are cores, since a window waits half of the time. */
async function resultsOf(steps: readonly Step[]): Promise<readonly TestResult[]> {
  const left = [...steps];
  const results: TestResult[] = [];
  const abreast = Math.min(steps.length, availableParallelism() + 1);
  const work = async () => {
    for (let step = left.shift(); step; step = left.shift()) results.push(await resultOf(step, abreast === 1));
  };
  await Promise.all(Array.from({ length: abreast }, work));
  return results;
}

async function main(): Promise<void> {
  const known = Object.keys(layers);
  if (only !== undefined && !known.includes(only)) throw new Error(`${only} is not one of ${known.join(', ')}.`);
  const { SEED: seed = all ? `${Math.floor(Math.random() * 2 ** 31)}` : undefined } = process.env;
  if (seed !== undefined) {
    process.env['SEED'] = seed;
    console.log(`SEED=${seed} repeats what is drawn by chance.`);
  }
  if (all || title !== undefined) process.env[testVariables.screenshots] = 'all';
  else console.log(`Tests that are marked ${tags.slow} are left to npm run test:all.`);

  const start = performance.now();
  const chosen = Object.entries(layers).filter(([name]) => only === undefined || name === only);
  const steps = await Promise.all(chosen.map(async ([, stepsOf]) => stepsOf()));
  const total = sum(await resultsOf(steps.flat()));
  if (title === undefined && total.slowest.length > 0) {
    console.log(`\nThe slowest of ${duration((performance.now() - start) / 1000)}:`);
    for (const timing of total.slowest) console.log(timingLine(timing));
  }
  const seconds = [...processors.seconds].map(([layer, spent]) => `${layer} ${Math.round(spent)}`);
  if (seconds.length > 0) console.log(`\nProcessor seconds, user and system: ${seconds.join(', ')}`);
  if (total.failed > 0) console.log(`\nFailed:\n${total.failures.map((each) => `  ${each}`).join('\n')}`);
  console.log(
    `\n${total.passed} passed, ${total.failed} failed${total.pending > 0 ? `, ${total.pending} skipped` : ''}`,
  );
  process.exit(total.failed > 0 ? 1 : 0);
}

main().catch((error: unknown) => {
  console.log(error instanceof Error ? error.message : error);
  console.log('\n0 passed, 1 failed');
  process.exit(1);
});

const startsGit = /GitBench|GitWindow|GitCommand|Clones|sampleRepository/;

/**
 * Test files of a layer as paths of compiled tests relative to `out/test/`, sorted, those first that start Git: a
 * process that has grown by the other tests takes ten times as long to start another one. Those that leave their window
 * come before those that use a left one, and after those whose window nobody can use.
 * @param words Only those whose source contains this.
 */
async function testFiles(layer: string, words = ''): Promise<string[]> {
  const folder = path.join(PROJECT_ROOT, 'test', layer);
  const names = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.test.ts')).sort();
  const sources = await Promise.all(names.map((file) => readFile(path.join(folder, file), 'utf8')));
  const files = names.map((name, index) => ({ name, source: sources[index] ?? '' }));
  return files
    .filter(({ source }) => source.includes(words))
    .sort((one, other) => rankOf(one.source) - rankOf(other.source))
    .map(({ name }) => path.join(layer, name.replace(/\.ts$/, '.js')));
}

function rankOf(source: string): number {
  if (source.includes("isGuest: 'last'")) return 4;
  if (source.includes('isGuest: true')) return 3;
  if (source.includes('endInWindow(')) return 2;
  return startsGit.test(source) ? 0 : 1;
}
