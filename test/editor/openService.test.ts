import assert from 'node:assert/strict';
import { parseServiceUrl, type ServiceAddress } from '../../src/client/serviceUrl';
import { Configuration } from '../../src/service/vscode/configuration';
import { openService, type ConnectionPorts } from '../../src/service/vscode/connection/connectionCommands';
import { DrivenWindow } from '../support/drivenWindow';
import { RecordedDeeds } from '../support/recordedDeeds';
import { setServiceUrl } from '../support/setSetting';

describe('Open Service in Browser', () => {
  const byDefault = 'http://localhost:3000';
  const typed = 'https://agents.example/';
  let window: DrivenWindow;
  let deeds: RecordedDeeds;
  let saved: string[];

  beforeEach(() => {
    window = new DrivenWindow();
    deeds = new RecordedDeeds();
    saved = [];
  });
  afterEach(() => {
    deeds.dispose();
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
      services: { services: [], remember },
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
      assert.deepEqual([deeds.done, saved], [[`${byDefault}/`], []]);
    });

  it('asks for the service URL first if nobody has chosen one, saves it, and opens that', async () => {
    const offered: string[] = [];
    window.typed = (before) => (offered.push(before), typed);
    await openService(ports(false));
    assert.deepEqual([offered, deeds.done], [[byDefault], [typed]]);
    assert.deepEqual(new Set(saved), new Set([typed.slice(0, -1)]));
  });

  it('opens nothing if that question is closed', async () => {
    window.typed = () => undefined;
    await openService(ports(false));
    assert.deepEqual([deeds.done, saved], [[], []]);
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
