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
  again,
  againOrStarted,
  both,
  openService,
  orStarted,
  refreshSettings,
  setAddress,
  setKey,
  showLog,
  tryAgain,
  type ErrorRow,
} from './errorRow';

const noSettings = '{host} has no settings for you yet. Open the service in the browser, and save its settings once.';
const noRepository = "{host} doesn't have access to the repository. Check the Git tokens in its settings.";
const noOperation = "{host} doesn't have this operation. Check the service URL and whether it needs a path.";
const gone =
  "{host} doesn't offer this operation. If the service was updated, select Refresh Settings; otherwise, check the URL.";
const noProfile =
  "{host} can't start with its agent profile: the profile is missing, or its model isn't set up. Check the profiles in the service's settings.";
const leftBehind = 'The service may list an empty conversation from this start.';

function gateway(status: number) {
  return both(
    `Something in front of {host} rejected the request (status ${status}), such as a proxy or a sign-in page, so your session key wasn't checked. Sign in there, or check your network or VPN.`,
    openService,
  );
}

/** As agent servers since 1.50 reject a start. */
const danglingProfile = {
  code: 'unresolved_profile_references',
  message: "LLM profile 'gone' not found",
  dangling_llm_profile_ref: 'gone',
  dangling_mcp_server_refs: [],
};

/** Rejected fields as FastAPI reports them. The input is repeated, and must not be shown. */
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
    ...both('{host} rejected the request. Response: The branch is protected.', showLog),
  }),
  row('400 without a word', answers(400), { ...both('{host} rejected the request.', showLog) }),
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
      `No model API key is set on {host}, or it was rejected. Set it in the service's settings. ${leftBehind}`,
      openService,
    ],
  },
  row('400 for a repository out of reach', unreachableRepository('a/b', 400), {
    start: [`${noRepository} Response: Unable to access repo a/b.`, openService],
  }),
  row('400 for a missing message', missingUserMessage(), {
    start: ['{host} requires a message.', showLog],
  }),
  {
    title: '401 for a wrong key',
    kind: 'status',
    provoke: () => ({ options: { sessionKey: 'another-key' } }),
    ...both('{host} rejected the session key. Response: Unauthorized.', setKey),
  },
  row('401 of a proxy', answers(401, '<html></html>', { 'www-authenticate': 'Basic realm="x"' }), gateway(401)),
  row('401 of the cloud', cloudRefusesKey(), {
    ...both('{host} rejected the session key. Response: NoCredentialsError.', setKey),
  }),
  row('401 for a repository out of reach', unreachableRepository('a/b', 401), {
    start: [`${noRepository} Response: Unable to access repo a/b.`, openService],
  }),
  row('401 for broken tokens', invalidToken(), {
    settings: [
      "{host} couldn't read your settings. The Git tokens saved there may be invalid. Response: Invalid token.",
      openService,
    ],
  }),
  row('403', answers(403, { error: 'Not for you' }), {
    ...both("{host} doesn't allow this with your session key. Response: Not for you.", setKey),
  }),
  row('403 for an email address', answers(403, { error: 'EmailNotVerifiedError' }), {
    ...both('{host} requires you to verify your email address first.', openService),
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
  row('404 for a wrong path', answers(404, { detail: 'Not Found' }), both(noOperation, setAddress)),
  row('404 for the model of an agent profile', answers(404, { detail: "LLM profile 'default' not found" }), {
    start: [`${noProfile} Response: LLM profile 'default' not found.`, openService],
  }),
  row('422 for the model of an agent profile', answers(422, { detail: danglingProfile }), {
    start: [`${noProfile} Response: LLM profile 'gone' not found.`, openService],
  }),
  {
    title: '405 of a newer service',
    kind: 'status',
    provoke: (service) => {
      service.impersonate(newerServer);
      return {};
    },
    start: [gone, refreshSettings],
  },
  row('410', answers(410, {}), both(gone, refreshSettings)),
  row('408', answers(408), { ...againOrStarted('{host} timed out waiting for the request.') }),
  row('409', answers(409, { detail: 'Conversation exists' }), {
    start: ['{host} reported a conflict (status 409). Response: Conversation exists.', showLog],
  }),
  row(
    '413',
    { ...refusesBody(), name: '413' },
    {
      start: [
        'The request is too large for {host}. Shorten the message, or use smaller or fewer images. Response: Request Entity Too Large.',
        showLog,
      ],
    },
  ),
  row('422, field by field', answers(422, { detail: refusals.slice(0, 5) }), {
    start: [
      '{host} rejected the request as invalid. Conversation ID: not supported by this service. MCP servers › shttp_servers › 0 › url: missing. MCP servers › sse_servers › 0 › url: rejected (value_error). Message: rejected (string_type). Request: rejected (x).',
      showLog,
    ],
  }),
  row('422 with more fields than fit', answers(422, { detail: [...refusals, ...refusals] }), {
    start: [
      '{host} rejected the request as invalid. Conversation ID: not supported by this service. MCP servers › shttp_servers › 0 › url: missing. MCP servers › sse_servers › 0 › url: rejected (value_error). Message: rejected (string_type). Request: rejected (x). See the log for 5 more.',
      showLog,
    ],
  }),
  row('422 in a sentence', answers(422, { detail: 'Unprocessable' }), {
    ...both('{host} rejected the request as invalid. Response: Unprocessable.', showLog),
  }),
  row('429 with the wait', tooManyRequests({ retryAfter: '1' }), {
    ...again('Too many requests to {host}. Try again in 1 second. Response: Too many requests.'),
  }),
  row('429 with a long wait', tooManyRequests({ retryAfter: '5400' }), {
    ...again('Too many requests to {host}. Try again in 90 minutes. Response: Too many requests.'),
  }),
  row('429 without a wait', tooManyRequests({ retryAfter: undefined, by: 'cloud' }), {
    ...again('Too many requests to {host}. Try again in a moment. Response: Rate limit exceeded: 10 per 1 second.'),
  }),
  row('500', internalServerError(), {
    ...againOrStarted('{host} had an internal error (status 500). Response: Internal Server Error.'),
  }),
  row('502', badGateway(502), {
    ...againOrStarted('A gateway in front of {host} got no response from the service (status 502).'),
  }),
  row('502 of the service itself', answers(502, { detail: 'Failed to reach agent server.' }), {
    ...againOrStarted("The service behind {host} didn't respond (status 502). Response: Failed to reach agent server."),
  }),
  row('503 with the wait', answers(503, '', { 'retry-after': '30' }), {
    settings: ['{host} is currently unavailable (status 503). Try again in 30 seconds.', tryAgain],
    start: orStarted('{host} is currently unavailable (status 503).'),
  }),
  row('504', badGateway(504), {
    ...againOrStarted('A gateway in front of {host} got no response from the service (status 504).'),
  }),
  row('a status of its own', answers(418, { message: 'I am a teapot!' }), {
    ...both('{host} rejected the request (status 418). Response: I am a teapot!', showLog),
  }),
];

function row(title: string, fault: ReturnType<typeof answers>, said: Pick<ErrorRow, 'settings' | 'start'>): ErrorRow {
  return { title, kind: 'status', fault: () => fault, ...said };
}
