/** Whether a process with this id runs on this machine. It may be another one that got the same id. */
export function isAlive(processId: number | undefined): boolean {
  if (processId === undefined) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
