// Loaded into VS Code's server before its own code (node --require). The window asks its server for a key of 32 bytes
// and uses it to encrypt the secrets that it stores in the browser's profile. The part of code-server that would answer
// isn't running, and without an answer, every secret is lost when the window is reloaded.
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

// The processes that the server starts inherit its arguments; their servers must be left alone.
if (process.argv[1]?.endsWith('server-main.js')) answerForKey();
