import { once } from 'node:events';
import { createServer } from 'node:net';

/** `npm start` listens on these on this machine. */
export interface Ports {
  readonly vscode: number;
  readonly service: number;
  readonly git: number;
}

/** The same each time, since the service's key and what VS Code has in the browser belong to a port. */
const usualPort = 8300;

/** @throws if the text isn't a port with two more above it */
export function portsFrom(text: string | undefined): Ports {
  const port = text === undefined ? usualPort : Number(text);
  const isValid = text === undefined || /^\d+$/.test(text);
  if (!isValid || port < 1 || port > 65_533) throw new Error(`--port must be a number up to 65533, not ${text}.`);
  return { vscode: port, service: port + 1, git: port + 2 };
}

/**
 * @param api the kind of service that was asked for
 * @throws if something listens on one of them, with what to do
 */
export async function requireFree(ports: Ports, api: string): Promise<void> {
  for (const port of Object.values(ports) as readonly number[]) {
    if (await isFree(port)) continue;
    const another = `npm start -- --port ${ports.vscode + 10} --api ${api}`;
    throw new Error(
      `Port ${port} is in use. If npm start is already running, stop it. Or select other ports: ${another}`,
    );
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
