import { altersAnswer, answers, garbage, loginPage, redirects, truncatesJson, oversized } from '../../service/faults';
import { agentServer } from '../../service/realServers';
import { both, orStarted, setAddress, showLog, type ErrorRow } from './errorRow';

const page =
  '{origin} returned a web page instead of data. Check the URL, and whether a sign-in page or proxy intercepts the request.';
const notJson = "{origin} returned a response that isn't JSON. Check the service URL.";
const elsewhere = (location: string) =>
  `{host} redirects to ${location}, and redirects aren't followed, to protect your session key. If ${location} is right, set it as the service URL.`;
const whole = (what: string) =>
  `The response from {host} doesn't match the service interface: it must be ${what}. Check the service URL.`;
const field = (name: string, what: string) =>
  `The response from {host} doesn't match the service interface: the field "${name}" must be ${what}.`;

export const answerRows: readonly ErrorRow[] = [
  ...[301, 302, 307, 308].map((status): ErrorRow => ({
    title: `a redirect (${status}) to another place`,
    kind: 'redirect',
    fault: () => redirects('https://login.example/start?token=abc#part', status),
    ...both(elsewhere('https://login.example/start'), setAddress),
  })),
  {
    title: 'a redirect (303) to another place',
    kind: 'redirect',
    fault: () => redirects('https://login.example/start', 303),
    settings: [elsewhere('https://login.example/start'), setAddress],
    start: orStarted(elsewhere('https://login.example/start')),
  },
  {
    title: 'a redirect within the service',
    kind: 'redirect',
    fault: () => redirects('/v2/api', 308),
    ...both(elsewhere('{origin}/v2/api'), setAddress),
  },
  {
    title: 'a redirect whose address would be a link and an icon',
    kind: 'redirect',
    fault: () => redirects('https://login.example/[a](command:b)$(bug)', 302),
    ...both(elsewhere('https://login.example/%5ba%5d%28command:b%29%24%28bug%29'), setAddress),
  },
  {
    title: 'a redirect to nowhere',
    kind: 'redirect',
    fault: () => redirects('javascript:alert(1)', 302),
    ...both(
      "{host} redirects without naming a location. Redirects aren't followed, to protect your session key.",
      setAddress,
    ),
  },
  {
    title: 'a login page',
    kind: 'notJson',
    fault: () => loginPage(),
    settings: [page, setAddress],
    start: orStarted(page),
  },
  {
    title: "a proxy's page as a good answer",
    kind: 'notJson',
    fault: () => answers(200, '<html><body>Blocked by policy</body></html>', { 'content-type': 'text/html' }),
    settings: [page, setAddress],
    start: orStarted(page),
  },
  {
    title: 'a text that is no JSON',
    kind: 'notJson',
    fault: () => answers(200, 'OK', { 'content-type': 'text/plain' }),
    settings: [notJson, setAddress],
    start: orStarted(notJson),
  },
  {
    title: 'half of the JSON',
    kind: 'notJson',
    fault: () => truncatesJson(),
    settings: [notJson, setAddress],
    start: orStarted(notJson),
  },
  {
    title: 'what is no HTTP',
    kind: 'notJson',
    fault: () => garbage(),
    settings: ["{origin} isn't an HTTP server. Check the scheme and port of the URL.", setAddress],
    start: orStarted("{origin} isn't an HTTP server. Check the scheme and port of the URL."),
  },
  {
    title: 'JSON without what is required',
    kind: 'unexpectedShape',
    fault: () => answers(200, {}),
    settings: [field('llm_api_key_set', 'true or false'), showLog],
    start: orStarted(field('status', 'a string')),
  },
  {
    title: 'JSON that is a list',
    kind: 'unexpectedShape',
    fault: () => answers(200, []),
    settings: [whole('an object'), setAddress],
    start: orStarted(whole('an object')),
  },
  {
    title: 'a field of another type',
    kind: 'unexpectedShape',
    fault: () => altersAnswer((value) => ({ ...(value as object), language: 5, conversation_status: [] })),
    settings: [field('language', 'a string'), showLog],
    start: orStarted(field('conversation_status', 'a string')),
  },
  {
    title: 'an agent server',
    kind: 'agentServer',
    provoke: (service) => {
      service.impersonate(agentServer);
      return {};
    },
    ...both(
      "{origin} is an agent server, as in Agent Canvas, and can't be used here. Hosted and enterprise servers work, and self-hosted ones up to version 1.8.",
      setAddress,
    ),
  },
  {
    title: 'an answer that is too large',
    kind: 'tooLarge',
    fault: () => oversized(17 * 2 ** 20),
    settings: ["The response from {host} is larger than 16 MB and wasn't read in full.", showLog],
    start: orStarted("The response from {host} is larger than 16 MB and wasn't read in full."),
  },
];
