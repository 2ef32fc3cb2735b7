import { fault, says } from '../unit/client/ownFault';
import { altersAnswer, answers, redirects, type Fault } from '../service/faults';

type Echo = (said: string) => Fault;

const issue = (said: string) => ({
  type: said,
  loc: ['body', 'mcp_config', said],
  msg: `Value error, not ${said}`,
  input: { name: said, env: { A: said } },
  ctx: { error: said },
});
const chunked = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
const otherSpellings = (said: string) => [
  encodeURIComponent(said),
  JSON.stringify(JSON.stringify(said)),
  said.toLowerCase(),
  Buffer.from(said).toString('base64'),
  Buffer.from(said).toString('base64url'),
];

/** Every form of an error in which a service may repeat what it was sent, in each of its places. */
export const echoingErrors: Readonly<Record<string, Echo>> = {
  'a 400 with a message': (said) => answers(400, { message: `Refused: ${said}` }),
  'a 400 with a code': (said) => answers(400, { message: said, msg_id: said, error: said }),
  'a 400 with an error inside': (said) => answers(400, { error: { message: `No ${said} here` } }),
  'a 400 about the repository': (said) =>
    answers(400, { message: said, msg_id: 'STATUS$GIT_PROVIDER_AUTHENTICATION_ERROR' }),
  'a 401 that is a JSON text': (said) => answers(401, JSON.stringify(`Unable to access repo ${said}`)),
  'a 401 with an error': (said) => answers(401, { error: `No such key: ${said}` }),
  'a 403 in plain text': (said) => answers(403, `Not for ${said}`, { 'content-type': 'text/plain' }),
  'a 404 with a detail': (said) => answers(404, { detail: `Settings of ${said} not found` }),
  'a 409 with a title': (said) => answers(409, { title: said, detail: `${said} is there` }),
  'a 413 in plain text': (said) => answers(413, `${said} is too large`),
  'a 422 that repeats its input': (said) => answers(422, { detail: [issue(said), issue(said)] }),
  'a 422 with a detail': (said) => answers(422, { detail: `${said} is wrong` }),
  'a 429 with a wait': (said) => answers(429, { message: said }, { 'retry-after': said, 'content-encoding': said }),
  'a 500 with a trace': (said) => answers(500, `KeyError: {'args': ['${said}'], 'url': "${said}"}`),
  'a 500 with a detail': (said) => answers(500, { detail: [{ msg: said }, said] }),
  'a 502 with a page': (said) => answers(502, `<html><title>${said}</title>`, { 'content-type': 'text/html' }),
  'a 503 with a message': (said) => answers(503, { message: said }, { 'retry-after': '0' }),
  'a refusal in other spellings': (said) => answers(400, { message: otherSpellings(said).join(' ') }),
  'a refusal past all limits': (said) => answers(400, { message: `${'x'.repeat(280)} ${said} ${'y'.repeat(50_000)}` }),
  'a redirect': (said) => redirects(`https://a.example/${encodeURIComponent(said)}?a=${said}#${said}`, 302),
  'a redirect with credentials': (said) => redirects(`https://${encodeURIComponent(said)}@a.example/`, 308),
  'a page': (said) => answers(200, `<!doctype html><title>${said}</title>`, { 'content-type': 'text/html' }),
  'a text': (said) => answers(200, said, { 'content-type': 'text/plain' }),
  'half of a JSON': (said) => answers(200, JSON.stringify({ status: said }).slice(0, -2)),
  'another record': (said) =>
    answers(200, { status: { [said]: said }, conversation_id: [said], llm_api_key_set: said }),
  'another service': (said) => answers(200, { llm_api_key_is_set: said }),
  'what is no HTTP': (said) => says(`${said}\r\n\r\n`),
  'a broken header': (said) => says(`HTTP/1.1 200 OK\r\n${said}\u0000\r\n\r\n`),
  'a broken chunk': (said) => says(`${chunked}${said}\r\n`),
  'a reason and a lost connection': (said) =>
    fault(({ incoming }) => void incoming.socket.end(`HTTP/1.1 200 ${said}\r\ncontent-length: 5\r\n\r\n`)),
  'a start of that id': (said) =>
    answers(200, { status: 'ok', conversation_id: said, conversation_status: 'STARTING', message: null }),
};

/** The same, and every form of a success. */
export const echoingAnswers: Readonly<Record<string, Echo>> = {
  ...echoingErrors,
  'a start that repeats it': (said) =>
    altersAnswer((answer) => ({
      ...(answer as object),
      status: said,
      message: `Took ${said}`,
      conversation_status: `STARTED with ${said}`,
      mcp_config: { stdio_servers: [{ args: [said] }] },
      [said]: said,
      echo: [{ [said]: [said] }],
    })),
  'settings that repeat it': (said) =>
    altersAnswer((answer) => ({
      ...(answer as object),
      llm_api_key: said,
      search_api_key: said,
      secrets_store: { A: said },
      [said]: said,
      echo: [{ [said]: [said] }],
      mcp_config: {
        sse_servers: [{ url: `https://${encodeURIComponent(said)}@a.example/?a=${said}#${said}`, api_key: said }],
        stdio_servers: [{ name: 'a', command: 'npx', args: ['--token', said], env: { A: said } }],
      },
    })),
};

/** Settings with a text in the fields of the interface that have a place for it and that anyone may see. */
export const savedSettings: Echo = (said) =>
  altersAnswer((answer) => ({
    ...(answer as object),
    llm_model: said,
    agent: `With ${said}`,
    git_user_name: said,
    provider_tokens_set: { github: said },
    secrets_store: { [said]: said },
    mcp_config: {
      shttp_servers: [`https://a.example/${said}/mcp`],
      stdio_servers: [{ name: said, command: said, args: ['serve', said] }],
    },
  }));
