import { apis } from '../../../src/client/apis/registry';
import { notTakenOf } from '../../../src/client/apis/startRules';
import { isUuid } from '../../../src/client/conversationId';
import { containsSecret, shownText, withoutSecrets } from '../../../src/client/secrets';
import { holdsMoreThan, readAnswer } from '../../../src/client/http/readAnswer';
import { readState } from '../../../src/client/apis/v0/operations';
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
import { isIdentifier } from '../../../src/client/apis/v1/answers';
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
  [
    'secretsOf',
    largest.message,
    (text) => secretsOf({ ...inLists(text), sse_servers: [{ url: text, api_key: text }] }),
    ['', 'https://a/?', '--a=', 'a:'],
  ],
  [
    'contentOf',
    largest.message,
    (text) => contentOf({ ...inLists(text), sse_servers: [{ url: text }] }),
    ['', 'https://a/', '--a='],
  ],
  ['containsSecret', largest.line, (text) => containsSecret(text, redactor)],
  ['holdsMoreThan', largest.answer, (text) => holdsMoreThan(1e9, text)],
  [
    'proxyAddress',
    largest.line,
    (text) => [proxyAddress({ url: text, authorization: text }), proxyAddress({ url: `http://${text}` })],
  ],
  ['readAnswer', largest.answer, (text) => respond(200, text)(), ['', '<', '"', '[']],
  ['readAnswer', largest.answer, (text) => respond(422, text)(), ['', '{"detail":"', '[', '{"message":{"a":"']],
  ['readAnswer', largest.line, (text) => respond(302, '', { location: `http://a/${text}` })()],
  [
    'readState',
    largest.answer,
    (text) =>
      readState({ status: `a${text}`, runtime_status: text, session_api_key: text.slice(0, 50) }, 'a', call, redactor),
    ['', '['],
  ],
  ['conversationUrl', largest.line, (text) => conversationUrl('http://a/b', text)],
  ['retryAfter', largest.line, (text) => retryAfter({ headers: { 'retry-after': text } })],
  [
    'serviceErrorOf',
    largest.line,
    (text) => serviceErrorOf(call, new TransportError({ kind: 'refused' }, false, new Error(text)), redactor),
  ],
  ['truncate', largest.message, (text) => truncate(text, text.length - 1)],
  ['firstLine', largest.message, (text) => firstLine(text)],
  ['headline', largest.message, (text) => headline({ ...conversation, request: { initial_user_msg: text } })],
  ['remember', largest.message, (text) => remember({ initial_user_msg: text, repository: text })],
  ['isUuid', largest.line, isUuid, ['', 'abcdef01-']],
  ['notTakenOf', largest.message, (text) => notTakenOf({ replay_json: text, initial_user_msg: text }, apis.v1.start)],
  ['conversationIdProblem', largest.line, conversationIdProblem],
  ['curlCommand', largest.message, (text) => curlCommand(text, text)],
  ['isLoopback', largest.line, isLoopback, ['', '127.']],
  ['maskRequest', largest.message, (text) => maskRequest(requestOf(text), redactor)],
  ['maskMcp', largest.message, (text) => maskMcp(inLists(text)), ['', '--a=', '-H', 'a: ']],
  ['maskSettings', largest.answer, (text) => maskSettings(settingsOf(text))],
  [
    'mergeMcp',
    largest.message,
    (text) =>
      mergeMcp(undefined, {
        stdio_servers: [{ name: text, command: 'b', args: text, env: text }],
        shttp_servers: [text],
      }),
    ['', '"', '<', "'a"],
  ],
  ['comparableId', largest.line, comparableId],
  ['percentDecoded', largest.line, percentDecoded],
  [
    'proxyFor',
    largest.line,
    (text) => [
      proxyFor(call.url, { ...proxySettings, noProxy: [text] }, {}),
      proxyFor(call.url, proxySettings, { no_proxy: text, http_proxy: text }),
    ],
  ],
  ['proxyHost', largest.line, proxyHost, ['', 'http://', 'a']],
  [
    'proxySecrets',
    largest.line,
    (text) => proxySecrets({ url: text, authorization: text }),
    ['', 'Basic', 'Basic a', 'http://'],
  ],
  ['Redactor', largest.answer, (text) => redactor.redact(text), ['', 'secret-number-']],
  ['Redactor', largest.line, (text) => new Redactor().add(text)],
  [
    'requestPreviewText',
    largest.message,
    (text) => requestPreviewText(requestOf(text), redactor, apis.v0.start, String),
  ],
  ['requestText', largest.message, (text) => requestText(requestOf(text), redactor, apis.v0.start)],
  [
    'findWarnings',
    50_000_000,
    (text) =>
      findWarnings({
        request: { replay_json: text },
        target: { notes: [] },
        settings: undefined,
        api: apis.v0,
      }),
  ],
  ['hideByShape', largest.answer, (text) => hideByShape(text, '*'), ['', 'token="', 'cookie: ']],
  ['isPlaceholder', largest.answer, isPlaceholder, ['', '<']],
  ['isSecretName', largest.answer, isSecretName],
  ['idOf', largest.message, (text) => idOf('', text), ['', '~']],
  ['nameOf', largest.message, (text) => nameOf(text, { name: text }), ['', '0']],
  ['withoutUserInfo', largest.answer, withoutUserInfo, ['', '://', '://a:']],
  [
    'readServerWords',
    largest.answer,
    (text) => readServerWords({ detail: [{ msg: text, type: text, loc: [text] }] }, redactor),
  ],
  ['isIdentifier', largest.line, isIdentifier],
  ['shownText', largest.answer, (text) => shownText(text, redactor)],
  ['sanitiseServerText', largest.answer, sanitiseServerText],
  ['conversationPage', largest.line, (text) => conversationPage(text, 'http://a', text), ['', '{base_url']],
  [
    'parsePageUrl',
    largest.line,
    parsePageUrl,
    ['', 'https://a/', 'https://a?', 'https://a/conversations/', 'https://a/api'],
  ],
  ['parseServiceUrl', largest.line, parseServiceUrl, ['', 'https://', 'https://a/']],
  ['shownServiceUrl', largest.line, shownServiceUrl, ['', 'https://']],
  ['differsByMachine', largest.line, differsByMachine, ['', '….localhost']],
  ['parseSessionKey', largest.line, parseSessionKey],
  [
    'settingsStatusMeaning',
    largest.line,
    (text) => [settingsStatusMeaning(401, text), settingsStatusMeaning(404, text)],
  ],
  ['settingsFitToShow', largest.answer, (text) => settingsFitToShow(settingsOf(text), redactor)],
  ['ellipsize', largest.message, (text) => ellipsize(text, text.length - 1)],
  ['draftAgain', largest.message, (text) => draftAgain({ ...conversation, request: { initial_user_msg: text } })],
  ['visibleText', largest.message, visibleText, ['', 'a']],
  ['inertMarkdown', largest.message, inertMarkdown],
  ['unwrapped', largest.message, unwrapped],
  ['withoutMarkup', largest.file, withoutMarkup, ['', '<script>', '<a', '<title></title']],
  ['withoutSecrets', largest.answer, (text) => withoutSecrets({ a: [text], [text]: text }, redactor)],
  ['plainLabel', largest.message, plainLabel],
  ['plainNotification', largest.message, plainNotification],
];
