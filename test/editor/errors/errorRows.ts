import type { TlsReason, Failure, FailureOf, ProxyReason } from '../../../src/client/serviceError';
import { redacted } from '../../../src/base/redactor';
import type { Route } from '../../../src/client/network';

/** Every kind of failure, with its reasons where it has any. */
export type ErrorKind = Exclude<Failure['kind'], 'proxy' | 'tls'> | `proxy.${ProxyReason}` | `tls.${TlsReason}`;

/** The one thing to do: its button, and the effect of a click. */
interface ExpectedRemedy {
  readonly label: string;
  /** A command with its argument, or the address that is opened. */
  readonly does: string;
}

/** The whole sentence and the remedy. In both, `{host}`, `{origin}` and `{baseUrl}` stand for the service that was called. */
export type Expected = readonly [sentence: string, remedy: ExpectedRemedy | undefined];

/** The errors of reading the settings, and of starting a conversation. */
interface Said {
  readonly settings?: Expected;
  readonly start?: Expected;
  /** The error of reading the events of a conversation. */
  readonly events?: Expected;
}

/** One row of the table of errors. The client's tests provoke each failure, with real services, proxies, and certificates. */
export interface ErrorRow extends Said {
  readonly title: string;
  readonly failure: Failure;
  /** The request had begun to leave this machine. */
  readonly sent: boolean;
  /** The headers of an answer had arrived. */
  readonly answered?: true;
  /** The service isn't the one in the settings. */
  readonly isOther?: true;
  readonly baseUrl?: string;
  readonly route?: Route;
}

const refreshSettings: ExpectedRemedy = {
  label: 'Refresh Settings',
  does: 'agentConversations.refreshSettings {origin}',
};
const setAddress: ExpectedRemedy = { label: 'Set Service URL...', does: 'agentConversations.setServiceUrl' };
const setKey: ExpectedRemedy = {
  label: 'Set Session Key...',
  does: 'agentConversations.setSessionKey {origin}',
};
const showLog: ExpectedRemedy = { label: 'Show Log', does: 'agentConversations.showLog' };
const tryAgain: ExpectedRemedy = { label: 'Try Again', does: 'agentConversations.refreshSettings {origin}' };
const openService: ExpectedRemedy = { label: 'Open Service in Browser', does: '{baseUrl}' };
/** Advice on a service that isn't the one in the settings, with {@link openService}. */
const mayHaveMoved = 'Open the service in the browser to see whether it has moved.';

function openSetting(id: string): ExpectedRemedy {
  return { label: 'Open Settings', does: `workbench.action.openSettings @id:${id}` };
}

/** Sentence and remedy of a start whose outcome is unknown. */
function orStarted(sentence: string): Expected {
  return [`Check the service before you start it again. ${sentence}`, openService];
}

/** The same for both operations. */
function both(sentence: string, remedy: ExpectedRemedy): Said {
  return { settings: [sentence, remedy], start: [sentence, remedy] };
}

/** Settings may be read again; the log says more about a start. */
function again(sentence: string): Said {
  return { settings: [sentence, tryAgain], start: [sentence, showLog] };
}

/** Settings may be read again, with this remedy; the outcome of a start is unknown. */
function againOrStarted(sentence: string, remedy = tryAgain): Said {
  return { settings: [sentence, remedy], start: orStarted(sentence) };
}

/** A row for a request that never left this machine. */
export function unsent(title: string, failure: Failure, said: Said, call: Pick<ErrorRow, 'baseUrl' | 'route'> = {}) {
  return { title, failure, sent: false, ...said, ...call };
}

/** A row for what came back from a request. */
function answered(title: string, failure: Failure, said: Said): ErrorRow {
  return { title, failure, sent: true, ...said };
}

/** A row for an answer with an error's status. */
export function status(code: number, said: Omit<Partial<FailureOf<'status'>>, 'kind' | 'status'> = {}): Failure {
  return { ...said, kind: 'status', status: code };
}

