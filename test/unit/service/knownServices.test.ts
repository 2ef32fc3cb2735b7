import assert from 'node:assert/strict';
import { knownServices, type RememberedService } from '../../../src/service/knownServices';

const [here, there] = ['http://localhost:3000', 'https://agents.example.com/team'] as const;
const forgotten = (baseUrl: string, at: number): RememberedService => ({ baseUrl, at, forgotten: true });

describe('known services', () => {
  const table: Readonly<
    Record<
      string,
      readonly [
        remembered: readonly RememberedService[],
        started: readonly { readonly baseUrl: string; readonly sentAt: number }[],
        expected: readonly string[],
      ]
    >
  > = {
    'are none at first': [[], [], []],
    'are listed with the last used first': [
      [
        { baseUrl: here, at: 1 },
        { baseUrl: there, at: 2 },
      ],
      [],
      [there, here],
    ],
    'include those of conversations': [[{ baseUrl: here, at: 2 }], [{ baseUrl: there, sentAt: 1 }], [here, there]],
    'are listed once each, by their last use': [
      [
        { baseUrl: here, at: 1 },
        { baseUrl: there, at: 2 },
      ],
      [
        { baseUrl: here, sentAt: 3 },
        { baseUrl: here, sentAt: 1 },
      ],
      [here, there],
    ],
    "don't include forgotten ones": [[forgotten(here, 5), { baseUrl: there, at: 1 }], [], [there]],
    'stay forgotten with their conversations': [[forgotten(here, 5)], [{ baseUrl: here, sentAt: 4 }], []],
    'come back once they are used': [[forgotten(here, 5)], [{ baseUrl: here, sentAt: 6 }], [here]],
    'include only valid URLs': [
      [
        { baseUrl: 'javascript:alert(1)', at: 3 },
        { baseUrl: 'https://user:pass@agents.example.com', at: 2 },
      ],
      [{ baseUrl: '', sentAt: 1 }],
      [],
    ],
  };
  for (const [name, [remembered, started, expected]] of Object.entries(table)) {
    it(name, () =>
      assert.deepEqual(
        knownServices(remembered, started).map(({ baseUrl }) => baseUrl),
        expected,
      ),
    );
  }

  it('are at most ten', () => {
    const many = Array.from({ length: 12 }, (_, at) => ({ baseUrl: `https://${at}.example.com`, at }));
    const known = knownServices(many, []);
    assert.deepEqual([known.length, known[0]?.origin], [10, 'https://11.example.com']);
  });
});
