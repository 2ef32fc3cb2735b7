import assert from 'node:assert/strict';
import * as vscode from 'vscode';
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
import { chooseService, type KnownService } from '../../src/service/vscode/connection/chooseService';
import { ExplainedError } from '../../src/base/vscode/explanation';
import { startUnattended } from '../../src/start/vscode/unattendedStart';
import { DrivenWindow } from '../support/drivenWindow';
import { RecordedActions } from '../support/recordedActions';
import { setServiceUrl, setSetting } from '../support/setSetting';
import { addressOf } from '../support/addressOf';
import { MemoryState } from '../support/memoryState';
import { oneMachine } from '../support/oneMachine';
import { RecordedMessages } from '../support/recordedMessages';
import { replaced, type Replaced } from '../support/replaced';
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

  function ports(isServiceUrlChosen: boolean, key?: string): ConnectionPorts {
    const remember = ({ baseUrl }: ServiceAddress) => Promise.resolve(void saved.push(baseUrl));
    return {
      configuration: {
        serviceUrl: parseServiceUrl(byDefault),
        serviceUrlText: byDefault,
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

  it('asks for the service URL first if nobody has chosen one, saves it, and opens that', async () => {
    const offered: string[] = [];
    window.typed = (before) => (offered.push(before), typed);
    await openService(ports(false));
    assert.deepEqual([offered, actions.done], [[byDefault], [typed]]);
    assert.deepEqual(new Set(saved), new Set([typed.slice(0, -1)]));
  });

  it('opens nothing if that question is closed', async () => {
    window.typed = () => undefined;
    await openService(ports(false));
    assert.deepEqual([actions.done, saved], [[], []]);
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
    const shown = window.next();
    const choosing = chooseService([one, current], ['http://localhost:3000', address.baseUrl]);
    const pick = await shown;
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
    const described = async (service: KnownService) => {
      const shown = window.next();
      const choosing = chooseService([service], []);
      const pick = await shown;
      pick.escape();
      await choosing;
      return pick.items[0]?.description;
    };
    assert.deepEqual(
      [
        await described(untried),
        await described({ ...untried, hasKey: true }),
        await described({ ...untried, hasKey: undefined }),
        await described({ ...untried, api: 'agent' }),
      ],
      [
        'https://agents.example · no key · current',
        'https://agents.example · key set · current · API V0',
        'https://agents.example · current',
        'https://agents.example · no key · current · Agent server',
      ],
    );
  });
});

describe('Forgetting a service', () => {
  const address = addressOf('https://agents.example/team');
  const others = ['https://agents.example', 'https://other.example'];
  let followed: FollowedServices;
  let state: MemoryState;

  beforeEach(() => {
    state = new MemoryState();
    followed = new FollowedServices(state, oneMachine);
  });
  afterEach(() => followed.dispose());

  for (const [answer, left] of [
    ['Forget', ['https://other.example']],
    [undefined, others],
  ] as const)
    it(`ends following the status of its conversations: ${answer ? 'agreed' : 'not agreed'}`, async () => {
      const done: string[] = [];
      const note = (what: string) => (of: unknown) =>
        Promise.resolve(void done.push(typeof of === 'string' ? `${what} of ${of}` : what));
      const services = { forget: note('service'), forgetApi: note('API'), forgetAgreement: note('consent') } as never;
      using messages = new RecordedMessages(answer);
      for (const origin of others) await followed.add(origin);
      // Without a key, a service that is still followed would count as one that doesn't answer.
      const clear = async (origin: string) =>
        void done.push(`key of ${origin}, ${(await followed.has(origin)) ? 'followed' : 'not followed'}`);
      await forgetService(address, [{ address }], { keys: { clear } as never, services, followed, state });
      assert.deepEqual(await followed.origins(), left);
      const [api, consent] = ['API', 'consent of https://agents.example'];
      const key = 'key of https://agents.example, not followed';
      assert.deepEqual(done.sort(), answer ? [api, consent, key, 'service'] : []);
      assert.match(messages.said.join(), /stops following its conversations/);
    });

  it('leaves the key, and what the user agreed to, to another service on the same host', async () => {
    const done: string[] = [];
    const note = (what: string) => () => Promise.resolve(void done.push(what));
    const services = { forget: note('service'), forgetApi: note('API'), forgetAgreement: note('consent') } as never;
    await savePageAnswer(state, address.origin, 'https://canvas.example', true);
    await followed.add(address.origin);
    using messages = new RecordedMessages('Forget');
    const listed = [{ address }, { address: addressOf(address.origin) }];
    await forgetService(address, listed, { keys: { clear: note('key') } as never, services, followed, state });
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
    const nothing = () => Promise.resolve();
    const services = { forget: nothing, forgetApi: nothing, forgetAgreement: nothing } as never;
    await forgetService(address, [{ address }], { keys: { clear: nothing } as never, services, followed, state });
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
    const shown = window.next();
    const choosing = chooseServiceUrl(ports as never);
    const pick = await shown;
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
    const shown = window.next();
    const choosing = chooseServiceUrl(ports as never);
    const pick = await shown;
    const offered = pick.items.map(({ buttons = [] }) => buttons.map(({ tooltip }) => tooltip));
    pick.escape();
    assert.deepEqual([offered, await choosing], [[['Change API...', 'Forget Service'], [], []], undefined]);
  });
});

describe('A session key that could be read on the way', () => {
  let bench: StartBench;
  let user: Replaced;
  let asked: string[];
  let agreed: string[];
  let unchecked: boolean;

  beforeEach(async () => {
    bench = await StartBench.open();
    [asked, agreed, unchecked] = [[], [], false];
    user = replaced(vscode.window, {
      showWarningMessage: (message: string) => Promise.resolve(void asked.push(message)),
    });
  });

  afterEach(async () => {
    user.dispose();
    await bench.dispose();
  });

  const access = () =>
    Object.assign(Object.create(bench.ports.service) as typeof bench.ports.service, {
      connect: () => Promise.resolve({ kind: 'unverified' as const, address: addressOf('https://agents.example') }),
      isUnverified: () => Promise.resolve(unchecked),
      agreeToUnverified: ({ origin }: { readonly origin: string }) => Promise.resolve(agreed.push(origin)),
    });

  it("isn't sent without a yes: under http", async () => {
    assert.equal(await askSessionKey(addressOf('http://agents.example'), { ...bench.ports, service: access() }), false);
    assert.deepEqual(asked, ["The connection to http://agents.example isn't encrypted."]);
  });

  it("isn't sent without a yes: if the certificate isn't checked", async () => {
    unchecked = true;
    const address = addressOf('https://agents.example');
    assert.equal(await askSessionKey(address, { ...bench.ports, service: access() }), false);
    assert.deepEqual([asked, agreed], [["The certificate of https://agents.example isn't checked."], []]);
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
