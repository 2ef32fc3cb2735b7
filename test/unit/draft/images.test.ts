import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  addressRefusal,
  type AddressRefusal,
  freeName,
  hasEnding,
  imageEndings,
  imageFrom,
  imageName,
  imageReference,
  maxAllImagesBytes,
  maxImageBytes,
  recognizeImage,
  withImage,
  withImageAddress,
  withoutImage,
  withoutImageAddress,
  withoutImages,
} from '../../../src/draft/images';
import { imagesOf, type Draft, type DraftImage } from '../../../src/draft/draft';
import { requestOf } from '../../../src/draft/request';

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const pngHead = '\x89PNG\r\n\x1a\n';
const image = (name: string, extra: Partial<DraftImage> = {}): DraftImage => ({
  name,
  url: 'data:image/png;base64,',
  ...extra,
});
const anyLetter = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));

/** The images as `requestOf` sends them. */
const sent = (draft: Draft) => requestOf(draft, { target: undefined, instructions: '' }).image_urls;

function added(draft: Draft, one: DraftImage): Draft {
  const result = withImage(draft, one);
  assert.ok('draft' in result);
  return result.draft;
}

describe('recognizeImage', () => {
  const rows: readonly (readonly [string, string, string | undefined])[] = [
    ['a PNG', `${pngHead}\0\0\0\rIHDR`, 'image/png'],
    ['a JPEG with Exif', '\xff\xd8\xff\xe1', 'image/jpeg'],
    ['a GIF of 1987', 'GIF87a\x01', 'image/gif'],
    ['a GIF of 1989', 'GIF89a\x01', 'image/gif'],
    ['a WebP', 'RIFF\x24\0\0\0WEBPVP8 ', 'image/webp'],
    ['a sound', 'RIFF\x24\0\0\0WAVEfmt ', undefined],
    ['half a PNG signature', '\x89PNG', undefined],
    ['a PNG after a byte', `\n${pngHead}`, undefined],
  ];
  for (const [title, bytes, expected] of rows)
    it(`recognizes ${title}`, () => assert.equal(recognizeImage(latin(bytes)), expected));
});

describe('image extensions', () => {
  it('are those that can be sent', () => assert.deepEqual(imageEndings, ['png', 'jpg', 'jpeg', 'gif', 'webp']));

  const rows: readonly (readonly [string, boolean])[] = [
    ['/home/me/shot.png', true],
    ['Shot.JPEG', true],
    ['shot.png.txt', false],
    ['shotpng', false],
  ];
  for (const [name, expected] of rows)
    it(`${expected ? 'are found' : "aren't found"} in ${name}`, () =>
      assert.equal(hasEnding(name, imageEndings), expected));
});

describe('imageName', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['Screenshot 2026-11-21 at 10.00.00.png', 'Screenshot-2026-11-21-at-10-00-00.png'],
    ['Größe (1).PNG', 'Gro-e-1.png'],
    ['../../etc/passwd', 'passwd.png'],
    ['C:\\pictures\\cat.png', 'cat.png'],
    ['.png', 'image.png'],
    ['con.png', 'image-con.png'],
    [`${'x'.repeat(300)}.png`, `${'x'.repeat(60)}.png`],
  ];
  for (const [wish, name] of rows) it(`"${wish.slice(0, 40)}"`, () => assert.equal(imageName(wish, 'image/png'), name));

  it('is safe as a file name and in a link, whatever was requested', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: anyLetter }), fc.string()), (wish) => {
        const name = imageName(wish, 'image/gif');
        assert.match(name, /^[A-Za-z0-9][A-Za-z0-9-]*\.gif$/);
        assert.ok(name.length <= 70);
        assert.equal(encodeURI(name), name);
      }),
    );
  });

  it('is made unique with a number', () => {
    assert.equal(freeName('image.png', []), 'image.png');
    assert.equal(freeName('image.png', ['image.png']), 'image-2.png');
    assert.equal(freeName('image.png', ['IMAGE.PNG', 'image-2.png']), 'image-3.png');
    assert.equal(freeName('image.png', ['image.jpg']), 'image.png');
  });
});

