import process from 'node:process';

const releases = new Set<() => void>();

/**
 * Registers what must be undone when this process ends: normally, by an error, or by Ctrl+C.
 * @param release Synchronous, since nothing else runs at the end of a process; called at most once.
 * @returns Does it now instead.
 */
export function atExit(release: () => void): () => void {
  if (releases.size === 0) listen();
  const once = () => {
    if (releases.delete(once)) release();
  };
  releases.add(once);
  return once;
}

function listen(): void {
  if (process.listeners('exit').includes(releaseAll)) return;
  process.on('exit', releaseAll);
  // Exit codes as a shell reports them: 128 + the number of the signal.
  process.once('SIGHUP', () => process.exit(129));
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
}

function releaseAll(): void {
  // The last one made may use the first: a server lives in a temporary folder.
  for (const release of [...releases].reverse()) {
    try {
      release();
    } catch (error) {
      console.error('Clean-up at exit failed:', error);
    }
  }
}
