// node out/test/service/main.js [--port N] [--key K] [--file F] [--advance-ms N] [--first-run] [--allow-conversation-id]
//                               [--api v0|v1|both|agent]
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { sampleSettings } from './sampleSettings';
import { apiNamed, startService, type ServiceOptions } from './service';

function optionsFrom(args: readonly string[]): ServiceOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '3000' },
      key: { type: 'string', default: randomBytes(16).toString('hex') },
      file: { type: 'string' },
      'advance-ms': { type: 'string' },
      'first-run': { type: 'boolean', default: false },
      'allow-conversation-id': { type: 'boolean', default: false },
      api: { type: 'string', default: 'v0' },
    },
  });
  return {
    sessionKey: values.key,
    port: wholeNumber('--port', values.port),
    allowConversationId: values['allow-conversation-id'],
    api: apiNamed(values.api),
    ...(!values['first-run'] && { settings: sampleSettings }),
    ...(values.file !== undefined && { file: values.file }),
    ...(values['advance-ms'] !== undefined && { advanceAfterMs: wholeNumber('--advance-ms', values['advance-ms']) }),
  };
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`${name} must be a whole number, not ${text}`);
  return Number(text);
}

async function main(): Promise<void> {
  const service = await startService(optionsFrom(process.argv.slice(2)));
  console.log(
    `Service address: ${service.url}\nSession key:     ${service.sessionKey || '(none)'}\nPress Ctrl+C to stop.`,
  );
  service.onDidReceive(({ method, path }) => console.log(`${method} ${path}`));
  service.onDidAdvance(({ id, state }) => console.log(`${id} is ${state}`));
  const end = () => void service.close();
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
