import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { FSWatcher } from 'node:fs';
import { followFiles, type FileEvents } from '../../../src/conversations/historyFiles';
import { Emitter } from '../../../src/base/event';
import { RecordingLog } from '../../support/recordingLog';

describe('Following the files of a folder', () => {
  let log: RecordingLog;
  let told: (string | undefined)[];
  let focused: Emitter<{ readonly focused: boolean }>;
  let watcher: EventEmitter & { isClosed: boolean };
  let report: Parameters<FileEvents['watch']>[2];

  beforeEach(() => {
    log = new RecordingLog();
    told = [];
    focused = new Emitter();
    watcher = Object.assign(new EventEmitter(), { isClosed: false, close: () => (watcher.isClosed = true) });
  });

  const watch: FileEvents['watch'] = (_folder, options, listener) => {
    assert.deepEqual(options, { persistent: false });
    report = listener;
    return watcher as unknown as FSWatcher;
  };
  const follow = (started = watch) =>
    followFiles('/records', (name) => told.push(name), log, {
      watch: started,
      onDidChangeWindowState: focused.event,
    });

  it('tells which file has changed if the system does, and of all when the window gets the focus', () => {
    follow();
    report('change', 'a.json');
    report('rename', null);
    focused.fire({ focused: false });
    assert.deepEqual(told, ['a.json', undefined]);
    focused.fire({ focused: true });
    assert.deepEqual(told, ['a.json', undefined, undefined]);
  });

  it('goes on with the focus if files cannot be watched, or no longer, and says so in the log', () => {
    const refused = () => {
      throw new Error('out of watchers');
    };
    follow(refused);
    follow();
    watcher.emit('error', new Error('gone'));
    focused.fire({ focused: true });
    assert.deepEqual(told, [undefined, undefined]);
    assert.deepEqual(
      log.lines.map((line) => /can't be watched.*(out of watchers|gone)/.exec(line)?.[1]),
      ['out of watchers', 'gone'],
    );
  });

  it('ends', () => {
    follow().dispose();
    focused.fire({ focused: true });
    assert.deepEqual([told, watcher.isClosed], [[], true]);
  });
});
