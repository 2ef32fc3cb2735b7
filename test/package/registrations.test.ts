import assert from 'node:assert/strict';
import path from 'node:path';
import { registeringExtension } from '../bench/registeringExtension';
import { TemporaryFolder } from '../host/temporaryFolder';
import { shippedExtension } from '../host/vsix';
import { printedBy } from '../support/printedBy';

describe('Registrations', function () {
  // Packages the extension if that hasn't been done yet.
  this.timeout(60_000);
  let folder: TemporaryFolder;

  before(() => (folder = new TemporaryFolder('registrations')));
  after(() => folder.dispose());

  /** Calls by which `activate` of an extension registers, creates or listens to something in VS Code, by full name. */
  async function registrationsOf(extension: string): Promise<readonly string[]> {
    const program = `
      const Module = require('node:module');
      const calls = [];
      const anything = (name) => new Proxy(class {}, {
        get: (target, key) => key === 'prototype' ? target.prototype : key === Symbol.iterator ? () => [].values()
          : key === Symbol.toPrimitive ? () => '' : anything(name + '.' + String(key)),
        apply: (target, self, given) => {
          const [first] = given.filter((one) => typeof one === 'string');
          if (/\\.(register|create|onDid)[A-Z]\\w*$/.test(name)) calls.push(first === undefined ? name : name + ' ' + first);
          return anything(name.replace(/(.*)\\.(\\w+)$/, '$2()'));
        },
        construct: () => anything('made'),
        set: () => true,
      });
      const load = Module._load;
      Module._load = (name, ...more) => (name === 'vscode' ? anything('vscode') : load(name, ...more));
      const place = { fsPath: ${JSON.stringify(folder.path)} };
      const { secrets, globalState, workspaceState } = anything('context');
      const extension = { packageJSON: require(${JSON.stringify(path.join(extension, 'package.json'))}) };
      const context = { subscriptions: [], secrets, globalState, workspaceState, globalStorageUri: place, extension };
      require(${JSON.stringify(path.join(extension, 'dist', 'extension.js'))}).activate(context);
      console.log(JSON.stringify(calls));
      process.exit(0);`;
    return ((await printedBy(program, folder.path)) as string[]).sort();
  }

  it('are the same in the extension that activation is measured against', async () => {
    const { folder: shipped } = await shippedExtension();
    const plain = (call: string) =>
      call.replace(/registeringOnly/, 'agentConversations').replace(/registering-only_/, 'agent-conversations_');
    const own = (await registrationsOf(await registeringExtension(shipped, folder.path))).map(plain);
    const ours = await registrationsOf(shipped);
    assert.ok(ours.length > 50, ours.join('\n'));
    assert.deepEqual(ours, own);
  });
});
