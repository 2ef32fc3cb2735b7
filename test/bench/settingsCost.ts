import { Redactor } from '../../src/base/redactor';
import { readAnswer } from '../../src/client/http/readAnswer';
import { presentableSettings } from '../../src/client/maskSettings';
import { settings as settingsSchema } from '../../src/client/schemas';
import { outlineSettings } from '../../src/settings/settingsOutline';
import { rowItem, sectionItem } from '../../src/settings/vscode/settingsItems';
import { milliseconds, times, type Row } from './row';
import { medianTimes } from './samples';

/** Ten times as many may cost this many times as much before it is no longer called linear: caches end somewhere. */
const linear = 15;

/** From the text of the answer to the rows that the view shows at first, and how that grows with the answer. */
export async function settingsCost(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [what, answer] of Object.entries(answers)) {
    const taken = async (size: number) => {
      const text = JSON.stringify(answer(size));
      const [ours = NaN, parsed = NaN] = await medianTimes(
        20,
        () => show(text),
        () => JSON.parse(text) as unknown,
      );
      return { ours, parsed };
    };
    const [many, most] = [await taken(1000), await taken(10_000)];
    const growth = most.ours / many.ours;
    const other = most.parsed / many.parsed;
    rows.push(
      {
        what: `Settings with 10,000 ${what}, answer to tree`,
        target: '≤ 150 ms',
        measured: milliseconds(most.ours),
        baseline: `${milliseconds(most.parsed)} (JSON.parse)`,
        ratio: times(most.ours / most.parsed),
        isMet: most.ours <= 150,
      },
      {
        what: '— growth: 1,000 → 10,000',
        target: 'linear: about 10 ×',
        measured: times(growth),
        baseline: `${times(other)} (JSON.parse)`,
        ratio: times(growth / other),
        // The machine does the same to the baseline and to us.
        isMet: growth <= linear || growth <= 1.5 * other,
      },
    );
  }
  return rows;
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

/** As VS Code does: every section is open, and what is inside a row comes when the user opens it. */
function show(text: string): void {
  const answer = { status: 200, headers: { 'content-type': 'application/json' }, text };
  const settings = readAnswer(answer, settingsSchema, call as unknown as Parameters<typeof readAnswer>[2], redactor);
  for (const section of outlineSettings(presentableSettings(settings, redactor))) {
    sectionItem(section);
    for (const row of section.rows) rowItem(row);
  }
}

const list = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));

const answers: Readonly<Record<string, (count: number) => object>> = {
  // Half of them programs with arguments and variables, the others addresses with keys.
  'MCP servers': (count) => ({
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
  }),
  'unknown fields': (count) => ({
    llm_api_key_set: true,
    ...Object.fromEntries(
      list(count, (index) => [`new_field_${index}`, index % 2 ? { a: index, b: 'a text' } : `value ${index}`]),
    ),
  }),
};
