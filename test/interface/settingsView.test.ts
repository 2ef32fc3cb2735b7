import assert from 'node:assert/strict';
import type { Workbench } from '../host/workbench';
import { answers } from '../service/faults';
import { minimalSettings, settingsWithUnknownFields } from '../service/sampleSettings';
import { internalServerError, newerServer } from '../service/realServers';
import type { Service } from '../service/service';
import { acceptAnyway } from './acceptAnyway';
import { benchKey, sheetBench } from './sheetBench';

const failures: readonly {
  readonly name: string;
  readonly prepare: (service: Service) => { dispose(): void } | undefined;
  readonly text: RegExp;
  readonly button: string;
  readonly links: readonly string[];
}[] = [
  {
    name: 'no settings yet',
    prepare: (service) => {
      service.setRawSettings(undefined);
      service.setSettings(undefined);
      return undefined;
    },
    text: /has no settings for you yet/,
    button: 'Open Service in Browser',
    links: ['refresh'],
  },
  {
    name: 'a newer service',
    prepare: (service) => service.impersonate(newerServer),
    text: /doesn't have the expected interface\. It may be a newer service/,
    button: 'Set Service URL',
    links: ['try again', 'show the log'],
  },
  {
    name: 'a service that points elsewhere',
    prepare: (service) =>
      service.misbehave('loadSettings', answers(308, {}, { location: 'https://agents.example.com/api/settings' }), {
        times: Infinity,
      }),
    text: /redirects elsewhere/,
    button: 'Set Service URL',
    links: ['try again', 'show the log'],
  },
  {
    name: 'a broken service',
    prepare: (service) => service.misbehave('loadSettings', internalServerError(), { times: Infinity }),
    text: /couldn't be loaded/,
    button: 'Try Again',
    links: ['set the service URL', 'show the log'],
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
    await workbench.view('Settings').waitForRow('Model');
  });

  /**
   * All rows after a refresh. The rows of the last load stay until the new ones, which alone have `landmark`, replace
   * them.
   */
  async function refreshed(landmark: string): Promise<string> {
    const since = service.requests.length;
    await workbench.view('Settings').clickTitleAction('Refresh Settings');
    await service.waitForRequest('loadSettings', { since });
    await workbench.patience.until(
      `a row "${landmark}"`,
      () => workbench.view('Settings').text(),
      (text) => text.includes(landmark),
    );
    await workbench.view('Settings').expandAll();
    return workbench.view('Settings').text();
  }

  it('shows every field of a response that has them all, and no secret', async () => {
    const text = await refreshed('Language model · anthropic/');
    await workbench.screenshot('settings-full');
    assert.equal(text, everything);
  });

  it('shows every field of a response that has only the required one', async () => {
    service.setRawSettings(minimalSettings);
    const text = await refreshed('Language model · not set');
    await workbench.screenshot('settings-minimal');
    assert.equal(text, nothingButTheRequired);
  });

  it('shows unknown fields under "Other"', async () => {
    service.setRawSettings(settingsWithUnknownFields);
    const text = await refreshed('\nOther');
    await workbench.screenshot('settings-unknown');
    assert.equal(text.slice(text.indexOf('\nOther') + 1), other);
  });

  it('shows wire name, type, meaning and default in the tooltip, and tells absent from null', async () => {
    const tooltip = await workbench.view('Settings').tooltip('Memory condensation');
    assert.match(tooltip, /enable_default_condenser/);
    assert.match(tooltip, /Type: boolean/);
    assert.match(tooltip, /Default: on/);
    assert.match(tooltip, /didn't send this field/);
    const { description } = await workbench.view('Settings').waitForRow('Memory condensation');
    assert.equal(description, 'on · default');
  });

  it('keeps stale values, with the error next to them, when a refresh fails', async () => {
    service.setRawSettings(undefined);
    service.setSettings(undefined);
    await workbench.view('Settings').clickTitleAction('Refresh Settings');
    await workbench.view('Settings').waitForMessage(/has no settings for you yet/);
    await workbench.screenshot('settings-stale');
    await workbench.view('Settings').waitForRow('Model');
    assert.match(await workbench.view('Settings').message(), /Last loaded/);
  });

  for (const { name, prepare, text, button, links } of failures) {
    it(`says what to do, with one button and links, if there is nothing to show: ${name}`, async () => {
      const fault = prepare(service);
      await workbench.runCommand('Agent: Set Session Key...');
      await workbench.quickInput.waitForTitle(/^Session Key for/);
      await workbench.quickInput.fill(benchKey);
      // A service that can't be asked doesn't reject the key.
      await acceptAnyway(workbench);
      await workbench.view('Settings').waitForWelcome(text);
      const shown = await workbench.view('Settings').welcome();
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
  Git providers · 2 providers
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
    HTTP servers · 2 servers
      https://docs.example.com/mcp
        URL · https://docs.example.com/mcp
        API key · set
      https://open.example.com/mcp
        URL · https://open.example.com/mcp
        API key · not set
    stdio servers · 1 server
      fetch
        Name · fetch
        Command · uvx
        Arguments · 2 entries
          0 · mcp-server-fetch
          1 · --ignore-robots-txt
        Environment · 1 entry
          FETCH_TOKEN · set
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
  Sandbox API key · not reported by the service
  Stored secrets
    Provider tokens · 2 providers
    Custom secrets · not reported by the service`;

const nothingButTheRequired = `Model
  Language model · not set
  Model URL · not set
  Model API key · set
  Agent · not set
  Language · not set
  Memory condensation · on · default
Agent limits
  Maximum iterations · not set
  Budget per task · not set
  Confirmation mode · not set
  Security analyzer · not set
Git
  Git user name · not set
  Git user email · not set
  Git providers · not reported by the service
Sandbox
  Base image · not set
  Runtime image · not set
  Resource factor · not set
MCP servers
  Configured servers · not set
Search
  Search API key · not set · default
Privacy and notifications
  Sound notifications · off · default
  Suggested tasks · on · default
  Solvability analysis · on · default
  Analytics · not set
Account
  Email · not set
  Email verified · not set
Secrets
  Sandbox API key · not reported by the service
  Stored secrets · not reported by the service`;

const other = `Other
  condenser_max_size · 120
  v1_enabled · off
  theme · 2 entries
    accent · green
    contrast · 1 entry
      level · 2
  extra_api_key · set`;
