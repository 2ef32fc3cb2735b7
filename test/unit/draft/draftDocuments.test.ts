import assert from 'node:assert/strict';
import fs, { rm } from 'node:fs/promises';
import path from 'node:path';
import { mock } from 'node:test';
import type { Draft } from '../../../src/draft/draft';
import type { Drafts } from '../../../src/draft/drafts';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { draftsIn } from '../../support/draftsIn';
import { draftWithId, keptDocument } from '../../support/keptDrafts';

const saying = (message: string): Draft => ({ fields: { initial_user_msg: message } });

describe('Drafts with a document', () => {
  let folder: string;

  beforeEach(() => (folder = path.join(new TemporaryFolder('drafts').path, 'drafts')));

  /** As in another window, or after a reload. */
  const open = (): Drafts => draftsIn(folder);

  it('keep what is typed while they move to an editor', async () => {
    const opened = open().begin(saying('half'));
    const { rename } = fs;
    const moving = mock.method(fs, 'rename', (from: string, to: string) => {
      if (to.endsWith('.md') && opened.draft.fields.initial_user_msg === 'half') opened.edit(saying('half and more'));
      return rename(from, to);
    });
    await opened.moveToEditor('message.md');
    moving.mock.restore();
    assert.equal((await opened.read()).body, 'half and more');
    assert.deepEqual(opened.draft.fields, {});
  });

  it('are sent without their document after it was deleted by hand', async () => {
    const { id, path: file } = await keptDocument(open(), { ...saying('go'), resultBranch: { name: 'agent/fix' } });
    const drafts = open();
    const opened = await drafts.open(id);
    await rm(file);
    await opened.beginSending(await opened.read(), 'start-1');
    assert.deepEqual([opened.isBeingSent, opened.path], [true, undefined]);
    await opened.finishSending('notStarted', 'start-1');
    await drafts.close(opened);
    assert.deepEqual(await draftWithId(open(), id), { fields: {}, resultBranch: { name: 'agent/fix' } });
  });
});
