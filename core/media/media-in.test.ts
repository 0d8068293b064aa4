import { expect, test } from 'vitest';
import { mediaIn } from './media-in.ts';

const [cover, picture, field, entry, linked, foreign, translated] = 'abcdef0'
  .split('')
  .map((digit) => digit.repeat(32));
const doc = (...content: object[]) => ({ type: 'doc' as const, content: content as never });

test('finds covers, pictures of texts, fields of every shape and links to files, in all languages', () => {
  const link = (href: string) => ({ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] });
  const content = {
    cover: { media: cover ?? '' },
    fields: { photo: field, gallery: [{ picture: entry, caption: 'x' }], note: `see ${'9'.repeat(32)}`, order: 3 },
    languages: {
      es: {
        body: doc(
          { type: 'bulletList', content: [{ type: 'image', attrs: { media: picture, alt: 'x' } }] },
          {
            type: 'paragraph',
            content: [link(`/media/${linked}/original`), link(`https://example.org/files/${foreign}/precios.pdf`)],
          },
          { type: 'paragraph', content: [link('/media/titles/es.jpg')] },
        ),
        fields: {},
      },
      en: {
        body: doc(),
        fields: { photo: translated ?? '', text: doc({ type: 'image', attrs: { media: picture } }) as never },
      },
    },
  };
  expect(mediaIn(content)).toEqual([cover, picture, field, entry, linked, foreign, translated].sort());
});
