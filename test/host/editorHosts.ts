import process from 'node:process';
import { browserHost } from './browserHost';
import { desktopExecutable, desktopHost } from './desktop';
import type { EditorHost } from './editorRun';
import { type HostVersion, hostVersions } from './versions';

/** A VS Code to run the editor tests in. */
export interface NamedHost {
  /** Name printed before its run. */
  readonly name: string;
  readonly host: EditorHost;
  /** Its version; absent if it is known only when it runs. */
  readonly version?: HostVersion;
}

/**
 * The VS Codes of this machine: the one VSCODE_EXECUTABLE names; else, for every version tested, the desktop one where
 * it can be downloaded and shown, and the browser one everywhere else. VSCODE_HOST=desktop or =browser forces either.
 * @throws {Error} If the forced one isn't available.
 */
export async function editorHosts(): Promise<readonly NamedHost[]> {
  const { VSCODE_HOST: forced, VSCODE_EXECUTABLE: executable } = process.env;
  if (forced && forced !== 'browser' && forced !== 'desktop') {
    throw new Error(`VSCODE_HOST is ${forced}; it must be browser or desktop.`);
  }
  if (executable && forced !== 'browser') return [{ name: `(desktop, ${executable})`, host: desktopHost(executable) }];
  const hosts: NamedHost[] = [];
  for (const version of hostVersions) hosts.push(await hostFor(version, forced));
  return hosts;
}

async function hostFor(version: HostVersion, forced: string | undefined): Promise<NamedHost> {
  const { vscode } = version;
  const executable = forced === 'browser' ? undefined : await desktopExecutable(version);
  if (executable) return { name: `${vscode} (desktop)`, version, host: desktopHost(executable) };
  if (forced === 'desktop') throw new Error(`VSCODE_HOST is desktop, but desktop VS Code ${vscode} isn't available.`);
  return { name: vscode, version, host: browserHost(version) };
}
