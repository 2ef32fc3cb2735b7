import fc from 'fast-check';
import { askedFor, secretsOf, sessionKey, spellingsOf, storedSecret, type OfInterface } from './hostileSecrets';

/** A JSON text, or one that resembles it: a value couldn't hold a name twice, 1e400 or half an escape. */
export type JsonText = fc.Arbitrary<string>;

export const quoted = (texts: JsonText) => texts.map((text) => JSON.stringify(text));

/** Texts that have a meaning for some component on the way. */
export const loadedTexts = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  '\u202eevil\u2066',
  '\ufeff',
  '\ud800',
  'a\udfffb',
  '\u001b]8;;http://evil.example\u0007',
  'one\r\ntwo\u2028three',
  '<script>alert(1)</script><b>bold',
  '<style>'.repeat(50),
  '[click](command:workbench.action.quit)',
  '$(alert) ${env:HOME} %s {0} {base_url}',
  '../../..',
  '..',
  '//evil.example/x?y#z',
  'javascript:alert(1)',
  'file:///etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  'Settings not found',
  'Unable to access repo a/b',
  'é€😀'.repeat(20),
  'api_key='.repeat(500),
  '\\'.repeat(3000),
  `token="${'\\"'.repeat(1000)}`,
  'https://user:pass@'.repeat(100),
);

export const echo = (secrets: readonly string[]) =>
  fc
    .tuple(loadedTexts, fc.constantFrom(...secrets.flatMap(spellingsOf)), loadedTexts)
    .map(([before, secret, after]) => before.slice(0, 40) + secret + after.slice(0, 40));

const literals = fc.constantFrom(
  'null',
  'true',
  'false',
  '0',
  '-0',
  '7',
  '-1',
  '1.5',
  '""',
  '[]',
  '{}',
  '"STARTING"',
  '"github"',
  '[null]',
  '9007199254740993',
  '-9007199254740993',
  '1e400',
  '-1e400',
  '1e-400',
  '1'.repeat(400),
  '0.'.padEnd(400, '3'),
  '"\\ud83d"',
  '"\\ud83d\\ude00"',
  '"\\u0000\\u202e"',
  '{"a":1,"a":2}',
  '{"__proto__":null}',
  '{"":{"":{"":""}}}',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"toString":1,"valueOf":2}',
  '{"then":{}}',
  '{"length":-1}',
  '{"length":4294967295,"0":1}',
  '{"hasOwnProperty":null,"toJSON":1}',
);

const brokenLiterals = fc.constantFrom(
  'NaN',
  'Infinity',
  '-Infinity',
  'undefined',
  '01',
  '1.',
  '.5',
  '0x10',
  '+1',
  "'a'",
  '"a',
  '"\\u12"',
  '"\u0001"',
  '[1,]',
  '{"a":1,}',
  '{"a"}',
  '[',
  ']',
  '{',
  '//',
  '/**/null',
  '"a" "b"',
  'nul',
);

const deep = fc
  .tuple(fc.constantFrom('[', '{"a":', '[[],', '{"api_key":'), fc.constantFrom(40, 1000, 10_000, 100_000), fc.boolean())
  .map(([open, levels, closed]) => {
    const closing = open.startsWith('{') ? '}' : ']';
    return open.repeat(levels) + '1' + (closed ? closing.repeat(levels) : '');
  });

const huge = fc
  .tuple(
    fc.constantFrom('0', '""', '{}', '[]', '"x"', 'null', '{"url":1}', '{"name":"a"}'),
    fc.constantFrom(300, 20_000),
  )
  .map(([value, times]) => `[${Array(times).fill(value).join()}]`);

const wide = fc.integer({ min: 100, max: 5000 }).map((members) => {
  const names = Array.from({ length: members }, (_, index) => `"n${index}":${index}`);
  return `{${names.join()}}`;
});

const long = fc.constantFrom(2000, 100_001, 300_000).map((length) => JSON.stringify('A'.repeat(length)));

