import { redacted } from '../../../src/base/redactor';
import {
  again,
  againOrStarted,
  answered,
  both,
  mayHaveMoved,
  openService,
  orStarted,
  refreshSettings,
  setAddress,
  setKey,
  showLog,
  status,
  tryAgain,
  type ErrorRow,
} from './errorRow';

const noSettings = '{host} has no settings for you yet. Open the service in the browser, and save its settings once.';
const noModelKey = "No model API key is set on {host}, or it was rejected. Set it in the service's settings.";
const noRepository = "{host} doesn't have access to the repository. Check the Git tokens in its settings.";
const noAccess = `${noRepository} Response: Unable to access repo a/b.`;
const noOperation = "{host} doesn't have this operation. Check the service URL and whether it needs a path.";
const gone =
  "{host} doesn't offer this operation. If the service was updated, select Refresh Settings; otherwise, check the URL.";
const noProfile =
  "{host} can't start with its agent profile: the profile is missing, or its model isn't set up. Check the profiles in the service's settings.";
const leftBehind = 'The service may list an empty conversation from this start.';
const brokenTokens =
  "{host} couldn't read your settings. The Git tokens saved there may be invalid. Response: Invalid token.";
const tooLarge =
  'The request is too large for {host}. Shorten the message, or use smaller or fewer images. Response: Request Entity Too Large.';
const fieldByField =
  '{host} rejected the request as invalid. Conversation ID: not supported by this service. MCP servers › shttp_servers › 0 › url: missing. MCP servers › sse_servers › 0 › url: rejected (value_error). Message: rejected. Request: rejected (x).';
const gateway = (code: number) =>
  both(
    `Something in front of {host} rejected the request (status ${code}), such as a proxy or a sign-in page, so your session key wasn't checked. Sign in there, or check your network or VPN.`,
    openService,
  );

const fields = [
  { path: 'conversation_id', type: 'extra_forbidden' },
  { path: 'mcp_config.shttp_servers.0.url', type: 'missing' },
  { path: 'mcp_config.sse_servers.0.url', type: 'value_error' },
  { path: 'initial_user_msg', type: '' },
  { path: '', type: 'x' },
];

