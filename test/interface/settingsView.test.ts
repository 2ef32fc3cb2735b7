import assert from 'node:assert/strict';
import type { Workbench } from '../host/workbench';
import type { Service } from '../service/service';
import { sheetBench } from './sheetBench';

describe('The settings view', () => {
  let service: Service;
  let workbench: Workbench;

  sheetBench({ size: { width: 1280, height: 1600 }, isGuest: true }, (bench) => ({ service, workbench } = bench));

  it('shows every field of a response that has them all, and no secret', async () => {
    await workbench.openContainer('Agent Conversations');
    const view = workbench.view('Service Settings');
    await view.waitForRow('Model');
    const since = service.requests.length;
    await view.clickTitleAction('Refresh Settings');
    await service.waitForRequest('loadSettings', { since });
    await view.waitForText('Language model · anthropic/');
    await view.expandAll();
    await workbench.screenshot('settings-full');
    assert.equal(await view.text(), everything);
  });
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
