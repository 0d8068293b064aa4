import sharp from 'sharp';
import { canonicalPaths } from '../../helpers/data-folders/sample-site.ts';
import { expect, test } from '../../helpers/servers/served-test.ts';

/** The value of an attribute in the source of a tag. */
const attributeOf = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1];

/** What the document says the browser will need, in its order; of a picture, with what the browser chooses its form by. */
function preloadsOf(html: string): unknown[] {
  return [...html.matchAll(/<link rel="preload"[^>]*>/g)].map(([tag]) =>
    attributeOf(tag, 'as') === 'image'
      ? {
          as: 'image',
          priority: attributeOf(tag, 'fetchpriority'),
          address: attributeOf(tag, 'href'),
          type: attributeOf(tag, 'type'),
          forms: attributeOf(tag, 'imagesrcset'),
          sizes: attributeOf(tag, 'imagesizes'),
        }
      : { as: attributeOf(tag, 'as') },
  );
}

/** The preload of a picture: of its first format, or of its only file. */
function preloadOf(picture: string): unknown {
  const [source] = /<source[^>]*>/.exec(picture) ?? [];
  const [image = ''] = /<img[^>]*>/.exec(picture) ?? [];
  return {
    as: 'image',
    priority: 'high',
    address: source ? undefined : attributeOf(image, 'src'),
    type: source && attributeOf(source, 'type'),
    forms: source && attributeOf(source, 'srcset'),
    sizes: source && attributeOf(source, 'sizes'),
  };
}

const sourcesOf = (picture: string): string[] => picture.match(/<source[^>]*>/g) ?? [];

/** What is wrong with the source of a picture. */
function faultsOf(picture: string): string[] {
  const [image = ''] = /<img[^>]*>/.exec(picture) ?? [];
  const sources = sourcesOf(picture);
  const types = attributeOf(image, 'src')?.endsWith('/original') ? [] : ['image/avif', 'image/webp'];
  const faults: { [fault: string]: boolean } = {
    'has no size': ['width', 'height'].some((name) => !(Number(attributeOf(image, name)) > 0)),
    'lacks an attribute': ['alt', 'loading', 'data-tint'].some((name) => attributeOf(image, name) === undefined),
    'has a style of its own': picture.includes('style='),
    'has other formats': sources.map((source) => attributeOf(source, 'type')).join() !== types.join(),
    'does not say how wide it is': sources.some((source) => !attributeOf(source, 'sizes')?.includes('92vw')),
  };
  return Object.entries(faults).flatMap(([fault, isPresent]) => (isPresent ? [`${fault}: ${picture}`] : []));
}

test('every picture of every page has its size and the forms that fit, and one is loaded first', async ({
  request,
}) => {
  await expect.poll(async () => (await request.get('/about')).text(), { timeout: 60_000 }).toContain('image/avif');
  const forms = new Set<string>();
  for (const { path } of canonicalPaths()) {
    const html = await (await request.get(path)).text();
    const pictures = html.match(/<picture>.*?<\/picture>/gs) ?? [];
    expect(html.match(/<img/g)?.length ?? 0, `${path} has no other pictures`).toBe(pictures.length);
    const first = pictures.filter((picture) => /<img[^>]* fetchpriority="high"/i.test(picture));
    expect(first.length, path).toBeLessThanOrEqual(1);
    expect(preloadsOf(html), path).toEqual([...first.map(preloadOf), { as: 'font' }]);
    expect(pictures.flatMap(faultsOf), path).toEqual([]);
    for (const source of pictures.flatMap(sourcesOf)) {
      for (const form of attributeOf(source, 'srcset')?.split(',') ?? []) forms.add(form);
    }
  }
  expect(forms.size).toBeGreaterThan(0);
  for (const form of forms) {
    const [address = '', width = ''] = form.split(' ');
    const metadata = await sharp(await (await request.get(address)).body()).metadata();
    expect(`${metadata.width}w`, address).toBe(width);
  }
});

test('what a page ships is small, and drawings that stay as they are weigh less than a form', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const originals = [...html.matchAll(/src="(\/media\/[^"]+\/original)"/g)].map(([, address = '']) => address);
  expect(originals.length).toBeGreaterThan(0);
  for (const address of originals) expect((await (await request.get(address)).body()).length).toBeLessThan(24_000);
});
