import assert from 'node:assert/strict';
import { parseServiceUrl, type ServiceAddress } from '../../src/client/serviceUrl';
import { Configuration } from '../../src/service/vscode/configuration';
import {
  openService,
  type ConnectionPorts,
  forgetService,
  setServiceUrl as chooseServiceUrl,
} from '../../src/service/vscode/connection/connectionCommands';
import { FollowedServices } from '../../src/conversations/vscode/followedServices';
import { pageAnswer, savePageAnswer, ServiceMemory } from '../../src/service/serviceMemory';
import { askSessionKey } from '../../src/service/vscode/connection/askSessionKey';
import { chooseService } from '../../src/service/vscode/connection/chooseService';
import { ExplainedError } from '../../src/base/vscode/explanation';
import { startUnattended } from '../../src/start/vscode/unattendedStart';
import { DrivenWindow } from '../support/drivenWindow';
import { RecordedActions } from '../support/recordedActions';
import { setServiceUrl, setSetting } from '../support/setSetting';
import { addressOf } from '../support/addressOf';
import { MemoryState } from '../support/memoryState';
import { oneMachine } from '../support/oneMachine';
import { RecordedMessages } from '../support/recordedMessages';
import { StartBench } from '../support/startBench';

describe('Open Service in Browser', () => {
  const byDefault = 'http://localhost:3000';
  const typed = 'https://agents.example/';
  let window: DrivenWindow;
  let actions: RecordedActions;
  let saved: string[];

  beforeEach(() => {
    window = new DrivenWindow();
    actions = new RecordedActions();
    saved = [];
  });
  afterEach(() => {
    actions.dispose();
    window.dispose();
  });

  function ports(isServiceUrlChosen: boolean, key?: string, configured = byDefault): ConnectionPorts {
    const remember = ({ baseUrl }: ServiceAddress) => Promise.resolve(void saved.push(baseUrl));
    return {
      configuration: {
        serviceUrl: parseServiceUrl(configured),
        serviceUrlText: configured,
        isServiceUrlChosen,
        setServiceUrl: remember,
      },
      keys: { get: () => Promise.resolve(key) },
      services: { services: [], remember, isForgotten: () => false },
      service: { tryAddress: () => Promise.resolve() },
      history: { load: () => Promise.resolve([]) },
    } as unknown as ConnectionPorts;
  }

  for (const [what, isChosen, key] of [
    ['the user has chosen one', true, undefined],
    ['it has a key', false, 'key'],
  ] as const)
    it(`opens it at once if ${what}`, async () => {
      window.typed = () => assert.fail('nothing is asked');
      await openService(ports(isChosen, key));
      assert.deepEqual([actions.done, saved], [[`${byDefault}/`], []]);
    });

  it('asks for the service URL first if nobody has chosen one, saves it, and opens that; nothing if it is closed', async () => {
    const answers = [undefined, typed];
    const offered: string[] = [];
    window.typed = (before) => (offered.push(before), answers.shift());
    await openService(ports(false));
    assert.deepEqual([offered, actions.done, saved], [[byDefault], [], []]);
    await openService(ports(false));
    assert.deepEqual([offered, actions.done], [[byDefault, byDefault], [typed]]);
    assert.deepEqual(new Set(saved), new Set([typed.slice(0, -1)]));
  });

  it('asks for the service URL if the one that was written into settings.json is not valid', async () => {
    window.typed = () => typed;
    await openService(ports(true, undefined, 'localhost:3000'));
    assert.deepEqual([actions.done, new Set(saved)], [[typed], new Set([typed.slice(0, -1)])]);
  });

  it('knows a URL that was chosen from the default, also if both are the same', async () => {
    const configuration = new Configuration();
    try {
      await setServiceUrl(byDefault);
      assert.equal(configuration.isServiceUrlChosen, true);
      await setServiceUrl(undefined);
      assert.equal(configuration.isServiceUrlChosen, false);
    } finally {
      configuration.dispose();
    }
  });
});

describe('The time limit of a request', () => {
  afterEach(() => setSetting('requestTimeoutSeconds', undefined));

  it('is between a second and an hour, whatever is written into settings.json', async () => {
    const configuration = new Configuration();
    for (const [written, seconds] of [
      [0, 1],
      [90, 90],
      [100_000, 3600],
      ['90', 120],
    ] as const) {
      await setSetting('requestTimeoutSeconds', written);
      assert.equal(configuration.requestTimeoutSeconds, seconds);
    }
    configuration.dispose();
  });
});

