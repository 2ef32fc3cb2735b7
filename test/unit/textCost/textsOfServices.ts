import { startForms } from '../../../src/client/startForms';
import { dialects, isUuid, notTakenOf } from '../../../src/client/dialect';
import { containsSecret, shownText, withoutSecrets } from '../../../src/client/secrets';
import { holdsMoreThan, readAnswer } from '../../../src/client/http/readAnswer';
import { readState } from '../../../src/client/v0/operations';
import { proxyAddress } from '../../../src/client/http/proxy';
import { retryAfter } from '../../../src/client/http/repeatedRead';
import { settings as settingsSchema } from '../../../src/client/schemas';
import { serviceErrorOf } from '../../../src/client/makeServiceError';
import { TransportError } from '../../../src/client/http/transport';
import { truncate, ellipsize, firstLine, visibleText, plainLabel, plainNotification } from '../../../src/base/text';
import { headline } from '../../../src/conversations/conversation';
import { remember } from '../../../src/conversations/rememberedRequest';
import { comparableId, conversationIdProblem, conversationUrl } from '../../../src/client/conversationId';
import { curlCommand } from '../../../src/start/curl';
import {
  isLoopback,
  differsByMachine,
  parsePageUrl,
  parseServiceUrl,
  shownServiceUrl,
} from '../../../src/client/serviceUrl';
import { maskRequest, requestPreviewText, requestText } from '../../../src/draft/request';
import { maskMcp, maskSettings, settingsFitToShow } from '../../../src/client/maskSettings';
import { contentOf, secretsOf } from '../../../src/client/mcpSecrets';
import { mergeMcp } from '../../../src/mcp/mergeMcp';
import { percentDecoded } from '../../../src/base/url';
import { proxyFor } from '../../../src/service/proxyFor';
import { proxyHost, proxySecrets } from '../../../src/client/network';
import { Redactor } from '../../../src/base/redactor';
import { findWarnings } from '../../../src/start/findWarnings';
import { hideByShape, isPlaceholder, isSecretName, withoutUserInfo } from '../../../src/base/secretShapes';
import { idOf, nameOf } from '../../../src/settings/settingsOutline';
import { isIdentifier } from '../../../src/client/v1/answers';
import { readServerWords, sanitiseServerText } from '../../../src/client/serverText';
import { conversationPage } from '../../../src/conversations/conversationPage';
import { parseSessionKey } from '../../../src/service/sessionKey';
import { settingsStatusMeaning } from '../../../src/service/settingsState';
import { draftAgain } from '../../../src/draft/startAgain';
import { inertMarkdown } from '../../../src/answer/inertMarkdown';
import { unwrapped } from '../../../src/base/readableText';
import { withoutMarkup } from '../../../src/base/markup';
import { inParts, largest, type TextFunction } from './textFunction';

const redactor = new Redactor();
for (let number = 0; number < 40; number++) redactor.add(`secret-number-${number}-of-${number}`);
const call = {
  operation: 'loadSettings',
  baseUrl: 'http://a',
  address: 'http://a/b',
  url: new URL('http://a/b'),
} as const;
const conversation = { id: 'a', baseUrl: 'http://a', outcome: 'started', sentAt: 0, deadline: 1 } as const;
const proxySettings = { support: 'on', proxy: '', noProxy: [] };

function settingsOf(text: string) {
  const [first = '', ...more] = inParts(text);
  return {
    llm_api_key_set: true,
    llm_base_url: first,
    mcp_config: { stdio_servers: [{ args: more }], [first]: first },
  };
}

const inLists = (text: string) => ({
  stdio_servers: [{ name: 'a', command: 'b', args: inParts(text), env: { A: text } }],
});
const requestOf = (text: string) => ({ initial_user_msg: text, mcp_config: inLists(text) });
const respond =
  (status: number, text: string, headers = {}) =>
  () => {
    try {
      return readAnswer({ status, text, headers }, settingsSchema, call, redactor);
    } catch (error) {
      return error;
    }
  };
