import type { Attachment } from '../../draft/common/draft';
import { fence } from '../../base/common/markup';
import { codeSpan } from './codeSpan';
import { withoutControls } from './terminalAttachment';

/** A text that was referred to in a chat, by the name that the chat has for it; `undefined` when there is nothing in it. */
export function chatAttachment(name: string, text: string): Attachment | undefined {
  const readable = withoutControls(text);
  if (readable.trim() === '') return undefined;
  return { kind: 'chat', about: name, text: `From the chat, ${codeSpan(name)}:\n\n${fence(readable, 'text')}` };
}
