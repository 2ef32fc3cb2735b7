import { execFile, type ChildProcess, type ExecFileException } from 'node:child_process';
import { redacted } from '../base/redactor';
import { hideByShape } from '../base/secretShapes';

/** Output of a program, or why there is none. A failure is a value, since most callers go on without the output. */
export type ProgramResult =
  | { readonly kind: 'text'; readonly text: string }
  /** The program's message may contain URLs with credentials. Without an exit code, a signal ended the program. */
  | { readonly kind: 'failed'; readonly exitCode: number | undefined; readonly message: string }
  | { readonly kind: 'notStarted' | 'timedOut' | 'tooMuch' | 'aborted' };

interface ProgramLimits {
  readonly milliseconds: number;
  /** Maximum output. A program that writes more is killed. */
  readonly bytes: number;
}

export interface GitOptions extends Partial<ProgramLimits> {
  readonly signal?: AbortSignal | undefined;
  /** Absolute path of a file to use as the index. */
  readonly index?: string;
  /** Configuration for this command. Passed in environment variables, where keys may have any characters. */
  readonly configuration?: readonly (readonly [key: string, value: string])[];
}

/** Number of paths to pass to one command, since the length of a command line is limited. */
export const pathsPerCommand = 100;

/** Limits for output with a line for each branch, commit or file. */
export const largeOutput = { milliseconds: 30_000, bytes: 32 * 1024 * 1024 };

/** No file can be below this path. On Windows, Git looks for it in its own installation, where it doesn't exist. */
const noHooks = 'core.hooksPath=/dev/null';

/** No locks, no prompts, one language. */
const ownEnvironment = { GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };

/**
 * Variables that make Git use another repository, index or configuration than those of its folder (the output of
 * `git rev-parse --local-env-vars`), or change how it reads paths or writes diffs. VS Code has them if it was started by a
 * Git hook, a Git alias, or from a shell where they are set. `GIT_CONFIG_COUNT` stays: only users set it, often in
 * containers, and VS Code's own Git obeys it.
 */
const repositoryVariables: ReadonlySet<string> = new Set([
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_CONFIG',
  'GIT_CONFIG_PARAMETERS',
  'GIT_DIFF_OPTS',
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
 * Runs the user's Git in one folder. Queries take no locks, nothing prompts, and output is in English. No hooks run,
 * because a relative `core.hooksPath` is a folder of the branch that is checked out, which may not be trusted.
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
    const inherited = Object.entries(environment).filter(([name]) => !repositoryVariables.has(name.toUpperCase()));
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
      ...configurationVariables(configuration, this.#environment),
    };
    return runProgram(this.#git, ['-C', this.root, '-c', noHooks, ...args], limits, environment, signal);
  }

  /** The output; `undefined` if Git fails. */
  async text(args: readonly string[], options?: GitOptions): Promise<string | undefined> {
    const answer = await this.run(args, options);
    return answer.kind === 'text' ? answer.text : undefined;
  }

  /** The entries of output with `-z`, such as paths; `undefined` if Git fails. */
  async list(args: readonly string[], options?: GitOptions): Promise<readonly string[] | undefined> {
    return (await this.text(args, options))?.split('\0').filter((part) => part !== '');
  }
}

/** The environment variables for configuration, which comes after the inherited one. They need Git 2.31 or newer. */
function configurationVariables(
  configuration: NonNullable<GitOptions['configuration']>,
  { GIT_CONFIG_COUNT: inherited = '0' }: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  if (configuration.length === 0) return {};
  const first = Number(inherited);
  const variables = configuration.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${first + index}`, key],
    [`GIT_CONFIG_VALUE_${first + index}`, value],
  ]);
  return {
    GIT_CONFIG_COUNT: String(first + configuration.length),
    ...(Object.fromEntries(variables) as NodeJS.ProcessEnv),
  };
}

/**
 * Runs a program without a shell, in the extension host's working directory. Never in a repository: Windows looks for
 * programs in the working directory first, and a repository may contain one of the same name.
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
        afterExit(child, () => resolve(result));
      });
      // Closes the input, so that no program waits for any. Errors because the program has exited don't matter.
      child.stdin?.on('error', () => undefined).end();
    } catch {
      // Thrown for arguments that can't be passed to any program, such as one with a NUL.
      resolve({ kind: 'notStarted' });
    }
  });
}

/** How long a program that was killed is waited for. */
const maxExitMilliseconds = 2000;

/** Calls back once a program has ended: one that was just killed may still be writing. */
function afterExit(child: ChildProcess, then: () => void): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
    then();
    return;
  }
  const giveUp = setTimeout(then, maxExitMilliseconds);
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

/** Lines of Git's output that don't tell why it failed: frames, warnings of Git and SSH, and branches that were updated. */
const notReasons = [
  /^[^\p{L}\p{N}]*$/u,
  /^(?:warning|hint): /i,
  /^\*\* /,
  /^(?:Preparing worktree|From|To) /,
  /^(?:[*=t-] \[|(?:\+ )?[\da-f]+\.\.\.?[\da-f]+ )/,
] as const;

/** If more files keep Git from checking out a branch, the others aren't named. */
const maxNamedFiles = 3;

/**
 * The reason why an operation failed: the first line of Git's output that may be one, or else its first line, with the files
 * that are listed below it. Without secrets, since Git names the URL of a remote with the token in it, for example if the
 * token has expired.
 */
export function gitWords(error: unknown): string {
  const { stderr = '' } = error as { readonly stderr?: string };
  const text = stderr.trim() === '' && error instanceof Error ? error.message : stderr;
  const lines = text.trim().split('\n');
  const words = lines.map((line) => line.trim().replace(/^(?:remote:\s*)?(?:(?:error|fatal): )?/i, ''));
  const reason = words.findIndex((line) => notReasons.every((pattern) => !pattern.test(line)));
  const first = words[Math.max(0, reason)] ?? '';
  const files = first.endsWith(':') ? words.filter((_, index) => index > reason && lines[index]?.startsWith('\t')) : [];
  const named = [...files.slice(0, maxNamedFiles), ...(files.length > maxNamedFiles ? ['…'] : [])].join(', ');
  return hideByShape(`${first} ${named}`.trim(), redacted);
}
