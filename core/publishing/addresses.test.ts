import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createContentSite, testConfig, testLanguage } from '../../test/helpers/content/create-content-site.ts';
import { publish, unpublish } from '../../test/helpers/content/publish.ts';
import { listingProblems, publicationProblems } from '../doctor/check-content.ts';

const LOCALES = ['es', 'en'];
const IDS = ['a', 'b', 'c'];
const SLUGS = ['uno', 'dos', 'tres', 'cuatro'];

type Step =
  | { kind: 'rename'; id: string; language: string; slug: string }
  | { kind: 'publish' | 'unpublish'; id: string; languages: string[] };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('rename' as const),
    id: fc.constantFrom(...IDS),
    language: fc.constantFrom(...LOCALES),
    slug: fc.constantFrom(...SLUGS),
  }),
  fc.record({
    kind: fc.constantFrom('publish' as const, 'publish' as const, 'unpublish' as const),
    id: fc.constantFrom(...IDS),
    languages: fc.subarray(LOCALES, { minLength: 1 }),
  }),
);

async function run(site: ReturnType<typeof createContentSite>, action: Step) {
  if (action.kind !== 'rename') {
    const change = action.kind === 'publish' ? publish : unpublish;
    return change(site, action.id, action.languages);
  }
  const { id, language, slug } = action;
  return site.editItem(id, (item) => {
    const content = item.languages[language];
    return { ...item, languages: { ...item.languages, ...(content && { [language]: { ...content, slug } }) } };
  });
}

async function collect(problems: AsyncIterable<string>) {
  const lines: string[] = [];
  for await (const line of problems) lines.push(line);
  return lines;
}

describe.each(['not-found', 'notice', 'listing'])('with the policy %s', (type) => {
  test('every address that ever led to an item leads to where it is now in one step, or nowhere', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const site = createContentSite();
        for (const [index, id] of IDS.entries()) {
          const slug = SLUGS[index] ?? '';
          await site.putItem(id, type, { es: testLanguage(slug), en: testLanguage(slug) });
        }
        const lastAt = new Map<string, string>();
        for (const action of steps) {
          await run(site, action);
          for (const locale of LOCALES) {
            const cards = await site.content.cards(locale, IDS);
            for (const card of cards) lastAt.set(`${locale} ${card.slug}`, card.itemId);
            expect(new Set(cards.map(({ slug }) => slug)).size).toBe(cards.length);
          }
          for (const [address, id] of lastAt) {
            const [locale = '', slug = ''] = address.split(' ');
            const [card] = await site.content.cards(locale, [id]);
            const found = await site.content.resolve(locale, type, slug);
            if (!card) {
              const isElsewhere = Object.keys(await site.content.alternates(id)).length > 0;
              expect(found.kind).toBe(type === 'listing' && isElsewhere ? 'listing' : 'missing');
            } else if (card.slug !== slug) {
              expect(found).toEqual({ kind: 'moved', slug: card.slug });
            } else {
              const kind = card.contentLanguage === locale ? 'item' : 'notice';
              expect(found).toMatchObject({ kind, publication: { itemId: id, language: card.contentLanguage } });
            }
          }
        }
        expect(await collect(publicationProblems(site.store, testConfig))).toEqual([]);
        expect(await collect(listingProblems(site.store))).toEqual([]);
      }),
      { numRuns: 80 },
    );
  });
});
