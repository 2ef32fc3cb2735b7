import os from 'node:os';
import process from 'node:process';

export function machine(): string {
  const cores = os.cpus();
  const memory = Math.round(os.totalmem() / 2 ** 30);
  const parts = [
    `${cores.length} cores${cores[0] ? ` (${cores[0].model.trim()})` : ''}`,
    `${memory} GiB`,
    `${os.type()} ${os.release()}, ${process.arch}`,
    `Node ${process.versions.node}`,
  ];
  return parts.join(', ');
}
