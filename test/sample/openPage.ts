import { spawn } from 'node:child_process';
import process from 'node:process';

/** Opens a page in the user's browser, on systems that have a command for it and a screen. */
export function openPage(address: string): void {
  const [command, ...args] = commandFor(address);
  if (command === undefined) return;
  const opening = spawn(command, args, { detached: true, stdio: 'ignore' });
  // The address was printed: without a browser, nothing is lost.
  opening.on('error', () => undefined);
  opening.unref();
}

function commandFor(address: string): readonly string[] {
  if (process.platform === 'darwin') return ['open', address];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address];
  const hasScreen = Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
  return hasScreen ? ['xdg-open', address] : [];
}
