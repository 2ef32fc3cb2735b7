import { answers, refusesBody } from '../../service/faults';
import {
  badGateway,
  cloudRefusesKey,
  internalServerError,
  invalidToken,
  missingUserMessage,
  newerServer,
  settingsNotFound,
  tooManyRequests,
  unreachableRepository,
} from '../../service/realServers';
import {
  againOrStarted,
  both,
  openService,
  setAddress,
  setKey,
  showLog,
  tryAgain,
  type ErrorRow,
  type Expected,
} from './errorRow';

const noSettings = '{host} has no settings for you yet. Open the service in the browser and save its settings once.';
const noRepository = '{host} has no access to the repository. Check the Git tokens in its settings.';
const noOperation =
  '{host} does not have this operation. Check the address of the service, and whether it needs a path.';
const gone = '{host} no longer offers this operation. It may be a newer kind of service, or the wrong address.';
const leftBehind = 'It may list an empty conversation that this start left behind.';

/** As FastAPI refuses fields. The input is repeated, and must not be shown. */
const refusals = [
  { type: 'extra_forbidden', loc: ['body', 'conversation_id'], msg: 'Extra inputs are not permitted', input: 'SECRET' },
  { type: 'missing', loc: ['body', 'mcp_config', 'shttp_servers', 0, 'url'], msg: 'Field required', input: 'SECRET' },
  {
    type: 'value_error',
    loc: ['body', 'mcp_config', 'sse_servers', 0, 'url'],
    msg: 'Value error, URL scheme must be http, https, ws, or wss',
    input: 'SECRET',
  },
  { type: 'string_type', loc: ['body', 'initial_user_msg'], msg: 'Input should be a valid string', input: 'SECRET' },
  { type: 'x', loc: ['body'], msg: '' },
];

export const statusRows: readonly ErrorRow[] = [
  row('400 with a message', answers(400, { message: 'The branch is protected' }), {
    ...both('{host} refused the request. It says: The branch is protected.', showLog),
  }),
  row('400 without a word', answers(400), { ...both('{host} refused the request.', showLog) }),
  row('400 for settings that were never saved', settingsNotFound(), {
    start: [`${noSettings} ${leftBehind}`, openService],
  }),
  {
    title: '400 without a key for the model',
    kind: 'status',
    provoke: (service) => {
      service.setSettings({ provider_tokens_set: { github: null } });
      return {};
    },
    start: [
      `No key for the language model is set on {host}, or it is refused. Set it in the settings of the service. ${leftBehind}`,
      openService,
    ],
  },
  row('400 for a repository out of reach', unreachableRepository('a/b', 400), {
    start: [`${noRepository} It says: Unable to access repo a/b.`, openService],
  }),
  row('400 for a missing message', missingUserMessage(), {
    start: ['{host} starts no conversation without a message.', showLog],
  }),
  {
    title: '401 for a wrong key',
    kind: 'status',
    provoke: () => ({ options: { sessionKey: 'another-key' } }),
    ...both('{host} refuses the session key. It says: Unauthorized.', setKey),
  },
  row('401 of the cloud', cloudRefusesKey(), {
    ...both('{host} refuses the session key. It says: NoCredentialsError.', setKey),
  }),
  row('401 for a repository out of reach', unreachableRepository('a/b', 401), {
    start: [`${noRepository} It says: Unable to access repo a/b.`, openService],
  }),
  row('401 for broken tokens', invalidToken(), {
    settings: [
      '{host} could not read your settings: the Git tokens stored there may be broken. It says: Invalid token.',
      openService,
    ],
  }),
  row('403', answers(403, { error: 'Not for you' }), {
    ...both('{host} does not allow this with your session key. It says: Not for you.', setKey),
  }),
  row('403 for an email address', answers(403, { error: 'EmailNotVerifiedError' }), {
    ...both('{host} wants your email address to be verified first.', openService),
  }),
  {
    title: '404 for settings that were never saved',
    kind: 'status',
    provoke: (service) => {
      service.setSettings(undefined);
      return {};
    },
    settings: [noSettings, openService],
  },
  row('404 for a wrong path', answers(404, { detail: 'Not Found' }), { ...both(noOperation, setAddress) }),
  {
    title: '405 of a newer service',
    kind: 'status',
    provoke: (service) => {
      service.impersonate(newerServer);
      return {};
    },
    start: [gone, setAddress],
  },
  row('410', answers(410, {}), { ...both(gone, setAddress) }),
  row('408', answers(408), { ...againOrStarted('{host} did not wait for the whole request.') }),
  row('409', answers(409, { detail: 'Conversation exists' }), {
    start: ['{host} says that this conflicts with what it already has. It says: Conversation exists.', showLog],
  }),
  row(
    '413',
    { ...refusesBody(), name: '413' },
    {
      start: [
        'The request is too large for {host}. Make the message or its images smaller. It says: Request Entity Too Large.',
        showLog,
      ],
    },
  ),
  row('422, field by field', answers(422, { detail: refusals.slice(0, 5) }), {
    start: [
      '{host} does not accept the request. Conversation id: this service does not take it. MCP servers › shttp_servers › 0 › url: is missing. MCP servers › sse_servers › 0 › url: URL scheme must be http, https, ws, or wss. Message: Input should be a valid string. The request: is refused.',
      showLog,
    ],
  }),
  row('422 with more fields than fit', answers(422, { detail: [...refusals, ...refusals] }), {
    start: [
      '{host} does not accept the request. Conversation id: this service does not take it. MCP servers › shttp_servers › 0 › url: is missing. MCP servers › sse_servers › 0 › url: URL scheme must be http, https, ws, or wss. Message: Input should be a valid string. The request: is refused. The log has 5 more.',
      showLog,
    ],
  }),
  row('422 in a sentence', answers(422, { detail: 'Unprocessable' }), {
    ...both('{host} does not accept the request. It says: Unprocessable.', showLog),
  }),
  row('429 with the wait', tooManyRequests({ retryAfter: '1' }), {
    ...again('{host} is asked too often. Try again in 1 second. It says: Too many requests.'),
  }),
  row('429 with a long wait', tooManyRequests({ retryAfter: '5400' }), {
    ...again('{host} is asked too often. Try again in 90 minutes. It says: Too many requests.'),
  }),
  row('429 without a wait', tooManyRequests({ retryAfter: undefined, by: 'cloud' }), {
    ...again('{host} is asked too often. Try again in a moment. It says: Rate limit exceeded: 10 per 1 second.'),
  }),
  row('500', internalServerError(), {
    ...againOrStarted('{host} failed on its side (status 500). It says: Internal Server Error.'),
  }),
  row('502', badGateway(502), {
    ...againOrStarted('A gateway in front of {host} got no answer from the service (status 502).'),
  }),
  row('503 with the wait', answers(503, '', { 'retry-after': '30' }), {
    ...againOrStarted('{host} is not available at the moment (status 503). Try again in 30 seconds.'),
  }),
  row('504', badGateway(504), {
    ...againOrStarted('A gateway in front of {host} got no answer from the service (status 504).'),
  }),
  row('a status of its own', answers(418, { message: 'I am a teapot!' }), {
    ...both('{host} refused the request (status 418). It says: I am a teapot!', showLog),
  }),
];

function row(title: string, fault: ReturnType<typeof answers>, said: Pick<ErrorRow, 'settings' | 'start'>): ErrorRow {
  return { title, kind: 'status', fault: () => fault, ...said };
}

function again(sentence: string): { settings: Expected; start: Expected } {
  return { settings: [sentence, tryAgain], start: [sentence, showLog] };
}