/** Functions that read what comes from services and addresses, and what is stored and shown of it. */
export const textsOfServices: readonly TextFunction[] = [
  {
    name: 'secretsOf',
    largest: largest.message,
    run: (text) => secretsOf({ ...inLists(text), sse_servers: [{ url: text, api_key: text }] }),
    frames: ['', 'https://a/?', '--a=', 'a:'],
  },
  {
    name: 'contentOf',
    largest: largest.message,
    run: (text) => contentOf({ ...inLists(text), sse_servers: [{ url: text }] }),
    frames: ['', 'https://a/', '--a='],
  },
  { name: 'containsSecret', largest: largest.line, run: (text) => containsSecret(text, redactor) },
  { name: 'holdsMoreThan', largest: largest.answer, run: (text) => holdsMoreThan(1e9, text) },
  {
    name: 'proxyAddress',
    largest: largest.line,
    run: (text) => [proxyAddress({ url: text, authorization: text }), proxyAddress({ url: `http://${text}` })],
  },
  { name: 'readAnswer', largest: largest.answer, run: (text) => respond(200, text)(), frames: ['', '<', '"', '['] },
  {
    name: 'readAnswer',
    largest: largest.answer,
    run: (text) => respond(422, text)(),
    frames: ['', '{"detail":"', '[', '{"message":{"a":"'],
  },
  { name: 'readAnswer', largest: largest.line, run: (text) => respond(302, '', { location: `http://a/${text}` })() },
  {
    name: 'readState',
    largest: largest.answer,
    run: (text) =>
      readState({ status: `a${text}`, runtime_status: text, session_api_key: text.slice(0, 50) }, 'a', call, redactor),
    frames: ['', '['],
  },
  { name: 'conversationUrl', largest: largest.line, run: (text) => conversationUrl('http://a/b', text) },
  { name: 'retryAfter', largest: largest.line, run: (text) => retryAfter({ headers: { 'retry-after': text } }) },
  {
    name: 'serviceErrorOf',
    largest: largest.line,
    run: (text) => serviceErrorOf(call, new TransportError({ kind: 'refused' }, false, new Error(text)), redactor),
  },
  { name: 'truncate', largest: largest.message, run: (text) => truncate(text, text.length - 1) },
  { name: 'firstLine', largest: largest.message, run: (text) => firstLine(text) },
  {
    name: 'headline',
    largest: largest.message,
    run: (text) => headline({ ...conversation, request: { initial_user_msg: text } }),
  },
  { name: 'remember', largest: largest.message, run: (text) => remember({ initial_user_msg: text, repository: text }) },
  { name: 'isUuid', largest: largest.line, run: isUuid, frames: ['', 'abcdef01-'] },
  {
    name: 'notTakenOf',
    largest: largest.message,
    run: (text) => notTakenOf({ replay_json: text, initial_user_msg: text }, dialects.v1),
  },
  { name: 'conversationIdProblem', largest: largest.line, run: conversationIdProblem },
  { name: 'curlCommand', largest: largest.message, run: (text) => curlCommand(text, text) },
  { name: 'isLoopback', largest: largest.line, run: isLoopback, frames: ['', '127.'] },
  { name: 'maskRequest', largest: largest.message, run: (text) => maskRequest(requestOf(text), redactor) },
  {
    name: 'maskMcp',
    largest: largest.message,
    run: (text) => maskMcp(inLists(text)),
    frames: ['', '--a=', '-H', 'a: '],
  },
  { name: 'maskSettings', largest: largest.answer, run: (text) => maskSettings(settingsOf(text)) },
  {
    name: 'mergeMcp',
    largest: largest.message,
    run: (text) =>
      mergeMcp(undefined, {
        stdio_servers: [{ name: text, command: 'b', args: text, env: text }],
        shttp_servers: [text],
      }),
    frames: ['', '"', '<', "'a"],
  },
  { name: 'comparableId', largest: largest.line, run: comparableId },
  { name: 'percentDecoded', largest: largest.line, run: percentDecoded },
  {
    name: 'proxyFor',
    largest: largest.line,
    run: (text) => [
      proxyFor(call.url, { ...proxySettings, noProxy: [text] }, {}),
      proxyFor(call.url, proxySettings, { no_proxy: text, http_proxy: text }),
    ],
  },
  { name: 'proxyHost', largest: largest.line, run: proxyHost, frames: ['', 'http://', 'a'] },
  {
    name: 'proxySecrets',
    largest: largest.line,
    run: (text) => proxySecrets({ url: text, authorization: text }),
    frames: ['', 'Basic', 'Basic a', 'http://'],
  },
  { name: 'Redactor', largest: largest.answer, run: (text) => redactor.redact(text), frames: ['', 'secret-number-'] },
  { name: 'Redactor', largest: largest.line, run: (text) => new Redactor().add(text) },
  {
    name: 'requestPreviewText',
    largest: largest.message,
    run: (text) => requestPreviewText(requestOf(text), redactor, startForms.v0, String),
  },
  {
    name: 'requestText',
    largest: largest.message,
    run: (text) => requestText(requestOf(text), redactor, startForms.v0),
  },
  {
    name: 'findWarnings',
    largest: 50_000_000,
    run: (text) =>
      findWarnings({
        request: { replay_json: text },
        target: { notes: [] },
        settings: undefined,
        dialect: dialects.v0,
      }),
  },
  {
    name: 'hideByShape',
    largest: largest.answer,
    run: (text) => hideByShape(text, '*'),
    frames: ['', 'token="', 'cookie: '],
  },
  { name: 'isPlaceholder', largest: largest.answer, run: isPlaceholder, frames: ['', '<'] },
  { name: 'isSecretName', largest: largest.answer, run: isSecretName },
  { name: 'idOf', largest: largest.message, run: (text) => idOf('', text), frames: ['', '~'] },
  { name: 'nameOf', largest: largest.message, run: (text) => nameOf(text, { name: text }), frames: ['', '0'] },
  { name: 'withoutUserInfo', largest: largest.answer, run: withoutUserInfo, frames: ['', '://', '://a:'] },
  {
    name: 'readServerWords',
    largest: largest.answer,
    run: (text) => readServerWords({ detail: [{ msg: text, type: text, loc: [text] }] }, redactor),
  },
  { name: 'isIdentifier', largest: largest.line, run: isIdentifier },
  { name: 'shownText', largest: largest.answer, run: (text) => shownText(text, redactor) },
  { name: 'sanitiseServerText', largest: largest.answer, run: sanitiseServerText },
  {
    name: 'conversationPage',
    largest: largest.line,
    run: (text) => conversationPage(text, 'http://a', text),
    frames: ['', '{base_url'],
  },
  {
    name: 'parsePageUrl',
    largest: largest.line,
    run: parsePageUrl,
    frames: ['', 'https://a/', 'https://a?', 'https://a/conversations/', 'https://a/api'],
  },
  { name: 'parseServiceUrl', largest: largest.line, run: parseServiceUrl, frames: ['', 'https://', 'https://a/'] },
  { name: 'shownServiceUrl', largest: largest.line, run: shownServiceUrl, frames: ['', 'https://'] },
  { name: 'differsByMachine', largest: largest.line, run: differsByMachine, frames: ['', '….localhost'] },
  { name: 'parseSessionKey', largest: largest.line, run: parseSessionKey },
  {
    name: 'settingsStatusMeaning',
    largest: largest.line,
    run: (text) => [settingsStatusMeaning(401, text), settingsStatusMeaning(404, text)],
  },
  { name: 'settingsFitToShow', largest: largest.answer, run: (text) => settingsFitToShow(settingsOf(text), redactor) },
  { name: 'ellipsize', largest: largest.message, run: (text) => ellipsize(text, text.length - 1) },
  {
    name: 'draftAgain',
    largest: largest.message,
    run: (text) => draftAgain({ ...conversation, request: { initial_user_msg: text } }),
  },
  { name: 'visibleText', largest: largest.message, run: visibleText, frames: ['', 'a'] },
  { name: 'inertMarkdown', largest: largest.message, run: inertMarkdown },
  { name: 'unwrapped', largest: largest.message, run: unwrapped },
  {
    name: 'withoutMarkup',
    largest: largest.file,
    run: withoutMarkup,
    frames: ['', '<script>', '<a', '<title></title'],
  },
  {
    name: 'withoutSecrets',
    largest: largest.answer,
    run: (text) => withoutSecrets({ a: [text], [text]: text }, redactor),
  },
  { name: 'plainLabel', largest: largest.message, run: plainLabel },
  { name: 'plainNotification', largest: largest.message, run: plainNotification },
];
