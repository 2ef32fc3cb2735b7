import assert from 'node:assert/strict';
import { registeringExtension } from '../bench/registeringExtension';
import { TemporaryFolder } from '../host/temporaryFolder';
import { shippedExtension } from '../host/vsix';
import { printedBy } from './stubbed';

describe('Registrations', function () {
  // Packages the extension if that hasn't been done yet.
  this.timeout(60_000);

  it('are the same in the extension that activation is measured against', async () => {
    using folder = new TemporaryFolder('registrations');
    /** Calls by which `activate` of an extension registers, creates or listens to something in VS Code. */
    const registrationsOf = async (extension: string) => {
      const program = 'require(main).activate(context); console.log(JSON.stringify(calls)); process.exit(0);';
      const calls = (await printedBy(program, extension, folder.path)) as readonly string[];
      return calls.filter((call) => /\.(register|create|onDid)[A-Z]\w*( |$)/.test(call)).toSorted();
    };
    const { folder: shipped } = await shippedExtension();
    const plain = (call: string) =>
      call.replace(/registeringOnly/, 'agentConversations').replace(/registering-only_/, 'agent-conversations_');
    const own = (await registrationsOf(await registeringExtension(shipped, folder.path))).map(plain);
    const ours = await registrationsOf(shipped);
    assert.ok(ours.length > 50, ours.join('\n'));
    assert.deepEqual(ours, own);
  });
});