describe('imageFrom', () => {
  /** A PNG with this many bytes as base64, or a few less. */
  const png = (length: number) => {
    const bytes = new Uint8Array(Math.floor(length / 4) * 3);
    bytes.set(latin(pngHead));
    return bytes;
  };

  it('accepts the largest image that models accept, and none larger', () => {
    assert.ok('url' in imageFrom('a.png', png(maxImageBytes)));
    const larger = imageFrom('a.png', png(maxImageBytes + 8));
    assert.ok('kind' in larger && larger.kind === 'tooLarge' && larger.bytes > maxImageBytes);
  });

  it('reports the file type before the size', () => {
    const result = imageFrom('movie.png', new Uint8Array(maxImageBytes));
    assert.deepEqual(result, { kind: 'notAnImage', name: 'movie.png' });
  });
});

describe('the images of a draft', () => {
  const large = (name: string, bytes: number) => image(name, { url: 'data:'.padEnd(bytes, 'A') });

  it('are sent, each with a name of its own', () => {
    const first = added({ fields: {} }, image('image.png', { url: 'data:1' }));
    const draft = added(first, image('image.png', { url: 'data:2' }));
    assert.deepEqual(draft.images, [image('image.png', { url: 'data:1' }), image('image-2.png', { url: 'data:2' })]);
    assert.deepEqual(sent(draft), ['data:1', 'data:2']);
  });

  it('reserve names that are no longer referred to: undoing brings the reference back', () => {
    const draft = added({ fields: {} }, image('image.png', { inText: true }));
    assert.deepEqual(imagesOf(draft), []);
    assert.equal(added(draft, image('image.png')).images?.at(-1)?.name, 'image-2.png');
  });

  it('are rejected if they are too large together, including those given as data URIs', () => {
    const draft = added({ fields: { image_urls: [large('', 8_000_000).url] } }, large('a.png', 8_000_000));
    assert.ok('draft' in withImage(draft, large('b.png', maxAllImagesBytes - 16_000_000)));
    const refusal = { kind: 'allTooLarge', name: 'b.png', bytes: maxAllImagesBytes + 1 };
    assert.deepEqual(withImage(draft, large('b.png', 4_000_001)), refusal);
  });

  it("don't count toward the limit if not sent", () => {
    const draft = added({ fields: {} }, { ...large('a.png', maxAllImagesBytes), inText: true });
    assert.ok('draft' in withImage(draft, large('b.png', maxAllImagesBytes)));
  });

  it('are no longer sent after being removed', () => {
    const draft = added(added({ fields: {} }, image('a.png', { url: 'data:1' })), image('b.png', { url: 'data:2' }));
    assert.deepEqual(sent(withoutImage(draft, image('a.png'))), ['data:2']);
    assert.deepEqual(withoutImage(draft, image('a.png')).images, [image('b.png', { url: 'data:2' })]);
  });

  it('are all removed, and none of them comes back when another one is added', () => {
    const typed: Draft = { fields: { image_urls: ['https://a.example/i.png'] }, body: 'See ![b.png](b.png)' };
    const draft = added(
      added(typed, image('a.png', { url: 'data:1' })),
      image('b.png', { url: 'data:2', inText: true }),
    );
    assert.deepEqual(sent(draft)?.length, 3);
    const without = withoutImages(draft);
    assert.deepEqual([sent(without), without.body], [undefined, 'See ']);
    assert.deepEqual(sent(added(without, image('c.png', { url: 'data:3' }))), ['data:3']);
    assert.deepEqual(sent(withImageAddress(without, 'https://b.example/')), ['https://b.example/']);
    assert.deepEqual(sent({ ...without, body: 'See ![b.png](b.png)' }), ['data:2'], 'Undo in the editor');
  });

  it('are removed from the text with their references, and can come back with them', () => {
    const draft: Draft = {
      body: 'See ![image.png](image.png) and ![image-2.png](image-2.png), not ![image.png](image-png).',
      fields: { initial_user_msg: 'Or [this](image.png)?' },
      images: [
        image('image.png', { url: 'data:1', inText: true }),
        image('image-2.png', { url: 'data:2', inText: true }),
      ],
    };
    assert.deepEqual(sent(draft), ['data:1', 'data:2']);
    const without = withoutImage(draft, draft.images![0]!);
    assert.equal(without.body, 'See  and ![image-2.png](image-2.png), not ![image.png](image-png).');
    assert.equal(without.fields.initial_user_msg, 'Or ?');
    assert.deepEqual(sent(without), ['data:2']);
    assert.deepEqual(sent({ ...without, body: draft.body! }), ['data:1', 'data:2']);
  });

  it('are referred to in a form that counts as a reference', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.string(),
        fc.constantFrom('', ' "A"', "  'A'"),
        (wish, before, after, title) => {
          const name = imageName(wish, 'image/png');
          const body = `${before}\n${imageReference(name).replace(/\)$/, () => `${title})`)}${after}`;
          assert.equal(imagesOf({ body, fields: {}, images: [image(name, { inText: true })] }).length, 1);
          const without = withoutImage({ body, fields: {} }, image(name, { inText: true }));
          assert.equal(without.body, `${before}\n${after}`);
        },
      ),
    );
  });
});

