import * as vscode from 'vscode';
import { onAccept, showQuickPick, untilClosed } from '../../base/vscode/quickInputs';
import { mcpOutline } from '../candidateSummary';
import type { McpCandidate } from '../mcpCandidate';
import type { FoundMcpServer, McpInventory } from '../mcpSelection';
import type { WorkspaceMcpServers } from './workspaceMcpServers';
import {
  mcpBlockerMessage,
  mcpFileLabel,
  mcpLimitationMessage,
  mcpProblemMessage,
  mcpChangeMessage,
  mcpReceiptMessage,
} from './mcpMessages';
import { plainLabel } from '../../base/text';
import { requestFieldTitle } from '../../service/vscode/errors/fieldLabels';

interface McpRow extends vscode.QuickPickItem {
  /** Absent for a row that can't be selected. */
  readonly server?: FoundMcpServer;
}

interface Outcome {
  readonly kind: 'accepted' | 'file' | 'forget';
  readonly selected: readonly FoundMcpServer[];
}

/**
 * Asks which MCP servers to send.
 * @returns `undefined` if the question was closed; `forgotten` if answers were deleted instead
 */
export async function pickMcpServers(
  mcp: WorkspaceMcpServers,
): Promise<readonly FoundMcpServer[] | 'forgotten' | undefined> {
  let inventory = await mcp.find();
  let selected: readonly FoundMcpServer[] = inventory.files
    .flatMap(({ servers }) => servers)
    .filter((server) => server.selected);
  for (;;) {
    const rows = rowsOf(inventory);
    const outcome: Outcome | undefined =
      rows.length === 0 ? await offerFile(inventory) : await pickOnce(rows, selected);
    switch (outcome?.kind) {
      case undefined:
        return undefined;
      case 'accepted':
        return outcome.selected;
      case 'forget':
        await mcp.answers.forget();
        vscode.window.setStatusBarMessage(vscode.l10n.t("Answers forgotten. You'll be asked again"), 5000);
        return 'forgotten';
      case 'file':
        if (!(await addFile(mcp)) && rows.length === 0) return undefined;
        inventory = await mcp.find();
        ({ selected } = outcome);
    }
  }
}

/** False if a server has changed, because it must be selected again then. */
function isSame({ file, candidate: { name, digest } }: FoundMcpServer, { file: other, candidate }: FoundMcpServer) {
  return file === other && name === candidate.name && digest === candidate.digest;
}

async function addFile(mcp: WorkspaceMcpServers): Promise<boolean> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Select MCP Server File'),
      filters: { [vscode.l10n.t('JSON Files')]: ['json', 'jsonc'] },
    })) ?? [];
  if (file) mcp.addFile(file.toString());
  return file !== undefined;
}

async function offerFile({ files }: McpInventory): Promise<Outcome | undefined> {
  const places = files.map(({ path }) => plainLabel(path)).join(', ');
  const picked = await showQuickPick(
    [{ iconPath: new vscode.ThemeIcon('folder-opened'), label: vscode.l10n.t('Select File...') }],
    {
      title: requestFieldTitle('mcp_config'),
      placeHolder:
        places === ''
          ? vscode.l10n.t('No mcp.json, .mcp.json, or mcp-config.json found')
          : vscode.l10n.t('No MCP servers in {0}', places),
      ignoreFocusOut: true,
    },
  );
  return picked === undefined ? undefined : { kind: 'file', selected: [] };
}

async function pickOnce(rows: readonly McpRow[], selected: readonly FoundMcpServer[]): Promise<Outcome | undefined> {
  const pick = vscode.window.createQuickPick<McpRow>();
  const file = { iconPath: new vscode.ThemeIcon('folder-opened'), tooltip: vscode.l10n.t('Select Another File...') };
  const forget = { iconPath: new vscode.ThemeIcon('discard'), tooltip: vscode.l10n.t('Forget Answers') };
  pick.title = requestFieldTitle('mcp_config');
  pick.placeholder = vscode.l10n.t('Select MCP servers to send; no others are sent');
  pick.canSelectMany = true;
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  pick.buttons = [file, forget];
  pick.items = rows;
  pick.selectedItems = pick.items.filter(({ server }) => server && selected.some((one) => isSame(one, server)));
  const nowSelected = () => pick.selectedItems.flatMap(({ server }) => server ?? []);
  return untilClosed<Outcome>(pick, (settle, guard) => {
    pick.onDidChangeSelection((picked) => {
      const sendable = picked.filter(({ server }) => server);
      if (sendable.length < picked.length) pick.selectedItems = sendable;
    });
    pick.onDidTriggerButton((button) => settle({ kind: button === file ? 'file' : 'forget', selected: nowSelected() }));
    onAccept(pick, guard, () => settle({ kind: 'accepted', selected: nowSelected() }));
  });
}

function rowsOf({ files }: McpInventory): McpRow[] {
  const able = files.flatMap((file) => {
    const servers = file.servers.filter(({ candidate }) => candidate.blockers.length === 0);
    return servers.length === 0 ? [] : [heading(mcpFileLabel(file)), ...servers.map(serverRow)];
  });
  const unable = files.flatMap((file) => [
    ...file.servers.flatMap(({ candidate }) => blockedRow(candidate, file.path)),
    ...problemRow(file.path, mcpProblemMessage(file)),
  ]);
  return [...able, ...(unable.length === 0 ? [] : [heading(vscode.l10n.t("Can't be sent")), ...unable])];
}

function heading(label: string): McpRow {
  return { label: plainLabel(label), kind: vscode.QuickPickItemKind.Separator };
}

function serverRow(server: FoundMcpServer): McpRow {
  const { candidate } = server;
  const words = [
    mcpChangeMessage(server),
    mcpReceiptMessage(candidate),
    ...candidate.limitations.map(mcpLimitationMessage),
  ];
  const detail = words.filter((about) => about !== undefined).join(' · ');
  return {
    label: plainLabel(candidate.name),
    description: plainLabel(`${candidate.server?.kind ?? ''} · ${mcpOutline(candidate.server)}`),
    ...(detail !== '' && { detail: plainLabel(detail) }),
    server,
  };
}

function blockedRow({ name, blockers }: McpCandidate, path: string): McpRow[] {
  if (blockers.length === 0) return [];
  const reasons = blockers.map(mcpBlockerMessage).join(' · ');
  return [
    {
      iconPath: new vscode.ThemeIcon('circle-slash'),
      label: plainLabel(name),
      description: plainLabel(path),
      detail: plainLabel(reasons),
    },
  ];
}

function problemRow(path: string, problem: string | undefined): McpRow[] {
  return problem === undefined
    ? []
    : [{ iconPath: new vscode.ThemeIcon('warning'), label: plainLabel(path), detail: plainLabel(problem) }];
}
