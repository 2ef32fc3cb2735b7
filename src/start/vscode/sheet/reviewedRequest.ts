import type { ConversationStartRequest } from '../../../client/records';
import type { Draft } from '../../../draft/draft';
import type { OpenDraft } from '../../../draft/openDraft';
import type { CloneRemote } from '../../../repository/target';
import type { Warning } from '../../warnings';
import type { SheetState } from './sheetState';

/** The request that the user decided to send, exactly as the sheet showed it. */
export interface ReviewedRequest {
  /** The extension's own id of the start. A preview already shows it if it is sent as the conversation's id. */
  readonly id: string;
  readonly draft: Draft;
  readonly request: ConversationStartRequest;
  /** The kinds of warnings that the sheet showed. */
  readonly warned: readonly Warning['kind'][];
  readonly mcp: SheetState['mcp'];
  readonly clone?: CloneRemote | undefined;
}

/** The user wants to continue with another draft, which was opened. */
export interface OtherDraft {
  readonly instead: OpenDraft;
}
