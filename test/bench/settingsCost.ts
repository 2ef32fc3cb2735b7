import { readAnswer } from '../../src/client/http/readAnswer';
import { settings as settingsSchema } from '../../src/client/schemas';
import { Redactor } from '../../src/base/redactor';
import { presentableSettings } from '../../src/client/maskSettings';
import { outlineSettings } from '../../src/settings/settingsOutline';
import { rowItem, sectionItem } from '../../src/settings/vscode/settingsItems';
import { milliseconds, row, times, verdict, type Row } from './row';
import { medianTimes } from './samples';

/** How many entries each measurement is made with; every figure but the last is there for how the cost grows. */
const sizes = [10, 1000, 10_000] as const;

/** Milliseconds with each of the sizes, in their order. */
type Growing = readonly [few: number, many: number, most: number];

/**
 * Ten times as many may cost this many times as much before it is no longer called linear: caches end somewhere. What
 * the machine does to the baseline it does to us.
 */
const linear = 15;

/** From the text of the answer to the rows that the view shows at first, with what each step of it takes. */
export async function settingsCost(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [what, answer] of answers) {
    const shown: number[] = [];
    const parsed: number[] = [];
    for (const size of sizes) {
      const text = JSON.stringify(answer(size));
      const rounds = size < 10_000 ? 40 : 15;
      const [ours = NaN, parse = NaN] = await medianTimes(
        rounds,
        () => show(text),
        () => JSON.parse(text) as unknown,
      );
      shown.push(ours);
      parsed.push(parse);
    }
    const [ours, baseline] = [growing(shown), growing(parsed)];
    rows.push(
      row(`Settings with 10,000 ${what}, answer to tree`, {
        target: '≤ 150 ms',
        measured: milliseconds(ours[2]),
        baseline: `${milliseconds(baseline[2])} (JSON.parse)`,
        ratio: times(ours[2] / baseline[2]),
        verdict: verdict(ours[2] <= 150),
      }),
      growthRow(ours, baseline),
    );
  }
  return rows;
}

/** As a list that grows with the sizes. */
function growing(values: readonly number[]): Growing {
  const [few = NaN, many = NaN, most = NaN] = values;
  return [few, many, most];
}

/** How the cost grows, with how that of the baseline does. */
function growthRow([few, many, most]: Growing, baseline: Growing): Row {
  const growth = most / many;
  const other = baseline[2] / baseline[1];
  return row('— growth: 1,000 → 10,000', {
    target: 'linear: about 10 ×',
    measured: `${times(growth)} (${[few, many, most].map(milliseconds).join(', ')})`,
    baseline: times(other),
    ratio: times(growth / other),
    verdict: verdict(growth <= linear || growth <= 1.5 * other),
  });
}

const redactor = new Redactor();
redactor.add('bench-session-key-4711');

const url = new URL('http://localhost:3000/api/settings');
const call = {
  operation: 'loadSettings',
  baseUrl: url.origin,
  url,
  address: url.href,
  route: { kind: 'direct' },
} as const;

const read = (text: string) =>
  readAnswer(
    { status: 200, headers: { 'content-type': 'application/json' }, text },
    settingsSchema,
    call as unknown as Parameters<typeof readAnswer>[2],
    redactor,
  );
const fit = (settings: ReturnType<typeof read>) => presentableSettings(settings, redactor);

/** As VS Code does: every section is open, and what is inside a row comes when somebody opens it. */
function items(outline: ReturnType<typeof outlineSettings>): number {
  let count = 0;
  for (const section of outline) {
    sectionItem(section);
    for (const row of section.rows) rowItem(row);
    count += 1 + section.rows.length;
  }
  return count;
}

function show(text: string): number {
  return items(outlineSettings(fit(read(text))));
}

const list = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));

/** Half of them programs with arguments and variables, the others addresses with keys. */
const servers = (count: number) => ({
  llm_api_key_set: true,
  mcp_config: {
    stdio_servers: list(count / 2, (index) => ({
      name: `server-${index}`,
      command: 'npx',
      args: ['-y', '@example/server', '--token', `SECRET-${index}`],
      env: { API_KEY: `SECRET-${index}`, REGION: 'eu' },
    })),
    sse_servers: list(count / 2, (index) => ({
      url: `https://mcp-${index}.example.com/sse?key=${index}`,
      api_key: `SECRET-${index}`,
    })),
  },
});

const unknownFields = (count: number) => ({
  llm_api_key_set: true,
  ...Object.fromEntries(
    list(count, (index) => [`new_field_${index}`, index % 2 ? { a: index, b: 'a text' } : `value ${index}`]),
  ),
});

const answers = [
  ['MCP servers', servers],
  ['unknown fields', unknownFields],
] as const;
