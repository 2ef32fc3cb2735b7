import { emptyDraft, messageOf, type Draft } from '../../src/draft/draft';
import type { Drafts } from '../../src/draft/drafts';
import type { OpenDraft } from '../../src/draft/openDraft';

/** A draft on disk, as after the sheet with it was closed. Returns its id. */
export async function keptDraft(drafts: Drafts, draft: Draft): Promise<string> {
  const opened = drafts.begin(draft);
  await drafts.close(opened);
  return opened.id;
}

/** A draft that is written in an editor, which isn't shown. */
export async function keptDocument(
  drafts: Drafts,
  draft: Draft,
  name = 'Agent message.md',
): Promise<{ readonly id: string; readonly path: string }> {
  const opened = drafts.begin(draft);
  await opened.moveToEditor(name);
  const { path = '' } = opened;
  await drafts.close(opened);
  return { id: opened.id, path };
}

/** Sends a draft as it is shown, with this outcome. */
export async function sendDraft(
  opened: OpenDraft,
  outcome: Parameters<OpenDraft['finishSending']>[0],
  start = 'start-1',
): Promise<void> {
  await opened.beginSending(await opened.read(), start);
  await opened.finishSending(outcome, start);
}

export async function draftOnSheet(drafts: Drafts, fits?: (draft: Draft) => boolean): Promise<Draft> {
  return using(drafts, await drafts.openNewest(fits));
}

/** A draft by its id; an empty one if it is gone. */
export async function draftWithId(drafts: Drafts, id: string): Promise<Draft> {
  const opened = await drafts.open(id).catch(() => undefined);
  return opened ? using(drafts, opened) : emptyDraft;
}

/** The messages of all unsent drafts, newest first. */
export async function keptMessages(drafts: Drafts): Promise<readonly string[]> {
  const messages = (await drafts.list()).map(async ({ draft, path }) =>
    messageOf((path === undefined ? undefined : (await drafts.documentAt(path))?.draft) ?? draft),
  );
  return Promise.all(messages);
}

async function using(drafts: Drafts, opened: OpenDraft): Promise<Draft> {
  const draft = await opened.read();
  await drafts.close(opened);
  return draft;
}

/** Discards all drafts. */
export async function forgetDrafts(drafts: Drafts): Promise<void> {
  for (const { id } of await drafts.list()) {
    const opened = await drafts.open(id);
    await opened.discard();
    await drafts.close(opened);
  }
}
