import { reportErrors } from '../../base/vscode/commands';
import type { ConversationFilter } from '../conversationList';
import type { StatusPorts } from './statusNotices';
import {
  copyConversationId,
  copyConversationLink,
  followConversation,
  openConversation,
  showConversation,
  showOlder,
  stopFollowing,
} from './conversationActions';
import { refreshConversations, refreshStatus } from './refreshStatus';
import { removeConversation } from './removeConversations';
import { filterConversations, findConversation } from './searchConversations';

interface ConversationCommandPorts extends StatusPorts {
  readonly filter: ConversationFilter;
}

export const commands = reportErrors<ConversationCommandPorts>({
  changeFilter: filterConversations,
  copyConversationId,
  copyConversationLink,
  filterConversations,
  findConversation,
  followConversation,
  openConversation,
  refreshConversations,
  refreshStatus,
  removeConversation,
  showConversation,
  showOlder,
  stopFollowing,
});
