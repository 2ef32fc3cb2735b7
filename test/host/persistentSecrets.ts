// Loaded into VS Code's server before its own code (node --require). The window asks its server for a key of 32 bytes
// and encrypts with it the secrets it keeps in the browser's profile; the part of code-server that would answer is not
// running, and without an answer a reload of the window loses every secret.
import { createHash } from 'node:crypto';
import http from 'node:http';
import process from 'node:process';

function answerForKey(): void {
  const emit = Reflect.get(http.Server.prototype, 'emit') as (this: http.Server, ...args: unknown[]) => boolean;
  const key = createHash('sha256').update('agent-conversations').digest();
  http.Server.prototype.emit = function (this: http.Server, event: string | symbol, ...args: unknown[]): boolean {
    const [request, response] = args;
    const asked = event === 'request' && request instanceof http.IncomingMessage && request.url === '/mint-key';
    if (!asked || !(response instanceof http.ServerResponse)) return emit.call(this, event, ...args);
    response.end(key);
    return true;
  };
}

// The processes the server starts inherit its arguments; their servers are none of ours.
if (process.argv[1]?.endsWith('server-main.js')) answerForKey();
