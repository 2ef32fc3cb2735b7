import assert from 'node:assert/strict';
import { shareOf } from '../host/testReport';
import { adversary, pieces } from './textCost/adversaries';
import { growthOf, type Growth } from './textCost/cost';
import { listFunctions, most } from './textCost/listFunctions';
import { textsOfServices } from './textCost/textsOfServices';
import { textsOfWorkspaces } from './textCost/textsOfWorkspaces';

/**
 * Limit for the cost of each character of the longer text, compared with the shorter one: where the cost is linear, both
 * cost the same, except for the memory they take; where it is quadratic, sixteen times as much.
 */
const limit = 8;
const few = { small: 512, large: 8 * 1024 };

/** Reading a text this often is cheap, however its cost grows. */
const cheap = 30;

/**
 * Nothing may take longer than reading the text this often: a bound within a pattern must not be a large one. The
 * dearest takes about half of it: what else the machine does must not decide.
 */
const dear = 2000;

/** At its longest, a text takes much memory. Quadratic cost is still several times as much. */
const dearest = 4000;

type Run = (text: string) => unknown;

interface Input {
  readonly shown: string;
  readonly make: (length: number) => string;
}

function inputsOf(frames: readonly string[]): readonly Input[] {
  return frames.flatMap((frame) => {
    const [before = '', after = ''] = frame.split('…');
    return pieces.flatMap((piece) =>
      // The letters at its ends form another frame.
      (frame === '' ? [false, true] : [false]).map((isWrapped) => ({
        shown: `${JSON.stringify(piece)} again and again in ${JSON.stringify(isWrapped ? 'x…x' : frame)}`,
        make: (length: number) => before + adversary(piece, isWrapped, length) + after,
      })),
    );
  });
}

/**
 * @param once cost of a character that is only read
 * @returns cost of each of a few
 */
function assertLinear(run: Run, { make, shown }: Input, once: number): number {
  const isFine = ({ factor, cost }: Growth) => cost < cheap * once || (factor < limit && cost < dear * once);
  const growth = growthOf(run, make, few, isFine);
  const { factor, cost } = growth;
  assert.ok(
    isFine(growth),
    `${shown}: ${factor.toFixed(1)} times, and ${Math.round(cost / once)} times that of reading`,
  );
  return cost;
}

function assertBearable(run: Run, largest: number, { make, shown }: Input, once: number): void {
  const sizes = { small: largest / 64, large: largest };
  const { cost } = growthOf(run, make, sizes, ({ cost }) => cost < dearest * once);
  assert.ok(
    cost < dearest * once,
    `${largest} characters of ${shown}: ${Math.round(cost / once)} times that of reading`,
  );
}

/** Reads each character once. */
function read(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum = (sum + text.charCodeAt(at)) | 0;
  return sum;
}

describe('the cost of reading untrusted text', function () {
  this.timeout(600_000);

  const textFunctions = [...textsOfServices, ...textsOfWorkspaces];
  const names = textFunctions.map(([name]) => name);
  textFunctions.forEach(([name, largest, run, frames = ['']], index) => {
    const nth = names.slice(0, index).filter((one) => one === name).length;
    it(`grows with the length in ${name}${nth === 0 ? '' : ` (${nth + 1})`}`, () => {
      const { cost: once } = growthOf(
        read,
        (length) => adversary('a', false, length),
        few,
        () => true,
      );
      const costs = shareOf(inputsOf(frames), index, 12).map((input) => ({
        input,
        cost: assertLinear(run, input, once),
      }));
      const [worst] = costs.sort((a, b) => b.cost - a.cost);
      assert.ok(worst);
      for (const { input } of shareOf([worst], index, 9)) assertBearable(run, largest, input, once);
    });
  });
});

describe('the cost of untrusted lists', function () {
  this.timeout(600_000);

  for (const { name, make } of listFunctions)
    it(`grows with the number of ${name}`, () => {
      const sizes = { small: most / 16, large: most };
      const { factor } = growthOf(
        (work) => work(),
        make,
        sizes,
        (growth) => growth.factor < limit,
      );
      assert.ok(factor < limit, `${factor.toFixed(1)} times the cost of each`);
    });
});