const way = 'If the connection needs a PAC file or the system proxy, set agentConversations.httpClient to "vscode".';
const otherwise = 'Otherwise, check your network or VPN.';
const credentials = `requires a username and password (status 407), or rejected the ones in http.proxy and http.proxyAuthorization. ${way}`;
const check = 'Check the service URL, and your network or VPN.';
const httpClient = openSetting('agentConversations.httpClient');
const httpProxy = openSetting('http.proxy');
const timeoutSetting = openSetting('agentConversations.requestTimeoutSeconds');

const onThisMachine = { baseUrl: 'http://127.0.0.1:3000' };
const byEditor = { route: { kind: 'vscode' } } as const;
const byProxy = { route: { kind: 'proxy', host: 'proxy.example:3128' } } as const;
const byUnclearProxy = { route: { kind: 'proxy', host: '' } } as const;

/** A secure connection that isn't made, mostly because of the certificate. */
const refused = (reason: TlsReason, code: string) => ({ kind: 'tls', reason, code }) as const;

// prettier-ignore
export const connectionRows: readonly ErrorRow[] = [
  { ...unsent('a host that nobody has, of a service that is no longer set', { kind: 'nameNotFound' }, both(`The host agents.example.com wasn't found. Check your network or VPN. ${way}`, showLog)), isOther: true },
  unsent('a host that nobody has', { kind: 'nameNotFound' }, both(`The host agents.example.com wasn't found. ${check} ${way}`, setAddress)),
  unsent("a host that nobody has, by VS Code's own way", { kind: 'nameNotFound' }, both(`The host agents.example.com wasn't found. ${check} VS Code may have sent the request through a proxy.`, setAddress), byEditor),
  unsent('nothing at a port of this machine', { kind: 'refused' }, both('Connection to {host} refused. Check the service URL, and that the service is running.', setAddress), onThisMachine),
  unsent("nothing at a port of this machine, by VS Code's own way", { kind: 'refused' }, both('Connection to {host} refused. Check the service URL, and that the service is running.', setAddress), { ...onThisMachine, ...byEditor }),
  unsent('nothing at a port of another address', { kind: 'refused' }, both(`Connection to {host} refused. Check the service URL, and that the service is running. ${way}`, setAddress)),
  { ...unsent('nothing at a port of this machine, of a service that is no longer set', { kind: 'refused' }, both('Connection to {host} refused. Check that the service is running.', showLog), { baseUrl: 'http://127.0.0.1:8000' }), isOther: true },
  unsent('no way to the address', { kind: 'unreachable' }, both(`{host} can't be reached. ${way} ${otherwise}`, httpClient)),
  unsent('no way to this machine', { kind: 'unreachable' }, both(`{host} can't be reached. ${check}`, setAddress), onThisMachine),
  unsent('a connection that breaks before the request is sent', { kind: 'connectionLost' }, both(`The connection to {host} was lost before the request was sent. ${way} ${otherwise}`, httpClient)),
  answered('a connection that breaks before the answer', { kind: 'connectionLost' }, againOrStarted('The connection to {host} was lost before the response was complete.')),
  { ...answered('a connection over http that breaks before the answer', { kind: 'connectionLost' }, { ...againOrStarted('The connection to {host} was lost before the response was complete.'), settings: ['The connection to {host} was lost without a response. If the service uses TLS, the URL must start with https://.', setAddress] }), ...onThisMachine },
  { ...answered('a connection over http that breaks within the answer', { kind: 'connectionLost' }, againOrStarted('The connection to {host} was lost before the response was complete.')), ...onThisMachine, answered: true },
  unsent('no connection in time', { kind: 'timeout', seconds: 1 }, both(`Couldn't connect to {host} within 1 second. ${way} ${otherwise}`, httpClient)),
  { ...answered('no answer as long as VS Code waits', { kind: 'timeout', seconds: 300 }, againOrStarted('{host} didn\'t respond within 5 minutes, the limit of VS Code\'s HTTP client. To wait longer, set agentConversations.httpClient to "bundled".', httpClient)), ...byEditor },
  { ...answered('no answer in the time that the user set', { kind: 'timeout', seconds: 299 }, againOrStarted("{host} didn't respond within 5 minutes. To wait longer, increase agentConversations.requestTimeoutSeconds.", timeoutSetting)), ...byEditor },
  { ...answered('no answer in the longer time that the user set', { kind: 'timeout', seconds: 600 }, againOrStarted("{host} didn't respond within 10 minutes. To wait longer, increase agentConversations.requestTimeoutSeconds.", timeoutSetting)), ...byEditor },
  answered('no answer in time', { kind: 'timeout', seconds: 1 }, againOrStarted("{host} didn't respond within 1 second. To wait longer, increase agentConversations.requestTimeoutSeconds.", timeoutSetting)),
  answered('a person who stops waiting', { kind: 'cancelled' }, againOrStarted('Stopped waiting for {host}.')),
  unsent('a person who stops before anything is sent', { kind: 'cancelled' }, { settings: ['Stopped waiting for {host}.', tryAgain], start: ['Stopped before anything was sent to {host}.', undefined] }),
  unsent('a request that does not fit the interface', { kind: 'invalidRequest', field: 'image_urls', expected: 'array' }, { start: ['The request wasn\'t sent: "Images" must be an array.', showLog] }),
  unsent("a field that the service's API doesn't have", { kind: 'unsupportedField', field: 'mcp_config' }, { start: ['The request wasn\'t sent: {host} doesn\'t support "MCP servers". Remove it to start.', undefined] }),
  unsent("a field that the service's API doesn't take beside another one", { kind: 'unsupportedField', field: 'suggested_task', conflictsWith: 'initial_user_msg' }, { start: ['The request wasn\'t sent: {host} accepts either "Suggested task" or "Message". Remove one of them to start.', undefined] }),
  unsent('an error that nobody has seen yet', { kind: 'unknown', code: 'EMFILE' }, again('The request to {host} failed for an unknown reason (EMFILE).')),

  unsent('a certificate of an authority that nobody knows', refused('unknownIssuer', 'SELF_SIGNED_CERT_IN_CHAIN'), again("The certificate of {host} was issued by an unknown authority. If it's your company's, add that authority to the system's certificates or name its file in NODE_EXTRA_CA_CERTS, then restart VS Code.")),
  unsent('a certificate that is its own authority', refused('selfSigned', 'DEPTH_ZERO_SELF_SIGNED_CERT'), again("The certificate of {host} is self-signed. To trust it, add it to the system's certificates or name its file in NODE_EXTRA_CA_CERTS, then restart VS Code.")),
  unsent('a certificate that has expired', refused('expired', 'CERT_HAS_EXPIRED'), again("The certificate of {host} has expired or isn't valid yet. Check this machine's clock, or contact the service's administrator.")),
  unsent('a certificate of another name', refused('wrongName', 'ERR_TLS_CERT_ALTNAME_INVALID'), both('The certificate of {host} was issued for a different name. Check the service URL.', setAddress)),
  { ...unsent('a certificate of another name, of a service that is no longer set', refused('wrongName', 'ERR_TLS_CERT_ALTNAME_INVALID'), both(`The certificate of {host} was issued for a different name. ${mayHaveMoved}`, openService)), isOther: true },
  unsent('a secure connection that fails for another reason', refused('other', 'CERT_REVOKED'), again("Couldn't establish a secure connection to {host} (CERT_REVOKED).")),
  { ...unsent('https where only http is spoken, of a service that is no longer set', refused('notTls', 'ERR_SSL_WRONG_VERSION_NUMBER'), both(`{host} doesn't support TLS. ${mayHaveMoved}`, openService)), isOther: true },
  ...['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'ERR_SSL_HTTP_REQUEST'].map((code) =>
    unsent(`https where only http is spoken: ${code}`, refused('notTls', code), both("{host} doesn't support TLS. Should the URL start with http:// instead of https://?", setAddress)),
  ),

  unsent('a proxy that nobody has', { kind: 'proxy', reason: 'nameNotFound' }, both(`The host of proxy proxy.example:3128 wasn't found. Check the http.proxy setting or HTTPS_PROXY. ${way}`, httpProxy), byProxy),
  unsent('nothing at the port of the proxy', { kind: 'proxy', reason: 'refused' }, both(`Proxy proxy.example:3128 refused the connection. Check the http.proxy setting or HTTPS_PROXY. ${way}`, httpProxy), byProxy),
  unsent('no way to the proxy', { kind: 'proxy', reason: 'unreachable' }, both(`Proxy proxy.example:3128 can't be reached. Check your network or VPN, and the http.proxy setting. ${way}`, httpProxy), byProxy),
  unsent('407 from the proxy', { kind: 'proxy', reason: 'credentials', status: 407 }, both(`Proxy proxy.example:3128 ${credentials}`, httpProxy), byProxy),
  unsent('407 where no proxy is set', { kind: 'proxy', reason: 'credentials', status: 407 }, both(`The proxy ${credentials}`, httpProxy)),
  unsent('403 from the proxy', { kind: 'proxy', reason: 'status', status: 403 }, both(`Proxy proxy.example:3128 doesn't allow connections to {host} (status 403). ${way}`, httpClient), byProxy),
  unsent('502 from the proxy', { kind: 'proxy', reason: 'status', status: 502 }, both(`Proxy proxy.example:3128 couldn't reach {host} (status 502). ${way}`, httpClient), byProxy),
  unsent("403 from the proxy, by VS Code's own way", { kind: 'proxy', reason: 'status', status: 403 }, again("The proxy doesn't allow connections to {host} (status 403)."), byEditor),
  unsent("502 from the proxy, by VS Code's own way", { kind: 'proxy', reason: 'status', status: 502 }, again("The proxy couldn't reach {host} (status 502)."), byEditor),
  unsent('a proxy that dies', { kind: 'proxy', reason: 'connectionLost' }, both(`Proxy proxy.example:3128 closed the connection before it reached {host}. ${way}`, httpClient), byProxy),
  unsent('a proxy whose certificate nobody vouches for', { kind: 'proxy', reason: 'tls' }, both(`Couldn't establish a secure connection to proxy proxy.example:3128. Check its certificate and whether its URL starts with http:// or https://. ${way}`, httpProxy), byProxy),
  unsent('an address of a proxy that is none', { kind: 'proxy', reason: 'badAddress' }, both('The proxy URL can\'t be used. In the http.proxy setting or in HTTPS_PROXY, use a URL like http://proxy.example.com:8080; for SOCKS, update VS Code and set agentConversations.httpClient to "vscode".', httpProxy), byUnclearProxy),
  unsent('a proxy that never answers', { kind: 'timeout', seconds: 1 }, both(`Couldn't connect to {host} within 1 second. The request goes through proxy proxy.example:3128. ${way} ${otherwise}`, httpClient), byProxy),
];

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
  answered('524 of Cloudflare', status(524, { isGateway: true }), againOrStarted('A gateway in front of {host} got no response from the service (status 524).')),
  answered('a status of its own', status(418, { text: 'I am a teapot!' }), both('{host} rejected the request (status 418). Response: I am a teapot!', showLog)),
];

