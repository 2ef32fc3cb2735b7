import type { TlsReason } from '../../../src/client/serviceError';
import {
  again,
  againOrStarted,
  answered,
  both,
  mayHaveMoved,
  openService,
  openSetting,
  setAddress,
  showLog,
  tryAgain,
  unsent,
  type ErrorRow,
} from './errorRow';

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