/** Any text, to use in place of any value. */
export function odd(secrets: readonly string[]): JsonText {
  return fc.oneof(
    { weight: 12, arbitrary: literals },
    { weight: 1, arbitrary: brokenLiterals },
    { weight: 5, arbitrary: quoted(loadedTexts) },
    { weight: 5, arbitrary: quoted(echo(secrets)) },
    { weight: 3, arbitrary: quoted(fc.string({ unit: 'binary', maxLength: 40 })) },
    { weight: 3, arbitrary: fc.json({ maxDepth: 4 }) },
    { weight: 2, arbitrary: fc.tuple(quoted(echo(secrets)), literals).map(([name, value]) => `{${name}:${value}}`) },
    { weight: 1, arbitrary: fc.oneof(deep, huge, wide, long) },
  );
}

type Edit = readonly [how: 'replace' | 'drop' | 'twice' | 'rename', at: number, name: string, value: string];

/** A record with some of its members replaced, removed, repeated, or joined by others: at most this many. */
export function edited(
  base: Readonly<Record<string, JsonText>>,
  value: JsonText,
  secrets: readonly string[],
  most = 2,
): JsonText {
  const names = Object.keys(base);
  const invented = [loadedTexts, loadedTexts, echo(secrets), echo(secrets), fc.string({ maxLength: 8 })];
  const name = fc.oneof(fc.constantFrom(...names), ...invented);
  const edits: fc.Arbitrary<readonly Edit[]> = fc.array(
    fc.tuple(
      fc.constantFrom('replace', 'drop', 'twice', 'rename', 'rename', 'rename'),
      fc.nat(names.length - 1),
      name,
      value,
    ),
    { maxLength: most },
  );
  return fc.tuple(fc.record(base), edits).map(([values, changes]) => {
    const members = Object.entries<string>(values);
    for (const [how, index, newName, newValue] of changes) {
      const at = index % Math.max(1, members.length);
      const old = members[at]?.[0] ?? newName;
      if (how === 'replace') members[at] = [old, newValue];
      else if (how === 'twice') members.push([old, newValue]);
      else if (how === 'rename') members.push([newName, newValue]);
      else members.splice(at, 1);
    }
    return `{${members.map(([member, text]) => `${JSON.stringify(member)}:${text}`).join()}}`;
  });
}

export const constants = (record: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, fc.constant(JSON.stringify(value))]));

const listOf = (entry: JsonText) => fc.array(entry, { maxLength: 3 }).map((entries) => `[${entries.join()}]`);