// prettier-ignore
export const statusRows: readonly ErrorRow[] = [
  answered('400 with a message', status(400, { text: 'The branch is protected' }), both('{host} rejected the request. Response: The branch is protected.', showLog)),
  answered('400 without a word', status(400), both('{host} rejected the request.', showLog)),
  answered('400 for settings that were never saved', status(400, { messageId: 'CONFIGURATION$SETTINGS_NOT_FOUND' }), { settings: [noSettings, openService], start: [`${noSettings} ${leftBehind}`, openService] }),
  answered('400 without a key for the model', status(400, { messageId: 'STATUS$ERROR_LLM_AUTHENTICATION' }), { settings: [noModelKey, openService], start: [`${noModelKey} ${leftBehind}`, openService] }),
  answered('400 for a repository out of reach', status(400, { messageId: 'STATUS$GIT_PROVIDER_AUTHENTICATION_ERROR', text: 'Unable to access repo a/b' }), { start: [noAccess, openService] }),
  answered('400 for a missing message', status(400, { messageId: 'CONFIGURATION$MISSING_USER_MESSAGE', text: 'Missing initial user message' }), { start: ['{host} requires a message.', showLog] }),
  answered('400 for http in place of https', status(400, { needsTls: true }), both('{host} requires TLS. Should the URL start with https:// instead of http://?', setAddress)),
  answered('401 for a wrong key', status(401, { text: 'Unauthorized' }), both('{host} rejected the session key. Response: Unauthorized.', setKey)),
  answered('401 of a proxy', status(401, { isGateway: true }), gateway(401)),
  answered('401 for a repository out of reach', status(401, { text: 'Unable to access repo a/b' }), { start: [noAccess, openService] }),
  answered('401 for broken tokens', status(401, { text: 'Invalid token' }), { settings: [brokenTokens, openService], start: ['{host} rejected the session key. Response: Invalid token.', setKey] }),
  answered('403', status(403, { text: 'Not for you' }), both("{host} doesn't allow this with your session key. Response: Not for you.", setKey)),
  answered('403 of a challenge', status(403, { isGateway: true }), gateway(403)),
  answered('403 for an email address', status(403, { text: 'EmailNotVerifiedError' }), both('{host} requires you to verify your email address first.', openService)),
  { ...answered('400 for http in place of https, of a service that is no longer set', status(400, { needsTls: true }), both(`{host} requires TLS. ${mayHaveMoved}`, openService)), isOther: true },
  answered('404 for settings that were never saved', status(404, { text: 'Settings not found' }), { settings: [noSettings, openService] }),
  answered('404 for a wrong path', status(404, { text: 'Not Found' }), { settings: [noOperation, setAddress], start: [gone, refreshSettings] }),
  { ...answered('404 for a wrong path, of a service that is no longer set', status(404, { text: 'Not Found' }), { settings: [`{host} doesn't have this operation. ${mayHaveMoved}`, openService] }), isOther: true },
  { ...answered('404 for the events of a conversation whose status was just reported', status(404, { text: 'Not Found' }), {}), events: ["{host} doesn't have the conversation's events. If the service was just restarted, try again in a minute; if it was updated, select Refresh Settings.", refreshSettings] },
  answered('404 for the model of an agent profile', status(404, { text: "LLM profile 'default' not found" }), { start: [`${noProfile} Response: LLM profile 'default' not found.`, openService] }),
  answered('422 for the model of an agent profile', status(422, { text: "LLM profile 'gone' not found" }), { start: [`${noProfile} Response: LLM profile 'gone' not found.`, openService] }),
  answered('405 of a newer service', status(405), both(gone, refreshSettings)),
  answered('410', status(410), both(gone, refreshSettings)),
  { ...answered('410 of a service that is no longer set', status(410), both("{host} doesn't offer this operation. If the service was updated, select Refresh Settings.", refreshSettings)), isOther: true },
  answered('408', status(408), againOrStarted('{host} timed out waiting for the request.')),
  answered('409', status(409, { text: 'Conversation exists' }), { start: ['{host} reported a conflict (status 409). Response: Conversation exists.', showLog] }),
  answered('413', status(413, { text: 'Request Entity Too Large' }), { start: [tooLarge, showLog] }),
  answered('422, field by field', status(422, { rejectedFields: fields }), { start: [fieldByField, showLog] }),
  answered('422 with more fields than fit', status(422, { rejectedFields: [...fields, ...fields] }), { start: [`${fieldByField} See the log for 5 more.`, showLog] }),
  answered('422 in a sentence', status(422, { text: 'Unprocessable' }), both('{host} rejected the request as invalid. Response: Unprocessable.', showLog)),
  answered('429 with the wait', status(429, { retryAfterSeconds: 5400, text: 'Too many' }), again('Too many requests to {host}. Try again in 90 minutes. Response: Too many.')),
  answered('429 without a wait', status(429), again('Too many requests to {host}. Try again in a moment.')),
  answered('500', status(500, { text: 'Internal Server Error' }), againOrStarted('{host} had an internal error (status 500). Response: Internal Server Error.')),
  answered('500 that repeats a secret', status(500, { text: redacted }), againOrStarted("{host} had an internal error (status 500). The response isn't shown: it repeats a secret.")),
  answered('502', status(502, { isGateway: true }), againOrStarted('A gateway in front of {host} got no response from the service (status 502).')),
  answered('502 of the service itself', status(502, { text: 'Failed to reach agent server.' }), againOrStarted("The service behind {host} didn't respond (status 502). Response: Failed to reach agent server.")),
  answered('503 with the wait', status(503, { retryAfterSeconds: 30 }), { settings: ['{host} is currently unavailable (status 503). Try again in 30 seconds.', tryAgain], start: orStarted('{host} is currently unavailable (status 503).') }),
  answered('504', status(504, { isGateway: true }), againOrStarted('A gateway in front of {host} got no response from the service (status 504).')),
  answered('a status of its own', status(418, { text: 'I am a teapot!' }), both('{host} rejected the request (status 418). Response: I am a teapot!', showLog)),
];
