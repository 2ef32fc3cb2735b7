import { pauseFor, type Clock } from '../base/clock';
import { DisposableStore, Slot, type Disposable } from '../base/lifecycle';
import type { Log } from '../base/log';
import { isSentTo, wasSent, withSent, type Conversation } from '../conversations/conversation';
import type { History } from '../conversations/history';
import { isUnchangedSince, messageOf } from '../draft/draft';
import { DraftError } from '../draft/draftError';
import type { Drafts } from '../draft/drafts';
import type { OpenDraft } from '../draft/openDraft';
import { type ServiceAccess, withClient } from '../service/serviceConnection';
import { hasArrived } from './deliverMessage';

/** Outcome of a message whose window closed while it was being sent. */
export type LateDelivery = 'sent' | 'mayBeSent';

export interface ResumeSendingPorts {
  readonly service: Pick<ServiceAccess, 'connect'>;
  readonly history: Pick<History, 'conversations' | 'onDidChange' | 'read' | 'change'>;
  readonly drafts: () => Promise<Pick<Drafts, 'open' | 'close'>>;
  readonly log: Log;
  readonly clock: Clock;
  /** Ids of the messages that this window sends itself. */
  readonly sendings: ReadonlySet<string>;
  /** Tells the user, once for each sending. */
  readonly show: (delivery: LateDelivery, to: Conversation, draftId: string) => unknown;
}

/** Time between two looks for windows that are gone, in milliseconds. */
const lookEvery = 5_000;

/**
 * Finds out what has become of messages whose windows closed while they were being sent, until it's disposed of, and
 * shows it. Nothing is sent again. Of several windows, the one that opens the draft first does.
 */
export function resumeSending(ports: ResumeSendingPorts): Disposable {
  const { history, log, clock } = ports;
  const store = new DisposableStore();
  const closing = new AbortController();
  store.add({ dispose: () => closing.abort() });
  const timer = store.add(new Slot());
  /** Ids of the sendings that this window looks after, or has given up. */
  const taken = new Set<string>();

  const look = () => {
    if (closing.signal.aborted) return;
    for (const conversation of history.conversations.filter(isSentTo)) {
      const { sendingId = '' } = conversation;
      if (taken.has(sendingId) || ports.sendings.has(sendingId)) continue;
      taken.add(sendingId);
      resumeOne(conversation, ports, closing.signal).catch((error: unknown) => {
        if (!isHeld(error)) {
          log.error("It can't be found out whether a message was sent.", { error: String(error) });
          return;
        }
        // Its window may close before it knows.
        taken.delete(sendingId);
        if (!closing.signal.aborted) timer.put(clock.after(lookEvery, look));
      });
    }
  };
  store.add(history.onDidChange(look));
  look();
  return store;
}

function isHeld(error: unknown): boolean {
  return error instanceof DraftError && error.code === 'held';
}

/** @throws {DraftError} when its draft can't be opened, for example because its window still has it */
async function resumeOne(conversation: Conversation, ports: ResumeSendingPorts, closing: AbortSignal): Promise<void> {
  const { id, sendingDraft = '', sendingId } = conversation;
  const drafts = await ports.drafts();
  const opened = await drafts.open(sendingDraft).catch(async (error: unknown) => {
    if (!(error instanceof DraftError) || error.code !== 'gone') throw error;
    await settleWithout(conversation, ports, closing);
  });
  if (!opened) return;
  try {
    // Its window may have told the user before it let go of the draft.
    const now = await ports.history.read(id);
    if (now && isSentTo(now) && now.sendingId === sendingId) await settle(now, opened, ports, closing);
  } finally {
    await drafts.close(opened);
  }
}

/** Its draft is gone: the message was sent, which its window may be about to say, or the user has discarded it. */
async function settleWithout(
  { id, sendingDraft = '', sendingId = '' }: Conversation,
  { history, clock, show }: ResumeSendingPorts,
  closing: AbortSignal,
): Promise<void> {
  await pauseFor(lookEvery, clock, closing);
  const now = await history.read(id);
  if (closing.aborted || !now || !isSentTo(now) || now.sendingId !== sendingId) return;
  if (wasSent(now, sendingId)) show('sent', now, sendingDraft);
  await history.change(id, { sendingDraft: '' });
}

async function settle(
  conversation: Conversation,
  opened: OpenDraft,
  ports: ResumeSendingPorts,
  closing: AbortSignal,
): Promise<void> {
  const { id, sendingId = '' } = conversation;
  const delivery = await deliveryOf(conversation, opened, ports, closing);
  // The next window looks again.
  if (closing.aborted) return;
  ports.log.info('A message was being sent when its window closed.', { outcome: delivery });
  const { id: draftId } = opened;
  if (delivery === 'sent') {
    await ports.history.change(id, withSent(conversation, sendingId));
    await opened.finishSending('started', sendingId);
  }
  ports.show(delivery, conversation, draftId);
  await ports.history.change(id, { sendingDraft: '' });
}

/** One that isn't found may still wait for the agent's step: it is never said that it wasn't sent. */
async function deliveryOf(
  conversation: Conversation,
  opened: OpenDraft,
  { service, clock }: ResumeSendingPorts,
  closing: AbortSignal,
): Promise<LateDelivery> {
  const { baseUrl, conversationId = '', sendingId = '', sendingAfter: before = '', sendingAt = 0 } = conversation;
  if (wasSent(conversation, sendingId)) return 'sent';
  const draft = await opened.read();
  const sent = draft.starts?.find((start) => start.id === sendingId);
  if (!sent || !isUnchangedSince(draft, sent)) return 'mayBeSent';
  const answers = withClient(service, baseUrl, (client) => client.answers);
  const message = { initial_user_msg: messageOf(draft) };
  const arrived = await hasArrived(conversationId, message, { before, sentAt: sendingAt }, { answers, clock }, closing);
  return arrived ? 'sent' : 'mayBeSent';
}
