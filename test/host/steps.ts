import path from 'node:path';
import process from 'node:process';
import { filesLeft, smokeTests } from '../scope';
import type { MochaResult } from '../support/mochaRun';
import { shuffled } from '../support/shuffled';
import { testFiles } from '../support/testFiles';
import { run } from './childProcess';
import { editorHosts } from './editorHosts';
import { runEditorTests } from './editorRun';
import { toolsFolder } from './paths';
import { TemporaryFolder } from './temporaryFolder';
import { TestProcess } from './testProcess';
import { testVariables } from './testReport';
import { hostVersions, newestVersion } from './versions';
import { packageExtension, type ShippedExtension } from './vsix';

/** Options of a run. */
export interface Request {
  /** Skips nothing, and checks every file again. */
  readonly all: boolean;
  /** Only tests with this title, on every version. */
  readonly grep: string | undefined;
}

/** One part of a run, with a name of its own in the output. */
export interface Step {
  readonly name: string;
  /** Jobs that are left, such as files; each can be done at the same time as another one. Workers take from it. */
  readonly jobs: string[];
  /** Sentence that says what isn't run. */
  readonly leavesOut?: string | undefined;
  /** @param write Gets the output while the jobs are done. */
  readonly open: (write: (chunk: Buffer) => void) => Promise<Worker>;
}

/** Does the jobs of one step, one after the other. */
export interface Worker {
  /** @throws {Error} If it can't be done; the worker is useless then. */
  run(job: string): Promise<MochaResult>;
  /** Ends the worker: what the jobs had in common may fail only now. */
  end(): Promise<MochaResult>;
}

const nothing: MochaResult = { passed: 0, failed: 0, pending: 0, failures: [], slowest: [] };
const one: MochaResult = { ...nothing, passed: 1 };

/** Separates the files of one job. */
const comma = ',';

/** The layers by their names, in the order in which they are listed. */
export const layers: Readonly<Record<string, (request: Request) => Promise<readonly Step[]> | readonly Step[]>> = {
  check: ({ all }) => [
    tool('check', 'typescript/bin/tsc', [
      ...['--noEmit', '--pretty'],
      ...(all ? [] : ['--incremental', '--tsBuildInfoFile', cache('tsc.tsbuildinfo')]),
    ]),
  ],
  // What a file's types say about another file isn't in eslint's cache: without skipping, it checks all again.
  lint: ({ all }) => [
    tool('lint (eslint)', 'eslint/bin/eslint.js', ['.', ...(all ? [] : contentCache('eslint'))]),
    tool('lint (prettier)', 'prettier/bin/prettier.cjs', [
      ...['--check', '--log-level', 'warn', '.'],
      ...(all ? [] : contentCache('prettier')),
    ]),
  ],
  unit: async (request) => [await inNode('unit', 'unit', request)],
  package: async (request) => [await inNode('package', 'package', request)],
  editor: (request) => editorSteps(request),
  interface: async (request) => {
    const steps: Step[] = [];
    // The newest comes last: all of it takes longest, and a worker that is done early starts there.
    for (const { vscode } of hostVersions)
      steps.push(await inNode(`interface ${vscode}`, 'interface', request, { [testVariables.vscode]: vscode }));
    return steps;
  },
};

const packaging: { extension?: Promise<ShippedExtension> } = {};

/** The extension, packaged when it is first needed; processes that are started after that find it, too. */
function packagedOnce(): Promise<ShippedExtension> {
  return (packaging.extension ??= packageForAll());
}

async function packageForAll(): Promise<ShippedExtension> {
  const folder = new TemporaryFolder('vsix').path;
  const shipped = await packageExtension(folder);
  process.env[testVariables.extension] = folder;
  return shipped;
}

/** Path of something that is saved from one run to the next. */
export function cache(name: string): string {
  return path.join(toolsFolder, 'cache', name);
}

function contentCache(name: string): readonly string[] {
  return ['--cache', '--cache-strategy', 'content', '--cache-location', cache(name)];
}

