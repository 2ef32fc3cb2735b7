import { l10n } from 'vscode';
import type { ConversationStartRequest, McpConfig } from '../../../client/common/records';
import { ellipsize } from '../../../base/common/text';
import { imagesWords } from '../../../draft/vscode/imageWords';
import { formatTextSize } from '../../../base/vscode/units';
import { reasonWords } from '../../../repository/vscode/targetWords';
import type { SheetField, SheetState } from './sheetState';
import { isUrl } from '../../../base/common/url';

/** Of a text's first line, in characters: the rest of a row says more. */
const maxLine = 80;

/** A field's value as its row says it: in short, with its size where it has one. */
export function valueWords(field: SheetField, state: SheetState, request: ConversationStartRequest): string {
  if (request[field] === undefined) return absenceWords(field, state);
  switch (field) {
    case 'repository':
      return repositoryWords(state, request.repository ?? '');
    case 'git_provider':
    case 'selected_branch':
    case 'conversation_id':
      return request[field] ?? '';
    case 'image_urls':
      return imagesWords(request.image_urls ?? []);
    case 'suggested_task': {
      const { task_type = '', issue_number, repo, title } = request.suggested_task ?? {};
      return [task_type, issue_number === undefined ? '' : `#${issue_number}`, repo, title].filter(Boolean).join(' · ');
    }
    case 'create_microagent': {
      const { repo, git_provider, title } = request.create_microagent ?? {};
      return [repo, git_provider, title].filter(Boolean).join(' · ');
    }
    case 'replay_json':
      return formatTextSize(request.replay_json ?? '');
    case 'conversation_instructions': {
      const text = request.conversation_instructions ?? '';
      const ofSettings = state.draft.fields.conversation_instructions === undefined;
      return [firstLine(text), formatTextSize(text), ofSettings ? l10n.t('from the settings') : '']
        .filter(Boolean)
        .join(' · ');
    }
    case 'mcp_config':
      return mcpWords(request.mcp_config ?? {}, state);
  }
}

function absenceWords(field: SheetField, { surroundings }: SheetState): string {
  const isOfTarget = field === 'repository' || field === 'git_provider' || field === 'selected_branch';
  if (isOfTarget && !surroundings) return '…';
  return l10n.t({ message: 'none', comment: 'A field of the request that has no value' });
}

function repositoryWords({ surroundings }: SheetState, repository: string): string {
  const { repository: ofTarget, reason } = surroundings?.target ?? {};
  return repository === ofTarget && reason ? `${repository} · ${reasonWords(reason)}` : repository;
}

/** Servers of the request's own have names where they run a command alone; those of a file have one each. */
function mcpWords(config: McpConfig, { draft, mcp }: SheetState): string {
  const { sse_servers = [], stdio_servers = [], shttp_servers = [] } = config;
  const urls = [...shttp_servers, ...sse_servers];
  const all = [...stdio_servers.map(({ name }) => name), ...urls.map(({ url }) => hostOf(url))];
  const ticked = draft.fields.mcp_config === undefined ? mcp : undefined;
  const { names = [], saved = 0 } = ticked ?? {};
  const also =
    saved > 0
      ? [l10n.t({ message: 'with {0} saved on the service', args: [saved], comment: '{0} is a number of MCP servers' })]
      : [];
  return [all.length, (names.length > 0 ? names : all).join(', '), ...also].join(' · ');
}

function hostOf(url: string): string {
  return isUrl(url) ? new URL(url).host : '…';
}

/** The beginning of a text, on one line. */
export function firstLine(text: string): string {
  const line = /\S[^\r\n]*/.exec(text)?.[0].trimEnd() ?? '';
  return ellipsize(line, maxLine);
}
