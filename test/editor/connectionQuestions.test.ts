import assert from 'node:assert/strict';
import { once } from 'node:events';
import * as vscode from 'vscode';
import { ExplainedError } from '../../src/base/vscode/explanation';
import { stepContexts } from '../../src/names';
import { explain } from '../../src/start/vscode/explain';
import { ServiceMemory } from '../../src/service/serviceMemory';
import { connectTo } from '../../src/service/vscode/connection/connectTo';
import {
  clearSessionKey,
  setServiceUrl,
  setSessionKey,
  type ConnectionPorts,
} from '../../src/service/vscode/connection/connectionCommands';
import type { Call } from '../service/call';
import { answers, holds } from '../service/faults';
import { addressOf } from '../support/addressOf';
import { freeAddress } from '../support/freeAddress';
import { DrivenBox, DrivenWindow } from '../support/drivenWindow';
import { passHumanTime } from '../support/humanTime';
import { marked } from '../support/markedSecrets';
import { oneMachine } from '../support/oneMachine';
import { RecordedActions } from '../support/recordedActions';
import { replaced } from '../support/replaced';
import { setServiceUrl as setUrl } from '../support/setSetting';
import { someConversation } from '../support/someConversation';
import { StartBench } from '../support/startBench';

const rightKey = marked('session-key');
const wrongKey = marked('wrong-key');
const { Error: isError, Warning: isWarning } = vscode.InputBoxValidationSeverity;

