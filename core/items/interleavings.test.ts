import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createMemoryDocumentStore } from '../../adapters/memory/document-store.ts';
import { testCollections, testConfig } from '../../test/helpers/content/create-content-site.ts';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { publications } from '../content/collections.ts';
import { addressProblems, listingProblems, publicationProblems } from '../doctor/check-content.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { PreconditionFailed } from '../documents/errors.ts';
import { queryDocuments } from '../documents/typed-documents.ts';
import { mendItemCard, relinkAllCards } from '../item-cards/fill-item-cards.ts';
import { publishItem, unpublishItem } from '../publishing/publish-item.ts';
import { archiveItem } from './archive-item.ts';
import { createItem } from './create-item.ts';
import { purgeItem, trashItem, untrashItem } from './trash-item.ts';

const eva = person('editor', 'eva');
const IDS = ['a', 'b', 'c'];
const SLUGS = ['uno', 'dos', 'tres'];
const LOCALES = ['es', 'en'];

type Action =
  | { kind: 'rename'; id: string; language: string; slug: string }
  | { kind: 'publish' | 'unpublish'; id: string; languages: string[] }
  | { kind: 'archive' | 'trash' | 'untrash' | 'purge' | 'create'; id: string };

const id = fc.constantFrom(...IDS);
const language = fc.constantFrom(...LOCALES);
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('rename' as const), id, language, slug: fc.constantFrom(...SLUGS) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('publish' as const, 'publish' as const, 'unpublish' as const),
      id,
      languages: fc.subarray(LOCALES, { minLength: 1 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'archive' as const,
        'trash' as const,
        'untrash' as const,
        'purge' as const,
        'create' as const,
      ),
      id,
    }),
  },
);

/** Concurrent actions, in several rounds. */
const rounds = fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });

/** The text of an item in a language, with links to the other items. */
function linkingLanguage(own: string, slug: string) {
  const content = IDS.filter((other) => other !== own).map((other) => ({
    type: 'text',
    text: other,
    marks: [{ type: 'link', attrs: { href: `item:${other}` } }],
  }));
  return finishedLanguage(slug, {
    body: { type: 'doc', content: [{ type: 'paragraph', attrs: { id: 'p' }, content }] },
  });
}

type Site = ReturnType<typeof createItemSite>;

async function perform(site: Site, step: Action): Promise<void> {
  const { dependencies } = site;
  const accept = { acceptWarnings: true };
  switch (step.kind) {
    case 'rename':
      return site
        .editItem(step.id, (item) => {
          const content = item.languages[step.language];
          const languages = { ...item.languages, ...(content && { [step.language]: { ...content, slug: step.slug } }) };
          return { ...item, languages };
        })
        .catch(ignoreAborted);
    case 'publish':
      return void (await publishItem(dependencies, eva, step, accept));
    case 'unpublish':
      return void (await unpublishItem(dependencies, eva, step));
    case 'archive':
      return void (await archiveItem(dependencies, eva, step));
    case 'trash':
      return void (await trashItem(dependencies, eva, step));
    case 'untrash':
      return void (await untrashItem(dependencies, eva, step));
    case 'purge':
      return void (await purgeItem(dependencies, eva, step));
    case 'create':
      return void (await createItem(dependencies, eva, { id: step.id, type: 'notice', sourceLanguage: 'es' }));
  }
}

/** The editing helper does not retry, and the item may be deleted. */
function ignoreAborted(error: unknown): void {
  if (error instanceof PreconditionFailed || (error instanceof Error && error.message.startsWith('There is no item')))
    return;
  throw error;
}

async function expectSound(site: Site): Promise<void> {
  const lines: string[] = [];
  const checks = [
    addressProblems(site.store, testConfig),
    publicationProblems(site.store, testConfig),
    listingProblems(site.store),
  ];
  for (const check of checks) for await (const line of check) lines.push(line);
  expect(lines).toEqual([]);
  const published = await queryDocuments(site.store, publications, {});
  for (const { data } of published) {
    const found = await site.content.resolve(data.language, data.type, data.slug);
    expect(found).toMatchObject({ kind: 'item', publication: { itemId: data.itemId } });
  }
  // The server updates link states; afterwards every card must equal one derived from its item.
  await relinkAllCards(site.store, testConfig);
  const known = new Set([
    ...IDS,
    ...(await site.store.runQuery({ collection: 'item-cards' })).map(({ data }) => String(data.id)),
  ]);
  for (const one of known) expect(await mendItemCard(site.store, testConfig, one)).toBe(0);
  for (const purged of await site.store.runQuery({ collection: 'purged-items' })) {
    expect(await site.getItem(purged.path.slice('purged-items/'.length))).toBeUndefined();
  }
}

beforeEach(() => {
  // Minimal backoff between attempts.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

describe.each(['not-found', 'notice', 'listing'])('with the policy %s', (type) => {
  test('whatever people do at the same time, in whatever order it is read and committed, the site stays sound', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), rounds, async (scheduler, given) => {
        const inner = createMemoryDocumentStore({ collections: testCollections });
        const plain = createItemSite(inner);
        for (const [index, one] of IDS.entries()) {
          const slug = SLUGS[index] ?? '';
          await plain.putItem(one, type, { es: linkingLanguage(one, slug), en: linkingLanguage(one, slug) });
        }
        const store: DocumentStore = {
          ...inner,
          batchGet: scheduler.scheduleFunction(inner.batchGet),
          runQuery: scheduler.scheduleFunction(inner.runQuery),
          commit: scheduler.scheduleFunction(inner.commit),
        };
        const site = createItemSite(store);
        for (const actions of given) {
          await scheduler.waitFor(Promise.all(actions.map((step) => perform(site, step))));
          await expectSound(plain);
        }
      }),
      { numRuns: 25 },
    );
  });
});
