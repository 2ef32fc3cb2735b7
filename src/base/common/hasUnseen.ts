import { unseen } from './unseen';

/** What joins or parts letters, in the writings that have it; between other letters it could spell a text of its own. */
const joinsLetters =
  /(?<![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])/gu;

/** What makes one emoji of several, and a picture of a sign. */
const joinsEmoji = /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})/gu;
const showsAsEmoji = /(?<=[\p{Extended_Pictographic}\d#*])\ufe0f/gu;

/** Whether a text has what a reader cannot see and a model can read. Tabs, line breaks and what makes emoji are seen. */
export function hasInvisibleCharacters(text: string): boolean {
  const rest = [/[\t\n\r]/g, joinsLetters, joinsEmoji, showsAsEmoji].reduce(
    (left, seen) => left.replace(seen, ''),
    text,
  );
  return unseen.test(rest);
}