describe('the URL of an image', () => {
  const texts: Readonly<Record<AddressRefusal | 'accepted', readonly string[]>> = {
    // prettier-ignore
    accepted: [
      'https://a.example/i.png', 'http://a.example', 'HTTPS://A.Example:8443/%7Ei.png?sig=a%2Fb&x=%20#top',
      'https://bücher.example/ü.png',
    ],
    // prettier-ignore
    notAnAddress: [
      '', '  ', 'a.example/i.png', '/home/me/i.png', 'https://', 'https:///i.png', 'https:a.example',
      'https://a.example/my image.png', ' https://a.example/i.png', 'https://a.example\\i.png',
      'https://a.example:99999/',
    ],
    scheme: ['file:///home/me/i.png', 'ftp://a.example/i.png', 'data:image/png;base64,Zg==', 'javascript:alert(1)'],
    // prettier-ignore
    credentials: [
      'https://me:secret@a.example/i.png', 'https://me@a.example/i.png', 'https://:secret@a.example/i.png',
    ],
  };
  for (const [outcome, all] of Object.entries(texts))
    for (const text of all)
      it(`"${text}": ${outcome}`, () => assert.equal(addressRefusal(text) ?? 'accepted', outcome));

  it('can be checked for any text; what passes is sent letter by letter', () => {
    const addresses = fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true, withFragments: true }));
    fc.assert(
      fc.property(addresses, (text) => {
        if (addressRefusal(text) === undefined) assert.deepEqual(sent(withImageAddress({ fields: {} }, text)), [text]);
      }),
    );
  });

  it('goes before the files, and is removed again without a trace', () => {
    const files = added({ fields: { repository: 'a/b', image_urls: null } }, image('a.png', { url: 'data:1' }));
    const draft = withImageAddress(files, 'https://a.example/');
    assert.deepEqual(sent(draft), ['https://a.example/', 'data:1']);
    assert.deepEqual(withoutImageAddress(draft, 'https://a.example/').fields, { repository: 'a/b' });
    const several = ['https://b.example/', 'https://a.example/'].reduce(withImageAddress, draft);
    assert.deepEqual(withoutImageAddress(several, 'https://a.example/').fields, {
      repository: 'a/b',
      image_urls: ['https://b.example/', 'https://a.example/'],
    });
  });
});
