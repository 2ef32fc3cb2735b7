import { withField, type Draft } from './draft';

/** The draft with a message that comes from elsewhere. Several lines cannot be typed on the sheet: they stand before it. */
export function withMessage(draft: Draft, message: string): Draft {
  return /[\r\n]/.test(message) ? { ...draft, body: message } : withField(draft, 'initial_user_msg', message);
}
