import assert from 'node:assert/strict';
import { MementoFollowed } from '../../src/conversations/vscode/mementoFollowed';
import { forgetService } from '../../src/service/vscode/connection/forgetService';
import { parseServiceUrl } from '../../src/client/common/serviceUrl';
import { MemoryState } from '../support/memoryState';
import { oneMachine } from '../support/oneMachine';
import { RecordedMessages } from '../support/recordedMessages';

describe('Forgetting a service', () => {
  const parsed = parseServiceUrl('https://agents.example/team');
  const address = parsed.ok ? parsed.address : assert.fail();
  const others = ['https://agents.example', 'https://other.example'];

  for (const [answer, left] of [
    ['Forget', ['https://other.example']],
    [undefined, others],
  ] as const)
    it(`ends following the status of its conversations: ${answer ? 'agreed' : 'not agreed'}`, async () => {
      const followed = new MementoFollowed(new MemoryState(), oneMachine);
      const done: string[] = [];
      const note = (what: string) => (of: unknown) => {
        done.push(`${what} ${typeof of === 'string' ? of : JSON.stringify(of)}`);
        return Promise.resolve();
      };
      const services = { services: [], used: note('used'), forget: note('forget') };
      const messages = new RecordedMessages(answer);
      try {
        for (const origin of others) await followed.add(origin);
        await forgetService(address, {
          keys: { clear: note('clear') } as never,
          services: () => Promise.resolve(services),
          followed,
          apis: { get: () => Promise.resolve('v1'), set: (_, api) => note('api')(api) },
        });
        assert.deepEqual(
          (await followed.origins()).map(({ origin }) => origin),
          left,
        );
        assert.equal(done.length, answer ? 3 : 0);
        assert.equal(done.includes('api v0'), answer !== undefined);
        assert.match(messages.said.join(), /the status of its conversations is no longer followed/);
      } finally {
        messages.dispose();
        followed.dispose();
      }
    });
});
