import { pauseFor, type Clock } from '../base/clock';
import { DisposableStore, MutableDisposable, type Disposable } from '../base/lifecycle';
import type { Log } from '../base/log';
import { hasPendingMessage, wasMessageSent, changeAfterSent, type Conversation } from '../conversations/conversation';
import type { History } from '../conversations/history';
import { isUnchangedSince, messageOf } from '../draft/draft';
import { DraftError } from '../draft/draftFiles';
import type { Drafts } from '../draft/drafts';
import type { OpenDraft } from '../draft/openDraft';
import { type ServiceAccess, withClient } from '../service/serviceConnection';
import { hasArrived } from './deliverMessage';

/** Outcome of a message whose window closed while it was being sent. */
type LateDelivery = 'sent' | 'mayBeSent';

interface LateDeliveryPorts {
  readonly service: Pick<ServiceAccess, 'connect'>;
  readonly history: Pick<History, 'conversations' | 'onDidChange' | 'read' | 'change'>;
  readonly drafts: () => Promise<Pick<Drafts, 'openInBackground' | 'close' | 'endSent'>>;
  readonly log: Log;
  readonly clock: Clock;
  /** Ids of the messages that this window is sending. */
  readonly sendings: ReadonlySet<string>;
  /** Tells the user about the outcome, once for each message. */
  readonly show: (delivery: LateDelivery, to: Conversation, draftId: string) => unknown;
}

/** Milliseconds after which it's checked again whether the window that sends a message is gone. */
const recheckAfter = 5_000;

/**
 * For each message whose window closed while it was sent: finds out whether it was delivered, and tells the user. Sends
 * nothing again. Goes on until it's disposed of. If several windows are open, the one that gets to open the draft does this.
 */
export function findLateDeliveries(ports: LateDeliveryPorts): Disposable {
  const { history, log, clock } = ports;
  const store = new DisposableStore();
  const closing = new AbortController();
  store.add({ dispose: () => closing.abort() });
  const timer = store.add(new MutableDisposable());
  const handled = new Set<string>();

  const settleAll = () => {
    for (const conversation of history.conversations.filter(hasPendingMessage)) {
      const { sendingId = '' } = conversation;
      if (handled.has(sendingId) || ports.sendings.has(sendingId)) continue;
      handled.add(sendingId);
      settleOne(conversation, ports, closing.signal).catch((error: unknown) => {
        if (!isHeld(error)) {
          log.error("It can't be found out whether a message was sent.", { error: String(error) });
          return;
        }
        // Another window is sending it, or finds out about it. That window may close before it is done.
        handled.delete(sendingId);
        timer.value = clock.after(recheckAfter, settleAll);
      });
    }
  };
  store.add(history.onDidChange(settleAll));
  settleAll();
  return store;
}

function isHeld(error: unknown): boolean {
  return error instanceof DraftError && error.code === 'held';
}

/** @throws {DraftError} if the draft can't be opened, for example because the window that sends it has it open */
async function settleOne(conversation: Conversation, ports: LateDeliveryPorts, closing: AbortSignal): Promise<void> {
  const { id, sendingDraft = '', sendingId } = conversation;
  const drafts = await ports.drafts();
  const opened = await drafts.openInBackground(sendingDraft).catch(async (error: unknown) => {
    if (!(error instanceof DraftError) || error.code !== 'gone') throw error;
    await settleWithoutDraft(conversation, ports, closing);
  });
  if (!opened) return;
  try {
    // The other window may have told the user before it closed the draft.
    const latest = await ports.history.read(id);
    const isPending = latest && hasPendingMessage(latest) && latest.sendingId === sendingId;
    if (isPending) await settle(latest, opened, ports, closing);
  } finally {
    await drafts.close(opened);
  }
}

/**
 * Handles a message without a draft: it was sent, or the user has discarded the draft. Waits first, because the window that
 * sent it may be about to tell the user.
 */
async function settleWithoutDraft(
  { id, sendingDraft = '', sendingId = '' }: Conversation,
  { history, clock, show }: LateDeliveryPorts,
  closing: AbortSignal,
): Promise<void> {
  await pauseFor(recheckAfter, clock, closing);
  const now = await history.read(id);
  if (closing.aborted || !now || !hasPendingMessage(now) || now.sendingId !== sendingId) return;
  if (wasMessageSent(now, sendingId)) show('sent', now, sendingDraft);
  await history.change(id, { sendingDraft: '' });
}

async function settle(
  conversation: Conversation,
  opened: OpenDraft,
  ports: LateDeliveryPorts,
  closing: AbortSignal,
): Promise<void> {
  const { history } = ports;
  const { id, sendingId = '' } = conversation;
  const delivery = await deliveryOf(conversation, opened, ports, closing);
  // This window is closing as well: the next one starts over.
  if (closing.aborted) return;
  ports.log.info('A message was being sent when its window closed.', { outcome: delivery });
  const { id: draftId } = opened;
  if (delivery === 'sent') {
    await saveSent(conversation, sendingId, history);
    await (await ports.drafts()).endSent(opened, sendingId);
  }
  ports.show(delivery, conversation, draftId);
  await forgetSending(id, sendingId, history);
}

type SendingHistory = Pick<History, 'read' | 'change'>;

/** Reads the conversation again first, so that the id of another message that was sent to it meanwhile is kept. */
export async function saveSent(conversation: Conversation, sendingId: string, history: SendingHistory): Promise<void> {
  const now = (await history.read(conversation.id)) ?? conversation;
  await history.change(conversation.id, changeAfterSent(now, sendingId));
}

/**
 * Called last: as long as a sending is remembered, another window reports its outcome after this one has closed. Another
 * message, which is being sent to the conversation by then, stays remembered.
 */
export async function forgetSending(id: string, sendingId: string, history: SendingHistory): Promise<void> {
  const now = await history.read(id);
  if (now?.sendingId === sendingId) await history.change(id, { sendingDraft: '' });
}

/** Looks for the message. One that isn't found may still arrive, so the result is never that it wasn't sent. */
async function deliveryOf(
  conversation: Conversation,
  opened: OpenDraft,
  { service, clock }: LateDeliveryPorts,
  closing: AbortSignal,
): Promise<LateDelivery> {
  const { baseUrl, conversationId = '', sendingId = '', sendingAfter: before = '', sendingAt = 0 } = conversation;
  if (wasMessageSent(conversation, sendingId)) return 'sent';
  const draft = await opened.read();
  const sent = draft.starts?.find((start) => start.id === sendingId);
  if (!sent || !isUnchangedSince(draft, sent)) return 'mayBeSent';
  const answers = withClient(service, baseUrl, (client) => client.answers);
  const message = { initial_user_msg: messageOf(draft) };
  const arrived = await hasArrived(conversationId, message, { before, sentAt: sendingAt }, { answers, clock }, closing);
  return arrived ? 'sent' : 'mayBeSent';
}
