import assert from 'node:assert/strict';
import process from 'node:process';
import fc from 'fast-check';
import type { HttpClient } from '../../../src/client/network';
import type { Client } from '../../../src/client/client';
import type { ApiName } from '../../../src/client/apis/registry';
import { checkCall, openClient, type Ending } from '../../fuzz/checkOutcome';
import { describeAnswer, hostileAnswers, unfinishedAnswers, type HostileAnswer } from '../../fuzz/hostileAnswers';
import { HostileService } from '../../fuzz/hostileService';
import { slow } from '../../support/tags';
import { heapInUse, inMebibytes, mebibyte } from '../../fuzz/memory';

const seed = Number(process.env['SEED'] ?? 20261121);

const responses = 1_200;

/** Number of calls in progress at once. */
const lanes = 16;

describe('fuzz: hostile answers', function () {
  this.timeout(300_000);
  let service: HostileService;
  const clients: Client[] = [];
  const escaped: unknown[] = [];
  const onEscaped = (error: unknown) => escaped.push(error);

  before(async () => {
    service = await HostileService.open();
    process.on('unhandledRejection', onEscaped);
  });

  after(async () => {
    process.off('unhandledRejection', onEscaped);
    await Promise.all(clients.map((client) => client.close()));
    await service.close();
  });

  interface Run {
    readonly answers: fc.Arbitrary<HostileAnswer>;
    readonly count: number;
    readonly timeoutSeconds: number;
    readonly httpClient: HttpClient;
  }

  /** Lanes take their responses side by side; where one fails, each is identified by its bytes. */
  async function run(
    name: string,
    { answers, count, timeoutSeconds, httpClient }: Run,
  ): Promise<{ endings: Map<Ending, number>; values: Map<string, number> }> {
    const endings = new Map<Ending, number>();
    const values = new Map<string, number>();
    const mine = Array.from({ length: lanes }, (_, index) => {
      const lane = `${name}-${index}`;
      const open = (api: ApiName) => {
        const client = openClient(service.url(lane), timeoutSeconds, httpClient, api);
        clients.push(client);
        return client;
      };
      return { lane, v0: open('v0'), v1: open('v1'), agent: open('agent') };
    });
    let slowest = 0;
    let tried = 0;
    const before = await heapInUse();
    async function tryOne(answer: HostileAnswer, index: number): Promise<void> {
      const { lane, ...clientOf } = mine[index % lanes]!;
      await service.plan(lane, answer);
      const began = performance.now();
      try {
        const ending = await checkCall(clientOf[answer.api], answer, service.url(lane));
        endings.set(ending, (endings.get(ending) ?? 0) + 1);
        const of = `${answer.operation} of ${answer.api}`;
        if (ending === 'value') values.set(of, (values.get(of) ?? 0) + 1);
      } catch (error) {
        throw new Error(`${(error as Error).message}\nafter ${describeAnswer(answer)}`, { cause: error });
      }
      slowest = Math.max(slowest, performance.now() - began);
      tried++;
    }

    const several = fc.array(answers, { minLength: lanes, maxLength: lanes });
    const property = fc.asyncProperty(several, async (batch) => {
      await Promise.all(batch.map(tryOne));
    });
    await fc.assert(property, {
      seed,
      numRuns: Math.ceil(count / lanes),
      interruptAfterTimeLimit: 240_000,
      includeErrorInReport: true,
    });

    const grown = (await heapInUse()) - before;
    assert.ok(tried >= count, `only ${tried} of ${count}`);
    assert.deepEqual(escaped, [], 'an error escaped');
    assert.ok(slowest < timeoutSeconds * 1000 + 3000, `${slowest} ms for one call`);
    // Anything that one call leaves behind would be multiplied by thousands.
    assert.ok(grown < 24 * mebibyte, `the heap has grown by ${inMebibytes(grown)}`);
    return { endings, values };
  }

  async function tryBundled(responses: number): Promise<void> {
    const { endings, values } = await run('bundled', {
      answers: hostileAnswers,
      count: responses,
      timeoutSeconds: 10,
      httpClient: 'bundled',
    });
    for (const ending of ['value', 'status', 'redirect', 'notJson', 'unexpectedShape', 'connectionLost'] as const)
      assert.ok(
        (endings.get(ending) ?? 0) > responses / 1000,
        `hardly an answer ends in ${ending}: the fuzz run is blind`,
      );
    assert.equal(values.size, 12, 'an operation of one of the APIs never gives a value: the fuzz run is blind');
    for (const [of, times] of values) assert.ok(times > responses / 200, `${times} values of ${of}`);
  }

  it('end in a record of the interface or a ServiceError, and reveal no secret', () => tryBundled(responses));

  slow('It takes minutes.').it('end like that in 20,000 cases', () => tryBundled(20_000));

  it("end in the same way through the editor's fetch", async () => {
    await run('vscode', {
      answers: hostileAnswers,
      count: responses / 20,
      timeoutSeconds: 0.5,
      httpClient: 'vscode',
    });
  });

  for (const httpClient of ['bundled', 'vscode'] as const)
    it(`end at the deadline if they don't end by themselves (${httpClient})`, async () => {
      await run(`unfinished-${httpClient}`, {
        answers: httpClient === 'vscode' ? unfinishedAnswers.filter(isNoMisdirected) : unfinishedAnswers,
        count: responses / 50,
        timeoutSeconds: 0.2,
        httpClient,
      });
    });
});

/** After a 421, `fetch` reads once more by itself, and leaves the first connection to the service until that closes it. */
function isNoMisdirected({ pieces: [first] }: HostileAnswer): boolean {
  return !/^HTTP\/\d\.\d +421/.test(first?.toString('latin1') ?? '');
}
