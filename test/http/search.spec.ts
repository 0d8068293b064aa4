import { expect, test } from '../helpers/served-test.ts';

test('search pages are not for search engines, and each language finds its own', async ({ request, reader }) => {
  const find = async (path: string) => reader.read(await (await request.get(path)).text());
  const english = await find('/en/search?q=knee');
  expect(english).toMatchObject({ lang: 'en-US', robots: 'noindex', alternates: {} });
  expect(english.links).toContain('/en/studies/knee-mri');
  const item = (links: string[]) => links.filter((href) => /^(\/en)?\/(studies|estudios)\/./.test(href));
  expect(item((await find('/search?q=knee')).links)).toEqual([]);
  expect(item((await find('/en/search?q=rodilla')).links)).toEqual([]);
});
