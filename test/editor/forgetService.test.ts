import assert from 'node:assert/strict';
import { FollowedServices } from '../../src/conversations/vscode/followedServices';
import * as vscode from 'vscode';
import { forgetService, setServiceUrl } from '../../src/service/vscode/connection/connectionCommands';
import { until } from '../support/openSheets';
import { parseServiceUrl } from '../../src/client/serviceUrl';
import { pageAnswer, savePageAnswer } from '../../src/service/pageAnswers';
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
      const followed = new FollowedServices(new MemoryState(), oneMachine);
      const done: string[] = [];
      const note = (what: string) => (of: unknown) => {
        done.push(`${what} ${typeof of === 'string' ? of : JSON.stringify(of)}`);
        return Promise.resolve();
      };
      const forgetApi = () => note('api')('v0');
      const services = { forget: note('forget'), forgetApi };
      const messages = new RecordedMessages(answer);
      try {
        for (const origin of others) await followed.add(origin);
        await forgetService(address, {
          keys: { clear: note('clear') } as never,
          services: services as never,
          followed,
          state: new MemoryState(),
        });
        assert.deepEqual(await followed.origins(), left);
        assert.equal(done.length, answer ? 3 : 0);
        assert.equal(done.includes('api v0'), answer !== undefined);
        assert.match(messages.said.join(), /stops following its conversations/);
      } finally {
        messages.dispose();
        followed.dispose();
      }
    });

  it('takes back what was answered about its pages, and about those of no other service', async () => {
    const state = new MemoryState();
    const pages = ['https://canvas.example', 'https://pages.example'];
    const shown = (service: string) => pages.map((page) => pageAnswer(state, service, page));
    for (const service of [...others, `${others[0]!}.org`]) {
      await savePageAnswer(state, service, pages[0]!, true);
      await savePageAnswer(state, service, pages[1]!, false);
    }
    const messages = new RecordedMessages('Forget');
    const followed = new FollowedServices(state, oneMachine);
    const nothing = () => Promise.resolve();
    try {
      const services = { forget: nothing, forgetApi: nothing } as never;
      await forgetService(address, { keys: { clear: nothing } as never, services, followed, state });
      assert.deepEqual([...others, `${others[0]!}.org`].map(shown), [
        [undefined, undefined],
        [true, false],
        [true, false],
      ]);
      assert.match(messages.said.join(), /forgets where you agreed to open their pages/);
    } finally {
      messages.dispose();
      followed.dispose();
    }
  });

  it('is possible for the only one, too', async () => {
    const { createQuickPick } = vscode.window;
    const picks: vscode.QuickPick<vscode.QuickPickItem>[] = [];
    vscode.window.createQuickPick = (() => {
      const pick = createQuickPick();
      picks.push(pick);
      return pick;
    }) as unknown as typeof createQuickPick;
    const ports = {
      configuration: { serviceUrl: parsed, serviceUrlText: address.baseUrl },
      keys: { get: () => Promise.resolve('key') },
      services: { services: [{ baseUrl: address.baseUrl, at: 1 }], apiOf: () => Promise.resolve('v0') },
      history: { load: () => Promise.resolve([]) },
    };
    try {
      const choosing = setServiceUrl(ports as never);
      await until(() => picks.length > 0 && picks[0]!.items.length > 0);
      const offered = picks[0]!.items.map(({ buttons = [] }) => buttons.map(({ tooltip }) => tooltip));
      picks[0]!.hide();
      assert.deepEqual([offered, await choosing], [[['Change API...', 'Forget Service'], [], []], undefined]);
    } finally {
      vscode.window.createQuickPick = createQuickPick;
    }
  });
});