/** Runs one of the project's own tools on the whole checkout; counts as one test. */
function tool(name: string, script: string, args: readonly string[]): Step {
  const command = [path.join(PROJECT_ROOT, 'node_modules', ...script.split('/')), ...args];
  const work = async () => {
    await run(process.execPath, command, { cwd: PROJECT_ROOT });
    return one;
  };
  return { name, jobs: [name], open: () => Promise.resolve({ run: work, end: () => Promise.resolve(nothing) }) };
}

/** Tests of a folder, in processes of their own, so that one that crashes its process affects no other layer. */
async function inNode(name: string, layer: string, request: Request, env: NodeJS.ProcessEnv = {}): Promise<Step> {
  const { files, leavesOut } = await scope(layer, env[testVariables.vscode], request);
  return {
    name,
    // With a title, every test is reported, which would come in many pieces.
    jobs: request.grep === undefined ? inDrawnOrder(files) : [files.join(comma)],
    leavesOut,
    open: async (write) => {
      if (layer !== 'unit') await packagedOnce();
      const worker = new TestProcess(layer, request.grep, env, write);
      return {
        run: (job) => worker.run(job.split(comma)),
        end: async () => {
          try {
            return await worker.end();
          } finally {
            await worker.dispose();
          }
        },
      };
    },
  };
}

function inDrawnOrder(files: readonly string[]): string[] {
  const { [testVariables.shuffle]: seed } = process.env;
  return seed === undefined ? [...files] : shuffled(files, seed);
}

async function editorSteps(request: Request): Promise<readonly Step[]> {
  const steps: Step[] = [];
  for (const { name, host, vscode } of await editorHosts()) {
    const { files, leavesOut } = await scope('editor', vscode, request);
    const parts = partsOf(files, request.grep === undefined && files.length > fewFiles ? 2 : 1);
    const work = async (job: string, write: (chunk: Buffer) => void) => {
      const { folder } = await packagedOnce();
      const result = await runEditorTests(host, folder, write, { files: parts.get(job) ?? [], grep: request.grep });
      write(Buffer.from(`Ran in the extension host of VS Code ${result.vscodeVersion}.\n`));
      return result;
    };
    steps.push({
      name: `editor ${name}`,
      jobs: [...parts.keys()],
      leavesOut,
      open: (write) => Promise.resolve({ run: (job) => work(job, write), end: () => Promise.resolve(nothing) }),
    });
  }
  return steps;
}

/** A VS Code is started for each part: for so few files, one is enough. */
const fewFiles = 10;

/** Files in parts that take about as long, each of which a VS Code of its own runs. */
function partsOf(files: readonly string[], count: number): ReadonlyMap<string, readonly string[]> {
  const numbers = Array.from({ length: count }, (_, number) => number);
  return new Map(numbers.map((number) => [`part ${number + 1}`, files.filter((_, index) => index % count === number)]));
}

/** Files of a layer that are run on a version, and what that skips. */
async function scope(
  layer: string,
  vscode: string | undefined,
  { all, grep }: Request,
): Promise<{ readonly files: string[]; readonly leavesOut?: string }> {
  const files = await testFiles(layer);
  if (all || grep !== undefined) return { files };
  const isWindow = layer === 'editor' || layer === 'interface';
  const smoke = isWindow ? smokeTests[layer] : [];
  const left = filesLeft(layer);
  const unknown = [...smoke, ...left].filter((file) => !files.includes(file));
  if (unknown.length > 0)
    throw new Error(`test/scope.ts names files that aren't in test/${layer}/: ${unknown.join(', ')}.`);
  const isSmoke = hostVersions.length > 1 && vscode !== undefined && vscode !== newestVersion.vscode;
  const rest = (isSmoke ? smoke : files).filter((file) => !left.includes(file));
  if (rest.length === files.length) return { files };
  return {
    files: rest,
    leavesOut: `left to npm run test:all: ${isSmoke ? `all but ${rest.join(', ')}` : left.join(', ')}`,
  };
}
