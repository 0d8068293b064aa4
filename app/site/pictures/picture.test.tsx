import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import type { Publication } from '#core/content/publication.ts';
import type { PictureFile } from '#core/media/media.ts';
import { FORMS_VERSION } from '#core/media/picture-variants.ts';
import type { PublishedContent, ShownMedia } from '#core/public-content/published-content.ts';
import { partial } from '../../../test/helpers/partial.ts';
import { sharedImage } from '../page-head/page-head.ts';
import { LeadPicture, Picture } from './picture.tsx';
import { type FilePicture, movingIn, readCover, readPictures } from './picture-data.ts';

const ID = 'a'.repeat(32);

const photo: PictureFile = {
  id: ID,
  name: 'a.jpg',
  contentType: 'image/jpeg',
  bytes: 14_000_000,
  width: 700,
  height: 500,
  color: '#0c3336',
  forms: FORMS_VERSION,
};

function services(...files: PictureFile[]) {
  const media: PublishedContent['media'] = async (ids) =>
    new Map(files.filter(({ id }) => [...ids].includes(id)).map((file) => [file.id, file]));
  return { content: { media } as PublishedContent };
}

async function render(file: PictureFile, priority?: 'high'): Promise<string> {
  const { picture } = (await readPictures(services(file), 'es', [ID])).get(ID) ?? {};
  if (!picture) throw new Error('There is no picture');
  return renderToStaticMarkup(<Picture picture={picture} alt="An ankle" sizes="20rem" priority={priority} />);
}

test('a photograph comes in the format and width that fit, with its size and colour', async () => {
  const html = await render(photo);
  const srcset = (format: string) => [320, 640].map((width) => `/media/${ID}/${width}.${format} ${width}w`).join();
  expect(html).toContain(
    `<source type="image/avif" srcSet="${srcset('avif')},/media/${ID}/960.avif 700w" sizes="20rem,`,
  );
  expect(html).toContain(
    `<source type="image/webp" srcSet="${srcset('webp')},/media/${ID}/960.webp 700w" sizes="20rem,`,
  );
  expect(html).toContain(
    `<img src="/media/${ID}/640.jpg" width="700" height="500" data-tint="l3 c1 h7" alt="An ankle"`,
  );
  expect(html).toContain('loading="lazy"');
  expect(html).not.toContain('rel="preload"');
  expect(await render(photo, 'high')).toMatch(/loading="eager" fetchPriority="high"/i);
});

test('the first picture of a page is preloaded in the first format alone, with the widths of its element', async () => {
  const html = await render(photo, 'high');
  const [, srcSet, sizes] = /<source type="image\/avif" srcSet="([^"]+)" sizes="([^"]+)"/.exec(html) ?? [];
  expect(html.match(/<link[^>]*>/g)).toEqual([
    `<link rel="preload" as="image" type="image/avif" fetchPriority="high" imageSrcSet="${srcSet}" imageSizes="${sizes}"/>`,
  ]);
});

test('a light drawing comes as it is, as wide as its place', async () => {
  const { color: _, ...drawing } = photo;
  const html = await render({ ...drawing, contentType: 'image/svg+xml', bytes: 9_000, width: 420.5, height: 280 });
  expect(html).not.toContain('<source');
  expect(html).toContain(`src="/media/${ID}/original" width="1280" height="852"`);
  expect(html).not.toContain('data-tint');
  const first = await render({ ...drawing, contentType: 'image/svg+xml', bytes: 9_000 }, 'high');
  expect(first).toContain(`<link rel="preload" href="/media/${ID}/original" as="image" fetchPriority="high"/>`);
});

test('a cover whose file is gone is not shown', async () => {
  expect(await readCover(services(), 'es', { media: ID, width: 1, height: 1, alt: '' })).toBeUndefined();
  expect(await readCover(services(photo), 'es', { media: ID, width: 1, height: 1, alt: 'x' })).toMatchObject({
    alt: 'x',
  });
});