describe('What is asked to connect to a service', () => {
  let bench: StartBench;
  let window: DrivenWindow;
  let actions: RecordedActions;
  let services: ServiceMemory;
  let ports: ConnectionPorts;
  let box: DrivenBox;

  beforeEach(async () => {
    box = new DrivenBox(() => Promise.resolve(undefined));
    bench = await StartBench.open({ isUnknown: true });
    window = new DrivenWindow();
    actions = new RecordedActions();
    services = new ServiceMemory(bench.ports.state, oneMachine);
    ports = { ...bench.ports, services } as unknown as ConnectionPorts;
  });

  afterEach(async () => {
    actions.dispose();
    window.dispose();
    await bench.dispose();
  });

  const stored = () => bench.keys.get(bench.origin);
  const known = () => services.services.map(({ baseUrl }) => baseUrl);

  /** Enters a text in the next box, which stays open until it's accepted. */
  function typing(text: string): void {
    window.typed = (_, shown) => {
      box = shown;
      return text;
    };
  }

  async function said(): Promise<vscode.InputBoxValidationMessage> {
    while (box.validationMessage === undefined) await new Promise(setImmediate);
    return box.validationMessage as vscode.InputBoxValidationMessage;
  }

  describe('The session key', () => {
    for (const has of ['settings', 'no settings'] as const)
      it(`is saved once a service with ${has} has accepted it, and the service is known then`, async () => {
        if (has === 'no settings') bench.service.setSettings(undefined);
        typing(rightKey);
        await setSessionKey(ports);
        assert.deepEqual([await stored(), known()], [rightKey, [bench.service.url]]);
        assert.equal(bench.ports.state.get(stepContexts.keySaved), true);
      });

    it('is asked for again if the service rejects it: the message says where it is', async () => {
      typing(wrongKey);
      const setting = setSessionKey(ports);
      const { message, severity } = await said();
      assert.match(message, /rejected the session key.*SESSION_API_KEY/);
      assert.equal(message.split('SESSION_API_KEY').length, 2, 'APIs with the same place name it once');
      assert.equal(severity, isError);
      const { password, ignoreFocusOut, enabled } = box as unknown as vscode.InputBox;
      assert.deepEqual([password, ignoreFocusOut, enabled], [true, true, true]);
      box.type(rightKey);
      assert.equal(box.validationMessage, undefined);
      // Nothing that was typed since can be the Enter before, held down.
      box.pressEnter();
      await setting;
      assert.equal(await stored(), rightKey);
    });

    it("is saved untried if it's entered again after the service couldn't be asked", async () => {
      bench.service.misbehave('loadSettings', answers(500), { times: Infinity });
      typing('f‑irst');
      const setting = setSessionKey(ports);
      assert.match((await said()).message, /characters that aren't allowed in a request header/);
      box.type('first');
      box.enter('first');
      const { message, severity } = await said();
      assert.match(message, /Press Enter again to save the key without checking it/);
      assert.equal(severity, isWarning);
      box.type('second');
      box.enter('second');
      await said();
      assert.deepEqual([bench.service.requests.length, await stored()], [2, undefined]);
      box.enter('second');
      await setting;
      assert.deepEqual([bench.service.requests.length, await stored()], [2, 'second']);
    });

    it("isn't saved untried by an Enter that was pressed before the message could be read", async () => {
      const late = answers(500);
      const answer = (call: Call) => (passHumanTime(), late.answer(call));
      bench.service.misbehave('loadSettings', { ...late, answer }, { times: Infinity });
      typing('a-key');
      const setting = setSessionKey(ports);
      await said();
      box.pressEnter();
      await new Promise(setImmediate);
      box.escape();
      await setting;
      assert.equal(await stored(), undefined);
    });

    it('is tried once at a time', async () => {
      const held = holds();
      bench.service.misbehave('loadSettings', held);
      typing(rightKey);
      const setting = setSessionKey(ports);
      await held.reached;
      assert.equal((box as unknown as vscode.InputBox).enabled, false);
      box.enter(rightKey);
      held.release();
      await setting;
      assert.equal(bench.service.requests.length, 1);
    });

    it("isn't tried any longer once the question is closed", async () => {
      const [reached, canceled] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
      const answer = async ({ signal }: Call) => {
        reached.resolve(undefined);
        await once(signal, 'abort');
        canceled.resolve(undefined);
      };
      bench.service.misbehave('loadSettings', { name: 'waits until it is canceled', answer });
      typing(rightKey);
      const setting = setSessionKey(ports);
      await reached.promise;
      box.escape();
      await setting;
      await canceled.promise;
      assert.deepEqual([await stored(), known()], [undefined, []]);
    });

    for (const [button, does, isClosed] of [
      ['Open Service in Browser', (url: string) => `${url}/`, false],
      ['Set Service URL...', () => 'agentConversations.setServiceUrl', true],
    ] as const)
      it(`${isClosed ? 'gives way to' : 'stays while there is'} another question: ${button}`, async () => {
        const said: string[] = [];
        window.replace(vscode.window, { setStatusBarMessage: (words: string) => void said.push(words) });
        window.typed = (_, shown) => {
          shown.press(button);
          return rightKey;
        };
        await setSessionKey(ports);
        assert.deepEqual(actions.done, [does(bench.service.url)]);
        assert.deepEqual(said, isClosed ? [] : [`$(check) Session key saved for ${bench.origin}`]);
        assert.equal(await stored(), isClosed ? undefined : rightKey);
      });

    it('is that of the service that an error was about, although another one is set now', async () => {
      await bench.history.add(someConversation({ baseUrl: bench.service.url }));
      await setUrl('https://agents.example');
      typing(rightKey);
      await setSessionKey(ports, bench.service.url);
      const buttons = box.buttons.map(({ tooltip }) => tooltip);
      assert.deepEqual(buttons, ['Open Service in Browser'], 'setting the service URL would set the other one');
      assert.deepEqual([await stored(), known()], [rightKey, [bench.service.url]]);
      assert.equal(await bench.keys.get('https://agents.example'), undefined);
    });

    it('is that of the service in the settings if a keybinding or a task names no known service', async () => {
      for (const given of [null, 1, '', 'agents', 'https://agents.example', {}]) {
        typing(rightKey);
        await setSessionKey(ports, given);
        assert.equal(await stored(), rightKey, JSON.stringify(given));
        await bench.keys.clear(bench.origin);
      }
    });

    it('is removed only after a yes, and only where there is one', async () => {
      await clearSessionKey(ports);
      assert.match(window.notices.join(), /No session key is saved/);
      await bench.keys.set(bench.origin, rightKey);
      await clearSessionKey(ports);
      assert.deepEqual([window.questions.length, await stored()], [1, rightKey]);
      window.presses = ['Remove Key'];
      await clearSessionKey(ports);
      assert.equal(await stored(), undefined);
      await setUrl('ftp://agents.example');
      await assert.rejects(clearSessionKey(ports), (error: unknown) => {
        assert.ok(error instanceof ExplainedError);
        assert.match(error.message, /^The URL must start with/);
        return error.remedy?.command === 'agentConversations.setServiceUrl';
      });
    });
  });

  describe('The service URL', () => {
    it('leads to the question for its key if it has none, and the one before is known if it had one', async () => {
      const before = bench.service.url;
      const next = `${before}/team`;
      window.typed = () => next;
      await bench.keys.set(bench.origin, rightKey);
      bench.service.misbehave('any', answers(401), { times: Infinity });
      assert.equal((await setServiceUrl(ports))?.baseUrl, next);
      assert.deepEqual([known(), actions.done], [[next, before], []]);
      assert.equal(bench.ports.configuration.serviceUrlText, next);
    });

    it('is that of the service that is chosen in the list, or that is typed there, which is tried at once', async () => {
      const { url } = bench.service;
      await services.remember(addressOf(url));
      await setUrl('https://agents.example');
      const chosen = async (typed: string, row: number) => {
        const { pick, result: setting } = await window.shownBy(() => setServiceUrl(ports));
        pick.type(typed);
        pick.accept(pick.items[row]);
        return [(await setting)?.baseUrl, bench.ports.configuration.serviceUrlText];
      };
      assert.deepEqual(await chosen('', 1), [url, url]);
      window.meanwhile = () => new Promise(() => undefined);
      bench.service.misbehave('any', answers(404, { error: 'Settings not found' }), { times: Infinity });
      assert.deepEqual(await chosen(`${url}/team`, 0), [`${url}/team`, `${url}/team`]);
    });

    it('at which nothing responds is used once it is entered again', async () => {
      const nowhere = await freeAddress();
      typing('agents');
      const setting = setServiceUrl(ports);
      assert.match((await said()).message, /^This isn't a valid URL/);
      assert.equal((box as unknown as vscode.InputBox).password, false, 'it is shown as it is typed');
      box.type(nowhere);
      box.enter(nowhere);
      const { message, severity } = await said();
      assert.match(message, /^Connection to \S+ refused\. .*Press Enter again to use it anyway\.$/);
      assert.deepEqual([severity, bench.ports.configuration.serviceUrlText], [isWarning, bench.service.url]);
      box.enter(nowhere);
      assert.equal((await setting)?.baseUrl, nowhere);
    });

    it('is chosen again after a service was given another API, or was forgotten', async () => {
      const address = addressOf(bench.service.url);
      await services.remember(address);
      window.typed = () => undefined;
      const { pick: first, result } = await window.shownBy(() => setServiceUrl(ports));
      assert.equal(first.activeItems[0], first.items[0], 'Enter changes nothing');
      const { pick: choice } = await window.shownBy(() => first.pressRow('', 'Change API...'));
      assert.equal(choice.title, `API of ${bench.service.url}`);
      assert.deepEqual(choice.descriptions, ['current', '', '']);
      const { pick: second } = await window.shownBy(() => choice.accept(choice.items[2]));
      assert.equal(await services.apiOf(address), 'agent');
      const { pick: again } = await window.shownBy(() => second.pressRow('', 'Change API...'));
      assert.deepEqual(again.descriptions, ['', '', 'current']);
      assert.equal(again.activeItems[0], again.items[2], 'Enter changes nothing');
      const { pick: third } = await window.shownBy(() => again.escape());
      assert.equal(await services.apiOf(address), 'agent', 'a closed question changes nothing');
      window.presses = ['Forget'];
      third.pressRow('', 'Forget Service');
      assert.equal(await result, undefined);
      assert.equal(services.services[0]?.forgotten, true);
    });

    it('that was written into settings.json is marked as the current one, until it is forgotten', async () => {
      await services.remember(addressOf('https://agents.example'));
      await setUrl('https://by-hand.example');
      const rows = async () => {
        const { pick, result } = await window.shownBy(() => setServiceUrl(ports));
        pick.escape();
        await result;
        return pick.descriptions.slice(0, 2);
      };
      assert.deepEqual(await rows(), ['https://by-hand.example · no key · current', 'https://agents.example · no key']);
      await services.forget(addressOf('https://by-hand.example'));
      assert.equal((await rows())[0], 'https://agents.example · no key');
    });

    it("that couldn't be saved is reported with the reason of VS Code, such as an error in settings.json", async () => {
      window.typed = () => bench.service.url;
      const update = () => Promise.reject(new Error('Open the user settings to correct errors in it.'));
      const { getConfiguration } = vscode.workspace;
      using _ = replaced(vscode.workspace, {
        getConfiguration: (section?: string) => ({ ...getConfiguration(section), update }),
      });
      await assert.rejects(setServiceUrl(ports), (error: unknown) => {
        const { sentence, remedy } = explain(error);
        assert.match(sentence, /^The service URL couldn't be saved in VS Code's settings\. Open the user settings to/);
        return remedy?.label === 'Open Settings';
      });
    });

    it('can be set while neither the history nor the keyring can be read', async () => {
      window.typed = () => bench.service.url;
      const fails = () => Promise.reject(new Error('locked'));
      const keys = Object.assign(Object.create(bench.keys) as typeof bench.keys, { get: fails });
      await setServiceUrl({ ...ports, keys, history: { load: fails } });
      assert.deepEqual(known(), [bench.service.url]);
      assert.deepEqual(actions.done, [], 'no key is asked for: there may be one, and another could not be saved');
    });

    it('is asked for in place of the key if there is none, and then asks for the key itself', async () => {
      const { url } = bench.service;
      await setUrl('ftp://agents.example');
      let questions = 0;
      window.typed = () => {
        questions++;
        return url;
      };
      await setSessionKey(ports);
      assert.deepEqual([questions, actions.done], [1, ['agentConversations.setSessionKey']]);
    });

    it('asks for a key of the new one', async () => {
      window.typed = () => bench.service.url;
      await setServiceUrl(ports);
      assert.deepEqual([known(), actions.done], [[bench.service.url], ['agentConversations.setSessionKey']]);
    });
  });

  describe('A connection', () => {
    const connecting = (baseUrl?: string) => connectTo({ ...ports, service: bench.ports.service }, baseUrl);

    it('is there once its key is entered, for a forgotten service, too, which is back on the list', async () => {
      await services.forget(addressOf(bench.service.url));
      await setUrl('https://agents.example');
      window.typed = () => rightKey;
      assert.equal((await connecting(bench.service.url))?.address.baseUrl, bench.service.url);
      const [service] = services.services;
      assert.deepEqual([service?.baseUrl, service?.forgotten], [bench.service.url, undefined]);
    });

    it('is none if the question for the key is closed, and there once it is answered', async () => {
      for (const [typed, expected] of [
        [undefined, undefined],
        [rightKey, bench.service.url],
      ] as const) {
        window.typed = () => typed;
        assert.equal((await connecting())?.address.baseUrl, expected);
      }
    });

    it('waits for the service URL that is set in place of the key', async () => {
      window.typed = (_, shown) => {
        shown.press('Set Service URL...');
        return undefined;
      };
      const executeCommand = () => new Promise(setImmediate).then(() => bench.keys.set(bench.origin, rightKey));
      using _ = replaced(vscode.commands, { executeCommand });
      assert.equal((await connecting())?.address.baseUrl, bench.service.url);
    });

    it("can't be made to an address that isn't one; the one in the settings is asked for then", async () => {
      await assert.rejects(connecting('ftp://agents.example'), ExplainedError);
      assert.deepEqual(actions.done, []);
      await setUrl('ftp://agents.example');
      assert.equal(await connecting(), undefined);
      assert.deepEqual(actions.done, ['agentConversations.setServiceUrl']);
    });
  });
});
