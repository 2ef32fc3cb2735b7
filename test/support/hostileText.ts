import fc from 'fast-check';
import { anyCharacter } from './anyCharacter';

/** Pieces that make markup, links, icons and worse, alone or put together, or that nobody sees. */
const pieces = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom(
    ...'[ ] ( ) ]( $( $ ` ** # ~~ < </ <!-- > &lt; \\ * _ | https:// http: // command: file:/// vscode:// x'.split(' '),
  ),
  fc.constantFrom(
    ...'<script> </script> <style> <title [x](command:y) $(bug) https://e.example www.e.example a@e.example'.split(' '),
  ),
  fc.constantFrom(
    '[x](https://evil.example "y")',
    '<a href="https://e.example">',
    '![x](https://e.example/y.png)',
    '<https://e.example>',
    '\n',
    '\n\n',
    '\r',
    '\0',
    '\x1b[31m',
    '\ud800',
    '\u0301'.repeat(4),
    'x'.repeat(290),
    'x'.repeat(400),
  ),
  fc.constantFrom('\u2028', '\u202e', '\u2066', '\u200b', '\ufeff', '\u00ad', '\u034f', '\u3164'),
);

/** A text in which a service or a person may hide all of that. */
export const hostileText = fc.array(pieces, { minLength: 1, maxLength: 30 }).map((parts) => parts.join(''));
