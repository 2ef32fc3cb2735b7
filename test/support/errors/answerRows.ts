import { altersAnswer, answers, garbage, loginPage, redirects, truncatesJson, oversized } from '../../service/faults';
import { agentServer } from '../../service/realServers';
import { both, orStarted, setAddress, showLog, type ErrorRow } from './errorRow';

const page =
  '{origin} answered with a web page where data was due. The address is wrong, a login page or proxy is in between, or a newer service no longer offers this operation.';
const notJson = '{origin} answered with something that is not JSON. Check the address of the service.';
const elsewhere = (location: string) =>
  `{host} points to ${location}. Redirects are not followed: the session key would travel with them. If that is the right place, set it as the address of the service.`;
const whole = (what: string) =>
  `The answer of {host} does not fit the service interface: it should be ${what}. Check the address of the service.`;
const field = (name: string, what: string) =>
  `The answer of {host} does not fit the service interface: the field "${name}" should be ${what}.`;

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
      '{host} sent us elsewhere without saying where. Redirects are not followed: the session key would travel with them.',
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
    settings: ['What answers at {origin} does not speak HTTP. Check scheme and port of the address.', setAddress],
    start: orStarted('What answers at {origin} does not speak HTTP. Check scheme and port of the address.'),
  },
  {
    title: 'JSON without what is required',
    kind: 'unexpectedShape',
    fault: () => answers(200, {}),
    settings: [field('llm_api_key_set', 'true or false'), showLog],
    start: orStarted(field('status', 'a text')),
  },
  {
    title: 'JSON that is a list',
    kind: 'unexpectedShape',
    fault: () => answers(200, []),
    settings: [whole('a record of fields'), setAddress],
    start: orStarted(whole('a record of fields')),
  },
  {
    title: 'a field of another type',
    kind: 'unexpectedShape',
    fault: () => altersAnswer((value) => ({ ...(value as object), language: 5, conversation_status: [] })),
    settings: [field('language', 'a text'), showLog],
    start: orStarted(field('conversation_status', 'a text')),
  },
  {
    title: 'an agent server',
    kind: 'agentServer',
    provoke: (service) => {
      service.impersonate(agentServer);
      return {};
    },
    ...both(
      '{origin} is an agent server: a service of the same family that speaks another interface. Set the address of the application server.',
      setAddress,
    ),
  },
  {
    title: 'an answer that is too large',
    kind: 'tooLarge',
    fault: () => oversized(17 * 2 ** 20),
    settings: ['The answer of {host} is larger than 16 MB and was not read to its end.', showLog],
    start: orStarted('The answer of {host} is larger than 16 MB and was not read to its end.'),
  },
];
