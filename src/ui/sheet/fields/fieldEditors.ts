import type { Edited, SheetField, SheetPorts, SheetState } from '../sheetState';
import { editBranch } from './branchField';
import { leaveOut } from './leaveOut';
import { editProvider } from './providerField';
import { editRepository } from './repositoryField';

/** Asks for a new value of one field. What comes back is what changed; nothing when the question was closed. */
export type FieldEditor = (state: SheetState, ports: SheetPorts) => Promise<Edited>;

export const fieldEditors: Readonly<Record<SheetField, FieldEditor>> = {
  repository: editRepository,
  git_provider: editProvider,
  selected_branch: editBranch,
  image_urls: leaveOut('image_urls'),
  suggested_task: leaveOut('suggested_task'),
  create_microagent: leaveOut('create_microagent'),
  replay_json: leaveOut('replay_json'),
  conversation_instructions: leaveOut('conversation_instructions'),
  mcp_config: leaveOut('mcp_config'),
  conversation_id: leaveOut('conversation_id'),
};
