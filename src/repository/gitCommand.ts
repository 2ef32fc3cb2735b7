import { execFile, type ChildProcess, type ExecFileException } from 'node:child_process';

/** Output of a program, or why there is none. A failure is a value: callers go on without the answer. */
export type ProgramResult =
  | { readonly kind: 'text'; readonly text: string }
  /** The message is the program's own and may quote URLs with credentials. No exit code: a signal ended it. */
  | { readonly kind: 'failed'; readonly exitCode: number | undefined; readonly message: string }
  | { readonly kind: 'notStarted' | 'timedOut' | 'tooMuch' | 'aborted' };

interface ProgramLimits {
  readonly milliseconds: number;
  /** More output ends the program. */
  readonly bytes: number;
}

export interface GitOptions extends Partial<ProgramLimits> {
  readonly signal?: AbortSignal | undefined;
  /** Absolute path of a file to use as the index. */
  readonly index?: string;
  /** Configuration for this command alone. Git takes it from variables, where a key may have any characters. */
  readonly configuration?: readonly (readonly [key: string, value: string])[];
}

/** Paths of one command: it has a longest length. */
export const pathsAtOnce = 100;

/** For answers with a line for each branch, commit or file. */
export const large = { milliseconds: 30_000, bytes: 32 * 1024 * 1024 };

/** Nothing is below it; on Windows, Git looks for it in its own folder, where nothing is either. */
const noHooks = 'core.hooksPath=/dev/null';

/** No locks, no prompts, one language. */
const ownEnvironment = { GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };

/**
 * Variables that make Git read another repository, another index or other configuration than those of its folder, the
 * output of `git rev-parse --local-env-vars`, or take paths for something else. VS Code has them when it was started
 * by a hook or an alias of Git, or in a shell where they are set.
 */
const foreignVariables: ReadonlySet<string> = new Set([
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_CONFIG',
  'GIT_CONFIG_COUNT',
  'GIT_CONFIG_PARAMETERS',
  'GIT_DIR',
  'GIT_GLOB_PATHSPECS',
  'GIT_GRAFT_FILE',
  'GIT_ICASE_PATHSPECS',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_INTERNAL_SUPER_PREFIX',
  'GIT_LITERAL_PATHSPECS',
  'GIT_NAMESPACE',
  'GIT_NOGLOB_PATHSPECS',
  'GIT_NO_REPLACE_OBJECTS',
  'GIT_OBJECT_DIRECTORY',
  'GIT_PREFIX',
  'GIT_REPLACE_REF_BASE',
  'GIT_SHALLOW_FILE',
  'GIT_WORK_TREE',
]);

/**
 * The user's Git in one folder: queries take no locks, and it never prompts, and answers in one language. No hook runs: a
 * relative `core.hooksPath` is a folder of whatever branch is checked out.
 */
export class GitCommand {
  /** Absolute path of its working directory. */
  readonly root: string;
  readonly #git: string;
  readonly #environment: NodeJS.ProcessEnv;

  /** @param git path of the program, as the Git extension found it */
  constructor(git: string, root: string, environment: NodeJS.ProcessEnv = process.env) {
    this.root = root;
    this.#git = git;
    const inherited = Object.entries(environment).filter(([name]) => !foreignVariables.has(name.toUpperCase()));
    this.#environment = { ...Object.fromEntries(inherited), ...ownEnvironment };
  }

  in(folder: string): GitCommand {
    return new GitCommand(this.#git, folder, this.#environment);
  }

  run(
    args: readonly string[],
    { signal, index, configuration = [], milliseconds = 10_000, bytes = 1024 * 1024 }: GitOptions = {},
  ): Promise<ProgramResult> {
    const limits = { milliseconds, bytes };
    const environment = {
      ...this.#environment,
      ...(index !== undefined && { GIT_INDEX_FILE: index }),
      ...configurationVariables(configuration),
    };
    return runProgram(this.#git, ['-C', this.root, '-c', noHooks, ...args], limits, environment, signal);
  }

  /** `undefined` when Git doesn't answer. */
  async text(args: readonly string[], options?: GitOptions): Promise<string | undefined> {
    const answer = await this.run(args, options);
    return answer.kind === 'text' ? answer.text : undefined;
  }

  /** The paths, or whatever else a command with `-z` lists; `undefined` when Git doesn't answer. */
  async list(args: readonly string[], options?: GitOptions): Promise<readonly string[] | undefined> {
    return (await this.text(args, options))?.split('\0').filter((part) => part !== '');
  }
}

/** Git 2.31 or newer reads them. */
function configurationVariables(configuration: NonNullable<GitOptions['configuration']>): NodeJS.ProcessEnv {
  if (configuration.length === 0) return {};
  const variables = configuration.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(configuration.length), ...(Object.fromEntries(variables) as NodeJS.ProcessEnv) };
}

/**
 * Runs a program without a shell, in the extension host's working directory (on Windows, VS Code's own folder) and never
 * in a repository: Windows first looks for a program there, and a repository may contain one of that name.
 */
export function runProgram(
  program: string,
  args: readonly string[],
  { milliseconds, bytes }: ProgramLimits,
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<ProgramResult> {
  const options = {
    env,
    timeout: milliseconds,
    maxBuffer: bytes,
    killSignal: 'SIGKILL' as const,
    windowsHide: true,
    ...(signal && { signal }),
  };
  return new Promise((resolve) => {
    try {
      const child = execFile(program, args, options, (error, text, message) => {
        const result = error ? failureOf(error, message, signal) : ({ kind: 'text', text } as const);
        whenEnded(child, () => resolve(result));
      });
      // A program that waits for input gets end-of-file at once; errors from one that has exited don't matter.
      child.stdin?.on('error', () => undefined).end();
    } catch {
      // Thrown for arguments that can't be passed to any program, like one with a NUL in it.
      resolve({ kind: 'notStarted' });
    }
  });
}

/** Time that a program may take to end once it was killed. */
const longestEndMilliseconds = 2000;

/** A program that was just killed may still be writing, but isn't waited for if the system doesn't end it. */
function whenEnded(child: ChildProcess, then: () => void): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
    then();
    return;
  }
  const giveUp = setTimeout(then, longestEndMilliseconds);
  child.once('exit', () => {
    clearTimeout(giveUp);
    then();
  });
}

function failureOf({ code, killed }: ExecFileException, message: string, signal?: AbortSignal): ProgramResult {
  if (signal?.aborted) return { kind: 'aborted' };
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return { kind: 'tooMuch' };
  if (killed) return { kind: 'timedOut' };
  if (typeof code === 'string') return { kind: 'notStarted' };
  return { kind: 'failed', exitCode: code ?? undefined, message: message.trim() };
}

/** Git's own words for a failed operation: the first line of its output that isn't progress. */
export function gitWords(error: unknown): string {
  const { stderr = '' } = error as { readonly stderr?: string };
  const text = stderr.trim() === '' && error instanceof Error ? error.message : stderr;
  const lines = text.split('\n').map((line) => line.trim().replace(/^(?:error|fatal): /, ''));
  return lines.find((line) => line !== '' && !/^(?:Preparing worktree|From|To) /.test(line)) ?? '';
}
