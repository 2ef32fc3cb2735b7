import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandRemedy, showLog, withLogLast } from '../../src/base/vscode/explanation';
import { windowCaughtUp } from '../../src/base/vscode/contextKeys';
import { replaced } from '../support/replaced';

describe('The buttons of an error', () => {
  const labelsOf = (...names: readonly string[]) =>
    withLogLast(names.map((name) => (name === 'Show Log' ? showLog() : commandRemedy(name, 'x')))).map(
      ({ label }) => label,
    );

  it('have the log last, which only explains the error, and keep their order otherwise', () => {
    assert.deepEqual(labelsOf('Show Log', 'One', 'Two'), ['One', 'Two', 'Show Log']);
    assert.deepEqual(labelsOf('One', 'Show Log', 'Two'), ['One', 'Two', 'Show Log']);
    assert.deepEqual(labelsOf('Two', 'One'), ['Two', 'One']);
  });
});

describe('The window', () => {
  it('has caught up when it has executed a command, not before', async () => {
    const command = Promise.withResolvers<undefined>();
    const steps: string[] = [];
    using _ = replaced(vscode.commands, { executeCommand: () => command.promise });
    const caughtUp = windowCaughtUp().then(() => steps.push('caught up'));
    await new Promise((resolve) => setImmediate(resolve));
    steps.push('executed');
    command.resolve(undefined);
    await caughtUp;
    assert.deepEqual(steps, ['executed', 'caught up']);
  });
});