test('a cover without an alternative text has that of its file', async () => {
  const services = (file: ShownMedia) => ({
    content: partial<PublishedContent>({ media: async () => new Map([[ID, file]]) }),
  });
  const cover = { media: ID, width: 1, height: 1, alt: '' };
  expect(await readCover(services({ ...photo, alt: 'A knee' }), 'en', cover)).toMatchObject({ alt: 'A knee' });
  expect(await readCover(services({ ...photo, alt: '' }), 'en', cover)).toMatchObject({ alt: '' });
});

test('a cover shows what its file says below it, and whose it is', async () => {
  const shown = { ...photo, caption: 'The new <room>', credit: 'Photo: Ana' };
  const content = partial<PublishedContent>({ media: async () => new Map([[ID, shown]]) });
  const cover = await readCover({ content }, 'en', { media: ID, width: 1, height: 1, alt: 'A room' });
  const html = cover && renderToStaticMarkup(<LeadPicture picture={cover} sizes="20rem" className="" />);
  expect(html).toMatch(/<figure>.*alt="A room".*<figcaption[^>]*>The new &lt;room&gt; <small[^>]*>Photo: Ana<\/small>/);
  expect(await render(photo)).not.toContain('figcaption');
});

test('a picture with a focal point keeps it in sight where it is cut, on pages and in social networks', async () => {
  const shown = { ...photo, focus: { x: 2, y: 9 } };
  const content = partial<PublishedContent>({ media: async () => new Map([[ID, shown]]) });
  const cover = await readCover({ content }, 'en', { media: ID, width: 1, height: 1, alt: 'A room' });
  const html = cover && renderToStaticMarkup(<LeadPicture picture={cover} sizes="20rem" className="" />);
  expect(html).toMatch(/<img[^>]* data-focus="x2 y9"/);
  const publication = { cover: { media: ID, width: 1, height: 1, alt: '' }, title: 'T' } as Publication;
  expect(sharedImage(publication, cover).url).toBe(`/media/${ID}/og-9.jpg`);
  expect(await render(photo)).not.toContain('data-focus');
});

test.each([
  [24, 24, 9_000, '24', '24'],
  [100.4, 50, 9_000, '100', '50'],
  [320, 0.2, 9_000, '320', '1'],
  [24, 24, 900_000, '24', '24'],
  [321, 321, 9_000, '1280', '1280'],
])('a drawing of %d by %d units and %d bytes is shown %s by %s pixels', async (width, height, bytes, ...shown) => {
  const html = await render({ ...photo, contentType: 'image/svg+xml', width, height, bytes });
  expect(html).toMatch(new RegExp(`<img [^>]*width="${shown[0]}" height="${shown[1]}"`));
  // Its forms are as wide as they say.
  if (bytes > 24_000) expect(html).toContain(`/media/${ID}/640.webp 640w`);
});

test('an animation is a still picture in cards, and moves in texts, where it can be stopped', async () => {
  const animation: PictureFile = { ...photo, contentType: 'image/gif', isAnimated: true };
  expect(await render(animation)).not.toContain('original');
  const { picture } = (await readPictures(services(animation), 'en', [ID])).get(ID) as FilePicture;
  const messages = { common: { picture: { pause: 'Pause', play: 'Play' } } } as never;
  const html = renderToStaticMarkup(
    <IntlProvider locale="en" timeZone="UTC" messages={messages}>
      <Picture picture={movingIn(picture)} alt="An ankle" sizes="20rem" />
    </IntlProvider>,
  );
  expect(html).toContain(`src="/media/${ID}/640.jpg" width="700"`);
  expect(html).toContain(`src="/media/${ID}/original" width="700" height="500"`);
  expect(html).toMatch(/<label[^>]*><input[^>]*type="checkbox"[^>]*\/?>Pause<\/label>/);
  expect(html).toContain('Play</a>');
  expect(html.match(/alt="An ankle"/g)).toHaveLength(2);
  const { picture: still } = (await readPictures(services(photo), 'en', [ID])).get(ID) as FilePicture;
  expect(movingIn(still)).toBe(still);
});
