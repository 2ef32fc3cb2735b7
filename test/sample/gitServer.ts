import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rename } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';
import { gitEnvironment } from '../host/gitEnvironment';
import { gitIn } from '../host/sampleRepository';

/**
 * A Git host: serves the bare repositories below a folder over HTTP, to fetch from and to push to without a password,
 * as `http://127.0.0.1:<port>/<owner>/<name>.git`. Made by {@link GitServer.start}.
 */
export class GitServer implements AsyncDisposable {
  /** `127.0.0.1:<port>`. */
  readonly host: string;
  readonly #server: Server;
  readonly #folder: string;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server, folder: string) {
    const { port } = server.address() as AddressInfo;
    this.host = `127.0.0.1:${port}`;
    this.#server = server;
    this.#folder = folder;
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#answer(request, response).catch((error: unknown) => {
        if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
        response.end(String(error));
      });
    });
  }

  /**
   * @param port a free one by default
   * @throws if the port is in use
   */
  static async start(folder: string, port = 0): Promise<GitServer> {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    return new GitServer(server, folder);
  }

  /** URL of a repository, `owner/name`. */
  urlOf(repository: string): string {
    return `http://${this.host}/${repository}.git`;
  }

  /**
   * URL that leads to another port of this machine, for VS Code in the browser: it opens pages of this machine through a
   * proxy, whose URL has the port in its path.
   */
  get proxyTemplate(): string {
    return `http://${this.host}/on/{{port}}/`;
  }

  /** The folder of a repository, `owner/name`: a bare one. */
  folderOf(repository: string): string {
    return path.join(this.#folder, ...`${repository}.git`.split('/'));
  }

  /** Serves the remote of a new sample repository as `owner/name`; everyone can push to it. */
  async serveRemoteOf(clone: string, repository: string): Promise<void> {
    const remote = this.folderOf(repository);
    await mkdir(path.dirname(remote), { recursive: true });
    await rename(`${clone}.git`, remote);
    await gitIn(remote)('config', 'http.receivepack', 'true');
    await gitIn(clone)('remote', 'set-url', 'origin', this.urlOf(repository));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', `http://${this.host}`);
    const [, port, elsewhere = ''] = /^\/on\/(\d+)(\/.*)$/.exec(pathname) ?? [];
    if (port !== undefined) {
      response.writeHead(302, { location: `http://127.0.0.1:${port}${elsewhere}${search}` }).end();
      return;
    }
    if (/^\/[\w.-]+\/[\w.-]+\.git\//.test(pathname)) await this.#runBackend(request, response, pathname, search);
    else await this.#showBranches(response, pathname);
  }

  /** Git's own CGI program does the work. */
  async #runBackend(request: IncomingMessage, response: ServerResponse, pathname: string, search: string) {
    const header = (name: string) => String(request.headers[name] ?? '');
    const backend = spawn('git', ['http-backend'], {
      env: {
        ...gitEnvironment(),
        GIT_PROJECT_ROOT: this.#folder,
        GIT_HTTP_EXPORT_ALL: '1',
        GIT_PROTOCOL: header('git-protocol'),
        PATH_INFO: decodeURIComponent(pathname),
        QUERY_STRING: search.slice(1),
        REQUEST_METHOD: request.method ?? 'GET',
        CONTENT_TYPE: header('content-type'),
        HTTP_CONTENT_ENCODING: header('content-encoding'),
        REMOTE_ADDR: '127.0.0.1',
        ...(request.headers['content-length'] !== undefined && { CONTENT_LENGTH: header('content-length') }),
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    // It may answer without having read everything.
    backend.stdin.on('error', () => undefined);
    request.pipe(backend.stdin);
    const output: Buffer[] = [];
    for await (const piece of backend.stdout) output.push(piece as Buffer);
    const { status, headers, body } = cgiAnswer(Buffer.concat(output));
    response.writeHead(status, headers).end(body);
  }

  /** The page that a Git host has for a branch, where a pull request would be created. */
  async #showBranches(response: ServerResponse, pathname: string): Promise<void> {
    const [, repository = '', branch] = /^\/([\w.-]+\/[\w.-]+)(?:\/compare\/(?:.*\.\.\.)?(.+))?$/.exec(pathname) ?? [];
    const git = gitIn(this.folderOf(repository));
    const range = branch === undefined ? ['--branches'] : [`refs/heads/${decodeURIComponent(branch)}`];
    const log = repository === '' ? '' : await git('log', '--oneline', '--decorate', ...range, '--').catch(() => '');
    const text = log || 'There is nothing here.';
    response
      .writeHead(log === '' ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><html lang="en"><title>${escaped(repository)}</title><h1>${escaped(repository)}</h1>` +
          `<p>This sample of a Git host has no pull requests. These are the commits:</p><pre>${escaped(text)}</pre></html>`,
      );
  }
}

/** A CGI program writes its status as a header, 200 if there is none. */
function cgiAnswer(output: Buffer) {
  const end = output.indexOf('\r\n\r\n');
  const lines = output.toString('latin1', 0, end).split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => line.split(/: */, 2) as [string, string]));
  const { Status: status = '200', ...others } = headers;
  return { status: Number.parseInt(status, 10), headers: others, body: output.subarray(end + 4) };
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
