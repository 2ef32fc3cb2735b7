import { launchBrowser, undrawn } from './browser';
import type { EditorHost, EditorRun } from './editorRun';
import { Server } from './server';
import type { HostVersion } from './versions';

/** Longest time the editor tests may print nothing, in milliseconds: longer than any of them may take. */
const longestSilence = 180_000;

/** Nobody looks at this window: there is nothing in it that only a user needs. Laying that out takes a fifth of its time. */
const bareSettings = {
  'breadcrumbs.enabled': false,
  'chat.disableAIFeatures': true,
  'editor.minimap.enabled': false,
  'extensions.ignoreRecommendations': true,
  'git.autorefresh': false,
  'git.decorations.enabled': false,
  'remote.autoForwardPorts': false,
  'scm.diffDecorations': 'none',
  'telemetry.telemetryLevel': 'off',
  'window.commandCenter': false,
  'workbench.activityBar.location': 'hidden',
  'workbench.editor.showTabs': 'none',
  'workbench.layoutControl.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.statusBar.visible': false,
};

/** VS Code's server with a headless browser as its window. */
export function browserHost(version: HostVersion): EditorHost {
  return async (run) => {
    const { env, others: extensions } = run;
    await using server = await Server.start({
      version,
      testPayload: true,
      env,
      extensions,
      userSettings: bareSettings,
    });
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage({ reducedMotion: 'reduce' });
      const said: string[] = [];
      page.on('console', (message) => said.push(message.text()));
      const ended = new Promise<void>((resolve) => {
        void page.exposeFunction('codeAutomationExit', () => resolve());
      });
      await page.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) => said.push(args.join(' ')));
      await page.addInitScript(undrawn);
      await page.goto(testAddress(server, run));
      await endOf(ended, run.lastWord, () => said.slice(-20).join('\n'));
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

async function endOf(ended: Promise<void>, lastWord: () => number, lastWords: () => string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const silent = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      if (performance.now() - lastWord() < longestSilence) return;
      reject(
        new Error(`The tests printed nothing for ${longestSilence / 1000} s. VS Code's last output:\n${lastWords()}`),
      );
    }, 1000);
  });
  try {
    await Promise.race([ended, silent]);
  } finally {
    clearInterval(timer);
  }
}
