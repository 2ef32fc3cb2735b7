import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { FSWatcher } from 'node:fs';
import { followFiles, type FileEvents } from '../../../src/conversations/historyFiles';
import { Emitter } from '../../../src/base/event';
import { RecordingLog } from '../../support/recordingLog';

/** The system does this, but a history on real files never meets it; the rest is in `history.test.ts`. */
describe('Following the files of a folder', () => {
  it('tells of all if the system names none, and goes on with the focus once it can no longer watch', () => {
    const log = new RecordingLog();
    const told: (string | undefined)[] = [];
    const focused = new Emitter<{ readonly focused: boolean }>();
    const watcher = Object.assign(new EventEmitter(), { close: () => undefined });
    let report: Parameters<FileEvents['watch']>[2] = () => assert.fail('nothing is watched');
    const watch: FileEvents['watch'] = (_folder, options, listener) => {
      assert.deepEqual(options, { persistent: false });
      report = listener;
      return watcher as unknown as FSWatcher;
    };
    const following = followFiles('/records', (name) => told.push(name), log, {
      watch,
      onDidChangeWindowState: focused.event,
    });
    report('change', 'a.json');
    report('rename', null);
    watcher.emit('error', new Error('gone'));
    focused.fire({ focused: false });
    assert.deepEqual(told, ['a.json', undefined]);
    focused.fire({ focused: true });
    assert.deepEqual(told, ['a.json', undefined, undefined]);
    assert.match(log.lines.join(), /can't be watched.*gone/);
    following.dispose();
    focused.fire({ focused: true });
    assert.equal(told.length, 3);
  });
});
