import process from 'node:process';

/** One set for the whole process: every test file is bundled with its own copy of this module. */
const shared = globalThis as { [key: symbol]: Set<() => void> | undefined };
const key = Symbol.for('agent-conversations.atExit');
const releases = () => (shared[key] ??= listening());

/**
 * Registers what must be undone when this process ends: normally, by an error, or by Ctrl+C.
 * @param release Synchronous, since nothing else runs at the end of a process; called at most once.
 * @returns A function that calls it now instead.
 */
export function atExit(release: () => void): () => void {
  const once = () => {
    if (releases().delete(once)) release();
  };
  releases().add(once);
  return once;
}

function listening(): Set<() => void> {
  process.on('exit', releaseAll);
  // Exit codes as a shell reports them: 128 + the signal number.
  process.once('SIGHUP', () => process.exit(129));
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  return new Set();
}

function releaseAll(): void {
  // The last one registered may use the first: a server lives in a temporary folder.
  for (const release of [...releases()].reverse()) {
    try {
      release();
    } catch (error) {
      console.error('Clean-up at exit failed:', error);
    }
  }
}
