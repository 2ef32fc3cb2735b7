import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { type Browser, chromium } from 'playwright-core';
import { run } from './childProcess';

const debian = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium'];
const channels = ['chrome', 'msedge', 'chromium'];

type Which = { readonly executablePath: string } | { readonly channel: string };

const chosen: { browser?: Promise<Which> } = {};

/**
 * The Chromium that CHROMIUM_PATH names, else an installed Chrome, Edge or Chromium, else Debian's package where it can
 * be installed: once for all who ask in this process. One that starts others asks first, since apt-get can't run twice.
 * @throws {Error} If there is none, with what to install.
 */
export function chosenBrowser(): Promise<Which> {
  return (chosen.browser ??= chooseBrowser());
}

async function chooseBrowser(): Promise<Which> {
  const { CHROMIUM_PATH: named } = process.env;
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH is ${named}, which doesn't exist.`);
  const known = named ?? debian.find((file) => existsSync(file));
  if (known) return { executablePath: known };
  for (const channel of channels) {
    try {
      await (await launch({ channel })).close();
      return { channel };
    } catch {
      // Not installed; the next one may be.
    }
  }
  await installFromDebian();
  return { executablePath: '/usr/bin/chromium' };
}

/** Runs in a page that nobody looks at: what is transparent is laid out, but not drawn. */
export const undrawn = `addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('opacity', '0'))`;

/** Starts a headless Chromium. It ends with this process at the latest. */
export async function launchBrowser(): Promise<Browser> {
  return launch(await chosenBrowser());
}

function launch(which: Which): Promise<Browser> {
  return chromium.launch({
    ...which,
    headless: true,
    args: [
      // Chromium's sandbox refuses to run as root and in most containers; only our own pages are opened.
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--no-proxy-server',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

async function installFromDebian(): Promise<void> {
  const canInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
  if (!canInstall) {
    throw new Error(
      'No Chromium was found. Install Google Chrome, Microsoft Edge or Chromium (on Debian and Ubuntu: ' +
        '`sudo apt-get install -y chromium`), or set CHROMIUM_PATH to the executable of one.',
    );
  }
  console.log('Installing Chromium with apt-get ...');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '--no-install-recommends', 'chromium'];
  await run('apt-get', install, { env }).catch(async () => {
    // On a fresh machine, the package lists are empty or old.
    await run('apt-get', ['update'], { env });
    await run('apt-get', install, { env });
  });
}
