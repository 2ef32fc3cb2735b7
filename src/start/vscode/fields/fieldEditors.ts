import type { Edited, SheetField, SheetPorts, SheetState } from '../sheet/sheetState';
import { editBranch } from './branchField';
import { editConversationId } from './conversationIdField';
import { editImages } from './imagesField';
import { editInstructions } from './instructionsField';
import { editMcp } from './mcpField';
import { editMicroagent } from './microagentField';
import { editProvider } from './providerField';
import { editReplay } from './replayField';
import { editRepository } from './repositoryField';
import { editSuggestedTask } from './suggestedTaskField';

/** Asks for a new value of one field. What comes back is what changed; nothing when the question was closed. */
export type FieldEditor = (state: SheetState, ports: SheetPorts) => Promise<Edited>;

export const fieldEditors: Readonly<Record<SheetField, FieldEditor>> = {
  repository: editRepository,
  git_provider: editProvider,
  selected_branch: editBranch,
  image_urls: editImages,
  suggested_task: editSuggestedTask,
  create_microagent: editMicroagent,
  replay_json: editReplay,
  conversation_instructions: editInstructions,
  mcp_config: editMcp,
  conversation_id: editConversationId,
};
