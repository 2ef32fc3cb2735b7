import {
  againOrStarted,
  answered,
  both,
  mayHaveMoved,
  openService,
  orStarted,
  refreshSettings,
  setAddress,
  showLog,
  type ErrorRow,
} from './errorRow';

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