const page =
  '{origin} returned a web page instead of data. Check the URL, and whether a sign-in page or proxy intercepts the request.';
const notJson = "{origin} returned a response that isn't JSON. Check the service URL.";
const nowhere =
  "{host} redirects without naming a location, and redirects aren't followed, to protect your session key. Check the service URL.";
const otherApi =
  '{origin} has another API (Agent server) than the one it was asked with. Select Refresh Settings to find out its API.';
const elsewhere = (location: string) =>
  `{host} redirects to ${location}, and redirects aren't followed, to protect your session key. If ${location} is right, set it as the service URL.`;
const signIn = (location: string) =>
  `{host} redirects to ${location}, which seems to be a sign-in page in front of the service. Sign in there, or check your network or VPN.`;
const field = (name: string, what: string) =>
  `The response from {host} doesn't match the service interface: the field "${name}" must be ${what}.`;
const whole =
  "The response from {host} doesn't match the service interface: it must be an object. Check the service URL.";

const redirect = (status: number, location: string) => ({ kind: 'redirect', status, location }) as const;
const ofService = 'https://agents.example.com';
const moved = 'https://new.example/x/api';

// prettier-ignore
export const answerRows: readonly ErrorRow[] = [
  answered('a redirect to a page of another host', redirect(301, 'https://login.example/oauth2/start'), both(signIn('https://login.example/oauth2/start'), openService)),
  answered('a redirect (303) to a page of another host', redirect(303, 'https://login.example/start'), againOrStarted(signIn('https://login.example/start'), openService)),
  answered('a redirect to the sign-in page of the same host', redirect(302, `${ofService}/users/sign_in`), both(signIn('{origin}/users/sign_in'), openService)),
  answered('a redirect to where the service is now', redirect(301, `${moved}/settings`), { settings: [elsewhere(`${moved}/settings`), setAddress] }),
  answered('a redirect to where starts are accepted now', redirect(308, `${moved}/conversations/`), { start: [elsewhere(`${moved}/conversations/`), setAddress] }),
  { ...answered('a redirect of a service that is no longer set', redirect(301, `${moved}/settings`), { settings: [`{host} redirects to ${moved}/settings, and redirects aren't followed, to protect your session key. ${mayHaveMoved}`, openService] }), isOther: true },
  answered('a redirect within the service', redirect(308, `${ofService}/v2/api`), both(elsewhere('{origin}/v2/api'), setAddress)),
  answered('a redirect to nowhere', redirect(302, ''), both(nowhere, setAddress)),
  answered('a login page', { kind: 'notJson', status: 200, html: true }, againOrStarted(page, setAddress)),
  { ...answered('a login page of a service that is no longer set', { kind: 'notJson', status: 200, html: true }, againOrStarted('{origin} returned a web page instead of data. Check whether a sign-in page or proxy intercepts the request.', showLog)), isOther: true },
  answered('a text that is no JSON', { kind: 'notJson', status: 200, html: false }, againOrStarted(notJson, setAddress)),
  answered('what is no HTTP', { kind: 'notJson', status: 0, html: false }, againOrStarted("{origin} isn't an HTTP server. Check the scheme and port of the URL.", setAddress)),
  { ...answered('what is no HTTP, of a service that is no longer set', { kind: 'notJson', status: 0, html: false }, againOrStarted(`{origin} isn't an HTTP server. ${mayHaveMoved}`, openService)), isOther: true },
  { ...answered('a text that is no JSON, of a service that is no longer set', { kind: 'notJson', status: 200, html: false }, againOrStarted(`{origin} returned a response that isn't JSON. ${mayHaveMoved}`, openService)), isOther: true },
  answered('JSON without what is required', { kind: 'unexpectedShape', field: 'llm_api_key_set', expected: 'boolean' }, { settings: [field('llm_api_key_set', 'true or false'), showLog], start: orStarted(field('llm_api_key_set', 'true or false')) }),
  { ...answered('JSON that is a list, of a service that is no longer set', { kind: 'unexpectedShape', field: '', expected: 'object' }, againOrStarted(`The response from {host} doesn't match the service interface: it must be an object. ${mayHaveMoved}`, openService)), isOther: true },
  answered('JSON that is a list', { kind: 'unexpectedShape', field: '', expected: 'object' }, againOrStarted(whole, setAddress)),
  answered('an agent server', { kind: 'otherApi', status: 422, api: 'agent' }, both(otherApi, refreshSettings)),
  answered('an answer that is too large', { kind: 'tooLarge', limitBytes: 16 * 2 ** 20 }, againOrStarted("The response from {host} is larger than 16 MB and wasn't read in full.", showLog)),
];
