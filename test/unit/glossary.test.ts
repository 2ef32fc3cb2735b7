import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { readText, wordsIn } from '../support/words';

const walkthrough = path.join('media', 'walkthrough');

/** Words that don't belong in the interface, what to write instead, and what each rule finds. */
// prettier-ignore
const rivals: readonly (readonly [rival: RegExp, write: string, found: string])[] = [
  [/\bmend\w*/i, 'fix, check, correct', 'Mend the URL.'],
  [/\b(anew|once more)\b/i, 'again', 'Read anew.'],
  [/\b(goes|go|going|went) (along|with it)\b/i, 'is sent, is attached, is included', "Images can't go along."],
  [/\btak(e|es|en|ing) (it |them )?(out|away)\b/i, 'remove', 'Take out the image.'],
  [/\b(leav(e|es|ing)|left) (it |them )?out\b/i, 'remove', 'Leave Out'],
  [/\b(nobody|somebody|someone|whoever|anybody|a person)\b/i, "you, the user, the service's administrator", 'Nobody'],
  [/(?<!\bthere )\b(is|are|be) (no|none)\b(?! longer| more)/i, "isn't, aren't", 'This is no JSON.'],
  [/(?<!email )\baddress(es)?\b(?! bar)/i, 'URL', 'The address is wrong.'],
  [/\broom on the disk\b/i, 'disk space', 'Make room on the disk.'],
  [/\b(is|are) not known\b|\b(isn't|aren't) known\b(?! to)/i, 'unknown', "The host isn't known."],
  [/\bhand(s|ed|ing)? (it |them )?over\b/i, 'delegate', 'Hand over to agent'],
  [/\bstarts no\b/i, 'requires', 'It starts no conversation.'],
  [/\b(refuses connections|nothing answers)\b/i, 'connection refused', 'Nothing answers there.'],
  [/\banswer(s|ed) with\b/i, 'returned', 'It answered with a page.'],
  [/\b(goes on|seen there alone)\b/i, 'progress', 'How it goes on'],
  [/\b(shall|keep to)\b/i, 'instructions', 'What the agent shall do'],
  [/\b(condense|judge[sd]?|suggest conversations)\b/i, "the service's own name", 'Condense history'],
  [/\b(kept|stor(e|es|ed|ing))\b/i, 'saved', 'The key is stored.'],
  [/\b(tick|click)(s|ed|ing)?\b/i, 'select', 'Click the row.'],
  [/\b(choos\w+|chose|chosen)\b/i, 'select', 'Choose one.'],
  [/\b(wire names?|record of fields)\b/i, 'field name, object', 'The wire name'],
  [/\b(all the same|was due|made out to|of its own accord)\b/i, 'plain words', 'All the same, it started.'],
  [/(?<!git )\buser names?\b/i, 'username', 'The user name'],
  [/\bspeaks?\b/i, 'support', 'It speaks TLS.'],
  [/\b(refus(es|ed|al|als)|den(y|ies|ied)|declin(e|es|ed))\b/i, 'reject', 'The service refuses the start.'],
  [/\b(halls?|the room)\b/i, 'folder, module', 'The halls'],
  [/\bcannot\b|\b(is|are|was|were|do|does|did|has|have|had|can|could|will|would|should) not\b/i, "isn't, can't", 'Is not sent'],
  [/\b(you|they|we) (are|will)\b|\bit (is|will)\b(?! that)/i, "you're, it's, it'll", 'You are asked.'],
  [/(?<!\bGit )\bproviders?\b/i, 'Git provider', 'Unknown provider'],
  [/\bstates?\b/i, 'status', 'The state of the conversation'],
  [/\bservers?\b/i, "service; or say that it's an MCP or OpenHands server", 'The server is starting.'],
  [/\b(the|loading|reading) settings\b(?! view)/i, 'service settings, your settings', "The settings can't be read."],
  [/\bsettings (aren't|not) sent\b/i, 'not sent', 'Settings not sent: cwd'],
  [/(?<!symbolic )\blink (that points|in it)\b/i, 'symbolic link', 'A link that points outside'],
  [/\bmessage editors?\b|(?<!PDF |Office )\bdocuments?\b/i, 'draft', 'Paste it into the document.'],
  [/\b(the|its) request('s)? number\b/i, 'number of the pull request', "Enter the request's number."],
  [/\bBack to Review\b(?! Sheet)/i, 'Back to Review Sheet', 'Back to Review'],
  [/\b(access|auth|authentication|service) (keys?|tokens?)\b|\bsession tokens?\b/i, 'session key', 'The access token'],
  [/\bAPI tokens?\b/i, 'API key', 'An API token for the model'],
  [/\bGit (API )?keys?\b/i, 'token', 'A Git key'],
  [/\b(history|agent) view\b/i, 'Conversations view', 'The history view'],
  [/(?<!\.)\bprompts?\b(?! files?\b)/i, 'message, prompt file', 'Your prompt is sent.'],
  [/\bsucce(eds?|eded|ssfully)\b/i, 'started', 'Successfully started.'],
  [/\bunset\b|\bnot configured\b/i, 'set, not set', 'The key is unset.'],
  [/\bforg[eo]t\w* (the |this |a )?(draft|message|conversation)/i, 'discard, remove', 'Forget this draft?'],
  [/\bdiscard\w* (the |this |a )?(service|answer|conversation|key)/i, 'forget, remove', 'Discard the key?'],
];

/** Terms that are called otherwise where they're seen, with the reason. */
// prettier-ignore
const exceptions: readonly (readonly [text: RegExp, why: string])[] = [
  [/(connection|refused)[^.]* refused|refused the connection/gi, 'connections and proxies that refuse are called that everywhere'],
  [/secret storage/gi, "VS Code's name"],
  [/\bHTTP server\b/g, 'what answers HTTP, whether or not it is a service'],
  [/^(1 server|\{0\} servers|(Configured|SSE|stdio|HTTP) servers)$/g, 'rows below "MCP servers" in the Settings view'],
  [/^(Requests can't contain servers of type "\{0\}"|\s*Also Send Saved Servers)$/g, 'said of MCP servers, on their rows'],
  [/"provider" one of/g, "a tool's field"],
];

/** The text without link targets and names of icons, which aren't shown, and without code and paths. */
const spoken = (text: string) =>
  text
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/\$\([^)]*\)/g, '')
    .replace(/(`|\.github\/prompts)[^ `]*`?/g, '');

const withoutExceptions = (text: string) =>
  exceptions.reduce(
    (left, [exception]) => left.replace(exception, ''),
    namesServers.test(text) ? text.replace(/\bservers?\b/gi, '') : text,
  );

/** A text, or the heading above it, says whose servers it's about. */
const namesServers = /\b(MCP|OpenHands|[Aa]gent servers?)\b/;

/** Paragraphs and rows of README.md, without code, below their section's heading. */
const readmeTexts = () =>
  readText('README.md')
    .replace(/```[^]*?```/g, '')
    .replace(/`[^`]*`/g, '')
    .split(/^(?=## )/m)
    .flatMap((section) => {
      const [heading = ''] = section.split('\n', 1);
      return section.split(/\n(?=\n|[-|#]|\d\. )/).map((text) => `${heading}\n${text}`);
    });

/** Words drawn in the walkthrough's pictures. */
const pictureTexts = () =>
  readdirSync(path.join(PROJECT_ROOT, walkthrough))
    .filter((file) => file.endsWith('.svg'))
    .flatMap((file) =>
      [...readText(path.join(walkthrough, file)).matchAll(/>([^<>]*\p{L}[^<>]*)</gu)].map(([, text = '']) => text),
    );

const places: readonly (readonly [place: string, texts: () => readonly string[]])[] = [
  ['l10n/bundle.l10n.json', () => Object.values(wordsIn('l10n/bundle.l10n.json'))],
  ['package.nls.json', () => Object.values(wordsIn('package.nls.json'))],
  ['README.md', readmeTexts],
  ['the pictures of the walkthrough', pictureTexts],
];

describe('one term for one thing', () => {
  for (const [place, texts] of places)
    it(`holds in ${place}`, () => {
      const shown = texts().map((text) => withoutExceptions(spoken(text)));
      assert.ok(shown.length > 0, 'nothing was read');
      const found = shown.flatMap((text) =>
        rivals.flatMap(([rival, write]) => {
          const [word] = rival.exec(text) ?? [];
          return word === undefined ? [] : [`"${word}" (write: ${write}) in: ${text.trim()}`];
        }),
      );
      assert.deepEqual(found, []);
    });

  for (const [rival, write, found] of rivals)
    it(`would find "${found}", for which to write: ${write}`, () => assert.match(withoutExceptions(found), rival));

  it('has no exception that nothing needs', () => {
    const shown = places.flatMap(([, texts]) => texts()).map(spoken);
    const wrong = exceptions.filter(([exception]) => !shown.some((text) => text.search(exception) >= 0));
    assert.deepEqual(wrong, []);
  });
});
