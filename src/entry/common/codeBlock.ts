import { fence } from '../../base/common/markup';

/** A code block with what the editor calls its language. */
export function codeBlock(text: string, languageId: string): string {
  // Extensions name languages as they like; what a fence cannot have behind it would end the block before it begins.
  return fence(text, /^[^\s`]+$/.test(languageId) ? languageId : '');
}
