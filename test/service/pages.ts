import { htmlAnswer, type Answer } from './answer';
import type { Conversation } from './conversation';

/** Answer of real servers for every path that they don't know: the page of their single-page application. */
export const applicationPage: Answer = htmlAnswer(
  200,
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Agent</title></head>' +
    '<body><div id="root"></div><script type="module" src="/assets/entry.js"></script></body></html>',
);

/** Page of one conversation, which follows its state by reloading itself until it has stopped. */
export function conversationPage(conversation: Conversation): Answer {
  const rows = [
    ['id', 'Conversation', conversation.id],
    ['repository', 'Repository', conversation.repository],
    ['provider', 'Provider', conversation.gitProvider],
    ['branch', 'Branch', conversation.branch],
    ['message', 'Message', conversation.message],
    ['state', 'State', conversation.state],
    ['started', 'Started', conversation.startedAt],
  ] as const;
  const list = rows.map(([id, label, value]) => `<dt>${label}</dt><dd id="${id}">${escaped(value ?? 'none')}</dd>`);
  const reload = conversation.state === 'STOPPED' ? '' : '<meta http-equiv="refresh" content="2">';
  const title = escaped(conversation.title);
  const notes = (conversation.notes ?? []).map((note) => `<li>${escaped(note)}</li>`);
  return htmlAnswer(
    200,
    `<!doctype html><html lang="en"><head><meta charset="utf-8">${reload}<title>${title}</title></head>` +
      `<body><h1>${title}</h1><dl>${list.join('')}</dl><ol>${notes.join('')}</ol></body></html>`,
    { 'content-security-policy': "default-src 'none'", 'cache-control': 'no-store' },
  );
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
