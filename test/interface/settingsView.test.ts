import assert from 'node:assert/strict';
import type { Workbench } from '../host/workbench';
import { internalServerError, newerServer } from '../service/realServers';
import type { Service } from '../service/service';
import { always, slow } from '../support/tags';
import { acceptAnyway } from './acceptAnyway';
import { benchKey, sheetBench } from './sheetBench';

const failures: readonly {
  readonly name: string;
  readonly prepare: (service: Service) => { dispose(): void } | undefined;
  readonly text: RegExp;
  readonly button: string;
  readonly links: readonly string[];
  readonly tagged: typeof always;
}[] = [
  {
    name: 'a newer service',
    prepare: (service) => service.impersonate(newerServer),
    text: /isn't a supported OpenHands server, or the URL is wrong\./,
    button: 'Set Service URL',
    links: ['try again', 'show the log'],
    tagged: always,
  },
  {
    name: 'a broken service',
    prepare: (service) => service.misbehave('loadSettings', internalServerError(), { times: Infinity }),
    text: /couldn't be loaded/,
    button: 'Try Again',
    links: ['set the service URL', 'show the log'],
    tagged: slow('unit/welcome has every text.'),
  },
];

describe('The settings view', () => {
  let service: Service;
  let workbench: Workbench;

  sheetBench(
    { size: { width: 1280, height: 1600 }, isStory: true, isGuest: true },
    (bench) => ({ service, workbench } = bench),
  );

  before(async () => {
    await workbench.openContainer('Agent Conversations');
    await workbench.view('Service Settings').waitForRow('Model');
  });

  /**
   * All rows after a refresh. The rows of the last load stay until the new ones, which alone have `landmark`, replace
   * them.
   */
  async function refreshed(landmark: string): Promise<string> {
    const since = service.requests.length;
    await workbench.view('Service Settings').clickTitleAction('Refresh Settings');
    await service.waitForRequest('loadSettings', { since });
    await workbench.view('Service Settings').waitForText(landmark);
    await workbench.view('Service Settings').expandAll();
    return workbench.view('Service Settings').text();
  }

  it('shows every field of a response that has them all, and no secret', async () => {
    const text = await refreshed('Language model · anthropic/');
    await workbench.screenshot('settings-full');
    assert.equal(text, everything);
  });

  it('keeps stale values, with the error next to them, when a refresh fails', async () => {
    service.setRawSettings(undefined);
    service.setSettings(undefined);
    await workbench.view('Service Settings').clickTitleAction('Refresh Settings');
    await workbench.view('Service Settings').waitForMessage(/has no settings for you yet/);
    await workbench.screenshot('settings-stale');
    await workbench.view('Service Settings').waitForRow('Model');
    assert.match(await workbench.view('Service Settings').message(), /Last loaded/);
  });

  for (const { name, prepare, text, button, links, tagged } of failures) {
    tagged.it(`says what to do, with one button and links, if there is nothing to show: ${name}`, async () => {
      const fault = prepare(service);
      await workbench.runCommand('Agent: Set Session Key...');
      await workbench.quickInput.waitForTitle(/^Session Key for/);
      await workbench.quickInput.fill(benchKey);
      // A service that can't be asked doesn't reject the key.
      await acceptAnyway(workbench);
      await workbench.view('Service Settings').waitForWelcome(text);
      const shown = await workbench.view('Service Settings').welcome();
      assert.deepEqual([shown.buttons, shown.links], [[button], links]);
      await workbench.screenshot(`settings-welcome-${name.replaceAll(' ', '-')}`);
      fault?.dispose();
    });
  }
});

const everything = `Model
  Language model · anthropic/claude-sonnet-4-20250514
  Model URL · https://llm.example.com/v1
  Model API key · set
  Agent · CodeActAgent
  Language · en
  Memory condensation · on · default
Agent limits
  Maximum iterations · 250
  Budget per task · 1.5
  Confirmation mode · off
  Security analyzer · llm
Git
  Git user name · Ada Lovelace
  Git user email · ada@example.com
  Git providers · 2 configured
    GitHub · set
    GitLab · gitlab.example.com
Sandbox
  Base image · docker.io/library/python:3.12-bookworm
  Runtime image · registry.example.com/runtime:0.54
  Resource factor · 2
MCP servers
  Configured servers · 4 servers
    SSE servers · 1 server
      https://tickets.example.com/sse
        URL · https://tickets.example.com/sse
        API key · set
    stdio servers · 1 server
      fetch
        Name · fetch
        Command · uvx
        Arguments · 2 entries
          0 · mcp-server-fetch
          1 · --ignore-robots-txt
        Environment · 1 entry
          FETCH_TOKEN · set
    HTTP servers · 2 servers
      https://docs.example.com/mcp
        URL · https://docs.example.com/mcp
        API key · set
      https://open.example.com/mcp
        URL · https://open.example.com/mcp
        API key · not set
Search
  Search API key · set
Privacy and notifications
  Sound notifications · off · default
  Suggested tasks · on · default
  Solvability analysis · off
  Analytics · off
Account
  Email · ada@example.com
  Email verified · on
Secrets
  Sandbox API key · not reported
  Saved secrets · not reported`;
