import { answers, garbage, loginPage, redirects, oversized } from '../../service/faults';
import { agentServer } from '../../service/realServers';
import {
  againOrStarted,
  both,
  orStarted,
  row,
  openService,
  refreshSettings,
  setAddress,
  showLog,
  type ErrorRow,
} from './errorRow';

const page =
  '{origin} returned a web page instead of data. Check the URL, and whether a sign-in page or proxy intercepts the request.';
const notJson = "{origin} returned a response that isn't JSON. Check the service URL.";
const elsewhere = (location: string) =>
  `{host} redirects to ${location}, and redirects aren't followed, to protect your session key. If ${location} is right, set it as the service URL.`;
const signIn = (location: string) =>
  `{host} redirects to ${location}, which seems to be a sign-in page in front of the service. Sign in there, or check your network or VPN.`;
const whole = (what: string) =>
  `The response from {host} doesn't match the service interface: it must be ${what}. Check the service URL.`;
const field = (name: string, what: string) =>
  `The response from {host} doesn't match the service interface: the field "${name}" must be ${what}.`;

export const answerRows: readonly ErrorRow[] = [
  ...[301, 302, 307, 308].map((status) =>
    row(
      `a redirect (${status}) to a page of another host`,
      'redirect',
      () => redirects('https://login.example/oauth2/start?token=abc#part', status),
      both(signIn('https://login.example/oauth2/start'), openService),
    ),
  ),
  row(
    'a redirect (303) to a page of another host',
    'redirect',
    () => redirects('https://login.example/start', 303),
    againOrStarted(signIn('https://login.example/start'), openService),
  ),
  row(
    'a redirect to the sign-in page of the same host',
    'redirect',
    () => redirects('/users/sign_in', 302),
    both(signIn('{origin}/users/sign_in'), openService),
  ),
  row(
    'a redirect to where the service is now',
    'redirect',
    () => redirects('https://agents.example/api/settings', 301),
    {
      settings: [elsewhere('https://agents.example/api/settings'), setAddress],
    },
  ),
  row(
    'a redirect to where starts are accepted now',
    'redirect',
    () => redirects('https://a.example/x/api/conversations/', 308),
    {
      start: [elsewhere('https://a.example/x/api/conversations/'), setAddress],
    },
  ),
  row(
    'a redirect within the service',
    'redirect',
    () => redirects('/v2/api', 308),
    both(elsewhere('{origin}/v2/api'), setAddress),
  ),
  row(
    'a redirect to nowhere',
    'redirect',
    () => redirects('javascript:alert(1)', 302),
    both(
      "{host} redirects without naming a location, and redirects aren't followed, to protect your session key. Check the service URL.",
      setAddress,
    ),
  ),
  row('a login page', 'notJson', () => loginPage(), againOrStarted(page, setAddress)),
  row(
    'a text that is no JSON',
    'notJson',
    () => answers(200, 'OK', { 'content-type': 'text/plain' }),
    againOrStarted(notJson, setAddress),
  ),
  row(
    'what is no HTTP',
    'notJson',
    () => garbage(),
    againOrStarted("{origin} isn't an HTTP server. Check the scheme and port of the URL.", setAddress),
  ),
  row('JSON without what is required', 'unexpectedShape', () => answers(200, {}), {
    settings: [field('llm_api_key_set', 'true or false'), showLog],
    start: orStarted(field('status', 'a string')),
  }),
  row('JSON that is a list', 'unexpectedShape', () => answers(200, []), againOrStarted(whole('an object'), setAddress)),
  {
    title: 'an agent server',
    kind: 'otherApi',
    provoke: (service) => {
      service.impersonate(agentServer);
      return {};
    },
    ...both(
      '{origin} has another API (Agent server) than the one it was asked with. Select Refresh Settings to find out its API.',
      refreshSettings,
    ),
  },
  row(
    'an answer that is too large',
    'tooLarge',
    () => oversized(17 * 2 ** 20),
    againOrStarted("The response from {host} is larger than 16 MB and wasn't read in full.", showLog),
  ),
];
