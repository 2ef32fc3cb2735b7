import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { CanceledProgress } from '../support/canceledProgress';

describe('A test that cancels all progress', () => {
  const { withProgress } = vscode.window;

  it('may end without undoing that', () => {
    assert.deepEqual(new CanceledProgress().titles, []);
    assert.notEqual(vscode.window.withProgress, withProgress);
  });

  it('leaves nothing of it to the next test', () => assert.equal(vscode.window.withProgress, withProgress));
});