/** A secret that the service stores, in whatever the service may wrap it. */
export const wrapped: JsonText = fc.oneof(
  fc.constant(JSON.stringify(storedSecret)),
  fc
    .tuple(fc.constantFrom('value', 'token', '__proto__', '0', ''), fc.integer({ min: 1, max: 60 }))
    .map(([name, levels]) => `${`{"${name}":`.repeat(levels)}"${storedSecret}"${'}'.repeat(levels)}`),
  fc.constant(`[[${JSON.stringify(storedSecret)}],null]`),
);

function mcpConfig(value: JsonText, secrets: readonly string[]): JsonText {
  const text = (base: object) => constants(base as Record<string, unknown>);
  // A wrapped key doesn't fit the interface, and hides everything else.
  const key = fc.oneof(
    { weight: 6, arbitrary: fc.constant(JSON.stringify(storedSecret)) },
    { weight: 1, arbitrary: wrapped },
  );
  const entry = (base: Readonly<Record<string, JsonText>>) =>
    fc.oneof(
      { weight: 6, arbitrary: edited(base, value, secrets, 0) },
      { weight: 1, arbitrary: edited(base, value, secrets) },
    );
  const url = entry({
    ...text({ url: `https://u:${storedSecret}@a.example/mcp?key=${storedSecret}` }),
    api_key: key,
  });
  const env = fc.oneof(
    wrapped.map((secret) => `{"VALUE":${secret}}`),
    fc.constant(JSON.stringify(`A=${storedSecret}`)),
  );
  const stdio = entry({ ...text({ name: 'fetch', command: 'uvx', args: ['--api-key', storedSecret, '-y'] }), env });
  const headers = wrapped.map((secret) => `{"url":"https://a.example","headers":{"X-Any":${secret}}}`);
  const lists = {
    sse_servers: listOf(url),
    shttp_servers: listOf(fc.oneof(url, headers)),
    stdio_servers: listOf(stdio),
  };
  return edited(lists, value, secrets);
}

const plainSettings = constants({
  llm_api_key_set: true,
  language: 'en',
  agent: 'CodeActAgent',
  max_iterations: 250,
  security_analyzer: null,
  confirmation_mode: false,
  llm_model: 'anthropic/claude',
  llm_base_url: `https://user:${storedSecret}@llm.example.com/v1`,
  remote_runtime_resource_factor: 2,
  enable_default_condenser: true,
  user_consents_to_analytics: null,
  max_budget_per_task: 1.5,
  email: 'ada@example.com',
  git_user_name: 'Ada Lovelace',
  provider_tokens_set: { github: null, gitlab: 'gitlab.example.com' },
  search_api_key_set: false,
});

/** The settings of interface section 2.6, with secrets where services store them, and damage anywhere. */
function settings(): JsonText {
  const secrets = secretsOf.loadSettings;
  const value = odd(secrets);
  const secretFields = {
    llm_api_key: wrapped,
    search_api_key: wrapped,
    sandbox_api_key: wrapped,
    secrets_store: wrapped.map((secret) => `{"provider_tokens":{"github":${secret}},"custom_secrets":{"A":${secret}}}`),
    mcp_config: mcpConfig(value, secrets),
  };
  // A wrapped key doesn't fit the interface; both have to be tried.
  const key = fc.constantFrom('null', '""', JSON.stringify(storedSecret));
  const fitting = { ...secretFields, llm_api_key: key, search_api_key: key, sandbox_api_key: key };
  return fc.oneof(
    { weight: 8, arbitrary: edited({ ...plainSettings, ...fitting }, value, secrets) },
    { weight: 1, arbitrary: edited({ ...plainSettings, ...secretFields }, value, secrets) },
  );
}

/** The answer to a start (interface section 2.5), with damage anywhere. */
function startResponse(): JsonText {
  const secrets = secretsOf.startConversation;
  const id = fc.oneof(fc.constant('0123456789abcdef0123456789abcdef'), loadedTexts, echo(secrets));
  const base = { ...constants({ status: 'ok', message: null, conversation_status: 'STARTING' }) };
  return edited({ ...base, conversation_id: quoted(id) }, odd(secrets), secrets);
}

function conversation(): JsonText {
  const secrets = secretsOf.conversation;
  const words = quoted(fc.oneof(fc.constantFrom('RUNNING', 'STOPPED', 'ARCHIVED'), loadedTexts, echo(secrets)));
  const base = constants({ conversation_id: askedFor, title: 'Conversation asked', url: null, pr_number: [] });
  const ownKey = fc.constantFrom('null', JSON.stringify(storedSecret));
  const record = { ...base, status: words, runtime_status: words, session_api_key: ownKey };
  return fc.oneof(
    { weight: 8, arbitrary: edited(record, odd(secrets), secrets) },
    { weight: 1, arbitrary: fc.constant('null') },
  );
}

/** Rejections as known servers send them, with damage anywhere. */
export function refusal(secrets: readonly string[]): JsonText {
  const value = odd(secrets);
  const words = quoted(fc.oneof(loadedTexts, echo(secrets)));
  const issue = edited(
    {
      type: fc.oneof(fc.constant('"missing"'), words),
      loc: fc.oneof(fc.constant('["body","workspace"]'), listOf(fc.oneof(words, literals))),
      msg: words,
      input: words,
    },
    value,
    secrets,
  );
  return fc.oneof(
    edited({ message: words, error: words, detail: words, msg_id: words }, value, secrets),
    listOf(issue).map((issues) => `{"detail":${issues}}`),
    edited({ llm_api_key_is_set: literals, detail: fc.constant(`{"message":"${sessionKey}"}`) }, value, secrets),
    words,
    value,
    echo(secrets),
    echo(secrets).map((text) => `<!doctype html><title>${text}</title><p>${text}`),
  );
}

/** Answers of services with the interface's operations. */
export const bodies: Readonly<Record<OfInterface, fc.Arbitrary<string>>> = {
  loadSettings: fc.oneof(
    { weight: 4, arbitrary: settings() },
    { weight: 1, arbitrary: refusal(secretsOf.loadSettings) },
  ),
  startConversation: fc.oneof(
    { weight: 3, arbitrary: startResponse() },
    { weight: 1, arbitrary: refusal(secretsOf.startConversation) },
  ),
  conversation: fc.oneof(
    { weight: 3, arbitrary: conversation() },
    { weight: 1, arbitrary: refusal(secretsOf.conversation) },
  ),
};
