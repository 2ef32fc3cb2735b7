// Entry point of `npm start`, `npm test`, `npm run bench` and `npm run pictures` on a clean clone: plain Node, no
// packages. Installs what package-lock.json names if that hasn't been done yet, builds, then runs out/test/<task>.js on
// the Node of the oldest supported VS Code.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);
const [task, ...args] = process.argv.slice(2);
const tasks = {
  start: 'out/test/sample/start.js',
  test: 'out/test/runAll.js',
  bench: 'out/test/bench/main.js',
  pictures: 'out/test/pictures/main.js',
};
const script = tasks[task];
if (!script) {
  console.error(`usage: node test/bootstrap.mjs ${Object.keys(tasks).join('|')} [arguments]`);
  process.exit(2);
}

const lock = path.join(root, 'package-lock.json');
const installed = path.join(root, 'node_modules/.package-lock.json');
if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
  // The scripts of the packages only download or compile optional extras; esbuild's binary is a package of its own.
  run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
}
run(process.execPath, ['esbuild.mjs', '--tests']);
const compiled = createRequire(path.join(root, 'out/test/host/'));
const node = await compiled('./registry.js').installedNode(compiled('./versions.js').oldestVersion.node);
await runToItsEnd(node, ['--enable-source-maps', script, ...args]);

function run(command, commandArgs) {
  const { status, error } = spawnSync(command, commandArgs, {
    cwd: root,
    stdio: 'inherit',
    shell: command.endsWith('.cmd'),
  });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/** Whoever ends this process ends what it started, which would otherwise keep its windows and ports. */
async function runToItsEnd(command, commandArgs) {
  const child = spawn(command, commandArgs, { cwd: root, stdio: 'inherit' });
  // Ctrl+C reaches the child by itself.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const [status] = await once(child, 'exit');
  process.exit(status ?? 1);
}
