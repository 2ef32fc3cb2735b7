import process from 'node:process';

/** A VS Code that the tests run on, as named by the npm registry and the desktop download. */
export interface HostVersion {
  /** Version of VS Code itself, `major.minor.patch`. */
  readonly vscode: string;
  /** Version of the npm package `code-server` that carries it. */
  readonly codeServer: string;
  /** Version of the npm package `node-<platform>-<arch>` with the Node that it has, or the next one to be had. */
  readonly node: string;
}

/** The oldest VS Code that package.json promises to work on. */
export const oldestVersion: HostVersion = { vscode: '1.104.0', codeServer: '4.104.0', node: '22.23.3' };

/** The newest available; raise these three numbers together. */
export const newestVersion: HostVersion = { vscode: '1.139.1', codeServer: '4.139.1', node: '24.21.0' };

const versions: readonly HostVersion[] = [oldestVersion, newestVersion];

/** Version that an environment variable or a command line names, the newest if it names none. */
export function hostVersion(name: string | undefined): HostVersion {
  if (!name) return newestVersion;
  const found = versions.find(({ vscode }) => vscode === name);
  if (found) return found;
  const known = versions.map(({ vscode }) => vscode).join(', ');
  throw new Error(`VS Code ${name} isn't one of the tested versions (${known}); see test/host/versions.ts.`);
}

const { VSCODE_VERSION: only } = process.env;

/** Versions that the tests run on: all, or the one that VSCODE_VERSION names. */
export const hostVersions = only ? [hostVersion(only)] : versions;
