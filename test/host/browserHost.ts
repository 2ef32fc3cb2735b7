import { launchBrowser } from './browser';
import type { EditorHost, EditorRun } from './editorRun';
import { Server } from './server';
import type { HostVersion } from './versions';

/** How long a whole run of the editor tests may take, in milliseconds. */
const deadline = 180_000;

/** VS Code's server half with a headless browser as its window. */
export function browserHost(version: HostVersion): EditorHost {
  return async (run) => {
    await using server = await Server.start({ version, testPayload: true, env: run.env, extensions: run.others });
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      const said: string[] = [];
      page.on('console', (message) => said.push(message.text()));
      const ended = new Promise<void>((resolve) => {
        void page.exposeFunction('codeAutomationExit', () => resolve());
      });
      await page.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) => said.push(args.join(' ')));
      await page.goto(testAddress(server, run));
      await endOf(ended, () => said.slice(-20).join('\n'));
    } finally {
      await browser.close();
    }
  };
}

function testAddress(server: Server, { extension, tests, workspace }: EditorRun): string {
  const remote = (file: string) => `vscode-remote://${new URL(server.address).host}${file}`;
  const payload = [
    ['extensionDevelopmentPath', remote(extension)],
    ['extensionTestsPath', remote(tests)],
    ['skipWelcome', 'true'],
  ];
  return `${server.folderAddress(workspace)}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
}

async function endOf(ended: Promise<void>, lastWords: () => string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`VS Code did not end its tests within ${deadline / 1000} s. Its last words:\n${lastWords()}`));
    }, deadline);
  });
  try {
    await Promise.race([ended, late]);
  } finally {
    clearTimeout(timer);
  }
}
