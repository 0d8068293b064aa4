import { expect, test, vi } from 'vitest';
import type { AddressResolution, PublishedContent } from '#core/public-content/published-content.ts';
import { routeArgs } from '../../../test/helpers/app/route-args.ts';
import { testConfig } from '../../../test/helpers/content/create-content-site.ts';
import { partial } from '../../../test/helpers/partial.ts';
import { loader as listingLoader } from '../listing/route.tsx';
import { loader as itemLoader } from './route.tsx';

// The views import icons, which only the bundler knows; the loaders need none of them.
vi.mock('../listing/listing-view.tsx', () => ({ ListingView: undefined }));
vi.mock('../page/page-view.tsx', () => ({ PageView: undefined }));
vi.mock('./item-view.tsx', () => ({ ItemView: undefined }));

const resolutions: { [slug: string]: AddressResolution } = {
  here: { kind: 'item' } as AddressResolution,
  old: { kind: 'moved', slug: 'new' },
  lost: { kind: 'listing' },
};

const content = partial<PublishedContent>({
  formerType: async (_locale: string, segment: string) => (segment === 'former' ? 'notice' : undefined),
  followImported: async (pathname: string) =>
    pathname === '/en/nobody/imported' || pathname === '/en/imported' ? '/en/notice-en/here' : undefined,
  resolve: async (_locale: string, type: string, slug: string) =>
    (type === 'notice' && resolutions[slug]) || { kind: 'missing' },
});

/** The answer to an English address with the given parts after the language. */
async function answerTo(segment: string, slug?: string): Promise<(string | number | null)[]> {
  const path = slug === undefined ? `/en/${segment}` : `/en/${segment}/${slug}`;
  const page = { config: testConfig, content, origin: 'https://site.example' };
  const args = routeArgs(new Request(`https://site.example${path}`), { params: { segment, slug }, page });
  const load = slug === undefined ? listingLoader : itemLoader;
  const thrown = await load(args).catch((answer: unknown) => answer);
  if (thrown instanceof Response) return [thrown.status, thrown.headers.get('location')];
  return [(thrown as { init: { status: number } }).init.status, null];
}

test('the former addresses of a type lead to the present ones, in one step', async () => {
  expect(await answerTo('former')).toEqual([301, '/en/notice-en']);
  expect(await answerTo('former', 'here')).toEqual([301, '/en/notice-en/here']);
  expect(await answerTo('former', 'old')).toEqual([301, '/en/notice-en/new']);
  expect(await answerTo('former', 'lost')).toEqual([302, '/en/notice-en']);
});

test('an address of an imported site leads to its page', async () => {
  expect(await answerTo('nobody', 'imported')).toEqual([301, '/en/notice-en/here']);
  expect(await answerTo('imported')).toEqual([301, '/en/notice-en/here']);
});

test('what no type had is not found', async () => {
  expect(await answerTo('former', 'nothing')).toEqual([404, null]);
  expect(await answerTo('nobody', 'here')).toEqual([404, null]);
  expect(await answerTo('nobody')).toEqual([404, null]);
});