describe('The list of services', () => {
  let window: DrivenWindow;

  beforeEach(() => (window = new DrivenWindow()));
  afterEach(() => window.dispose());

  it('has the current one active, and finds a known one by a part of it, or takes what is typed', async () => {
    const address = addressOf('https://agents.example');
    const one = { address, hasKey: true, isCurrent: false, api: 'v1' } as const;
    const current = { ...one, address: addressOf('https://current.example'), isCurrent: true };
    const { pick, result: choosing } = await window.shownBy(() =>
      chooseService([one, current], ['http://localhost:3000', address.baseUrl]),
    );
    assert.equal(pick.activeItems[0], pick.items[1], 'Enter changes nothing');
    const labels = () => pick.items.map(({ description }) => description?.split(' · ')[0]);
    assert.deepEqual(labels(), ['https://agents.example', 'https://current.example', 'http://localhost:3000']);
    pick.type('AGENTS');
    assert.deepEqual(labels(), ['https://agents.example', 'Use AGENTS']);
    assert.match(pick.items[1]?.detail ?? '', /^This isn't a valid URL/);
    for (const known of ['https://agents.example', 'https://agents.example/conversations/1']) {
      pick.type(known);
      assert.deepEqual(labels(), ['https://agents.example']);
    }
    pick.type('http://localhost');
    assert.deepEqual(labels(), ['Use http://localhost', 'http://localhost:3000']);
    pick.type('https://other.example');
    assert.deepEqual(labels(), ['Use https://other.example']);
    pick.accept(pick.items[0]);
    assert.deepEqual(await choosing, { kind: 'typed', text: 'https://other.example' });
  });

  it('has the API of each once a key was tried, or one was chosen', async () => {
    const address = addressOf('https://agents.example');
    const untried = { address, hasKey: false, isCurrent: true, api: 'v0' } as const;
    for (const [more, said] of [
      [{}, ' · no key · current'],
      [{ hasKey: true }, ' · key set · current · API V0'],
      [{ hasKey: undefined }, ' · current'],
      [{ api: 'agent' }, ' · no key · current · Agent server'],
    ] as const) {
      const { pick, result } = await window.shownBy(() => chooseService([{ ...untried, ...more }], []));
      pick.escape();
      await result;
      assert.equal(pick.descriptions[0], `${address.baseUrl}${said}`);
    }
  });
});

describe('Forgetting a service', () => {
  const address = addressOf('https://agents.example/team');
  const others = ['https://agents.example', 'https://other.example'];
  let followed: FollowedServices;
  let state: MemoryState;
  let done: string[];

  beforeEach(() => {
    state = new MemoryState();
    followed = new FollowedServices(state, oneMachine);
    done = [];
  });
  afterEach(() => followed.dispose());

  const note = (what: string) => (of: unknown) =>
    Promise.resolve(void done.push(typeof of === 'string' ? `${what} of ${of}` : what));
  const forget = (listed = [{ address }], clear = note('key')) => {
    const services = { forget: note('service'), forgetApi: note('API'), forgetAgreement: note('consent') } as never;
    return forgetService(address, listed, { keys: { clear } as never, services, followed, state });
  };

  for (const [answer, left] of [
    ['Forget', ['https://other.example']],
    [undefined, others],
  ] as const)
    it(`ends following the status of its conversations: ${answer ? 'agreed' : 'not agreed'}`, async () => {
      using messages = new RecordedMessages(answer);
      for (const origin of others) await followed.add(origin);
      // Without a key, a service that is still followed would count as one that doesn't answer.
      const clear = async (origin: unknown) =>
        void done.push(
          `key of ${String(origin)}, ${(await followed.has(String(origin))) ? 'followed' : 'not followed'}`,
        );
      await forget(undefined, clear);
      assert.deepEqual(await followed.origins(), left);
      const [api, consent] = ['API', 'consent of https://agents.example'];
      const key = 'key of https://agents.example, not followed';
      assert.deepEqual(done.sort(), answer ? [api, consent, key, 'service'] : []);
      assert.match(messages.said.join(), /stops following its conversations/);
    });

  it('leaves the key, and what the user agreed to, to another service on the same host', async () => {
    await savePageAnswer(state, address.origin, 'https://canvas.example', true);
    await followed.add(address.origin);
    using messages = new RecordedMessages('Forget');
    await forget([{ address }, { address: addressOf(address.origin) }]);
    assert.deepEqual(done, ['API', 'service']);
    assert.deepEqual(await followed.origins(), [address.origin]);
    assert.equal(pageAnswer(state, address.origin, 'https://canvas.example'), true);
    assert.match(messages.said.join(), /key and what you agreed to stay, because https:\/\/agents\.example uses them/);
  });

  it('takes back what was answered about its pages, and about those of no other service', async () => {
    const pages = ['https://canvas.example', 'https://pages.example'];
    const shown = (service: string) => pages.map((page) => pageAnswer(state, service, page));
    for (const service of [...others, `${others[0]!}.org`]) {
      await savePageAnswer(state, service, pages[0]!, true);
      await savePageAnswer(state, service, pages[1]!, false);
    }
    using messages = new RecordedMessages('Forget');
    await forget();
    assert.deepEqual([...others, `${others[0]!}.org`].map(shown), [
      [undefined, undefined],
      [true, false],
      [true, false],
    ]);
    assert.match(messages.said.join(), /forgets what you agreed to/);
  });

  it('lasts if another service on the same host, which has the same key, is used next', async () => {
    using window = new DrivenWindow();
    using _messages = new RecordedMessages('Forget');
    const services = new ServiceMemory(state, oneMachine);
    const other = addressOf(address.origin);
    await services.remember(other);
    const configuration = {
      serviceUrl: { ok: true, address },
      serviceUrlText: address.baseUrl,
      setServiceUrl: () => Promise.resolve(),
    };
    const history = { load: () => Promise.resolve([]) };
    const ports = { configuration, keys: { get: () => Promise.resolve('key') }, services, followed, state, history };
    const { pick, result: choosing } = await window.shownBy(() => chooseServiceUrl(ports as never));
    const shownAgain = window.next();
    // The current one is the first row, and then the other one is.
    pick.pressRow('', 'Forget Service');
    const left = await shownAgain;
    left.accept(left.items[0]);
    assert.deepEqual([(await choosing)?.baseUrl, services.isForgotten(address)], [other.baseUrl, true]);
  });

  it('is possible for the only one, too', async () => {
    using window = new DrivenWindow();
    const ports = {
      configuration: { serviceUrl: { ok: true, address }, serviceUrlText: address.baseUrl },
      keys: { get: () => Promise.resolve('key') },
      services: { services: [{ baseUrl: address.baseUrl, at: 1 }], apiOf: () => Promise.resolve('v0') },
      history: { load: () => Promise.resolve([]) },
    };
    const { pick, result: choosing } = await window.shownBy(() => chooseServiceUrl(ports as never));
    const offered = pick.items.map(({ buttons = [] }) => buttons.map(({ tooltip }) => tooltip));
    pick.escape();
    assert.deepEqual([offered, await choosing], [[['Change API...', 'Forget Service'], [], []], undefined]);
  });
});

describe('A session key that could be read on the way', () => {
  let bench: StartBench;

  beforeEach(async () => (bench = await StartBench.open()));
  afterEach(() => bench.dispose());

  const access = () =>
    Object.assign(Object.create(bench.ports.service) as typeof bench.ports.service, {
      connect: () => Promise.resolve({ kind: 'unverified' as const, address: addressOf('https://agents.example') }),
      isUnverified: ({ secure }: ServiceAddress) => Promise.resolve(secure),
      agreeToUnverified: () => assert.fail('agreed'),
    });

  for (const [url, question] of [
    ['http://agents.example', "The connection to http://agents.example isn't encrypted."],
    ['https://agents.example', "The certificate of https://agents.example isn't checked."],
  ] as const)
    it(`isn't sent without a yes: ${question}`, async () => {
      using window = new DrivenWindow();
      assert.equal(await askSessionKey(addressOf(url), { ...bench.ports, service: access() }), false);
      assert.deepEqual(
        window.questions.map(({ title }) => title),
        [question],
      );
    });

  it('fails a start without a user to ask, and leads to the question', async () => {
    const ports = { ...bench.ports, service: access() };
    const error: unknown = await startUnattended({ fields: { initial_user_msg: 'Fix it' } }, ports).catch(
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof ExplainedError);
    assert.equal(
      error.message,
      "Not started. The certificate of https://agents.example isn't checked, so the session key wasn't sent.",
    );
    using actions = new RecordedActions();
    await error.remedy?.run();
    assert.deepEqual(actions.done, ['agentConversations.refreshSettings https://agents.example']);
    assert.equal(bench.service.requests.length, 0);
  });
});
