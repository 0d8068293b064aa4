import { expect, test } from 'vitest';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { Forbidden } from '../access/policy.ts';
import type { Revision } from '../content/publication.ts';
import { publishItem } from '../publishing/publish-item.ts';
import { listPublishingActions, readPublishingAction } from './revisions.ts';

const eva = person('editor', 'eva');
const by = { id: 'eva', name: 'Eva' };
const languages = ['es', 'en'];

async function createSite() {
  const site = createItemSite();
  await site.putItem('a', 'notice', { en: finishedLanguage('one'), es: finishedLanguage('uno') });
  /** With a new title each time, so that the publication changes. */
  const publish = async (...codes: string[]) => {
    site.clock.time += 1;
    for (const code of codes) {
      await site.drafts.changeLanguage('a', code, { title: `${code} ${site.clock.time}` }, by);
    }
    const outcome = await publishItem(
      site.dependencies,
      eva,
      { id: 'a', languages: codes },
      {
        acceptWarnings: true,
      },
    );
    expect(outcome).toMatchObject({ ok: true });
  };
  const list = (limit: number, after?: string) =>
    listPublishingActions(site.store, eva, { itemId: 'a', languages, limit, ...(after && { after }) });
  const read = (...refs: [string, number][]) =>
    readPublishingAction(site.store, eva, {
      itemId: 'a',
      refs: refs.map(([language, revision]) => ({ language, revision })),
    });
  return { ...site, publish, list, read };
}

const told = ({ entries }: { entries: { revisions: Revision[] }[] }) =>
  entries.map(({ revisions }) => revisions.map(({ language, revision }) => `${language} ${revision}`).join(', '));

test('what became public together is one entry, in the order of the languages of the site', async () => {
  const site = await createSite();
  await site.publish('es', 'en');
  await site.publish('es');
  await site.publish('en', 'es');
  const actions = await site.list(9);
  expect(told(actions)).toEqual(['es 3, en 2', 'es 2', 'es 1, en 1']);
  expect(actions.entries[1]).toMatchObject({ at: site.clock.time - 1, revisions: [{ by: { id: 'eva' } }] });
  expect(actions.next).toBeUndefined();
  await expect(
    listPublishingActions(site.store, person('viewer'), { itemId: 'a', languages, limit: 9 }),
  ).rejects.toThrow(Forbidden);
});

test('no page divides an action', async () => {
  const site = await createSite();
  for (const codes of [['es', 'en'], ['es'], ['es', 'en'], ['en'], ['es', 'en']]) await site.publish(...codes);
  const all = told(await site.list(9));
  expect(all).toHaveLength(5);
  for (const limit of [1, 2, 3]) {
    const paged: string[] = [];
    let after: string | undefined;
    do {
      const page = await site.list(limit, after);
      expect(page.entries.length).toBeLessThanOrEqual(limit);
      paged.push(...told(page));
      after = page.next;
    } while (after !== undefined);
    expect(paged).toEqual(all);
  }
});

test('two actions at the same time are two entries', async () => {
  const site = await createSite();
  await site.publish('es');
  site.clock.time -= 1;
  await site.publish('en');
  expect(told(await site.list(9))).toEqual(['es 1', 'en 1']);
  expect(await site.read(['es', 1], ['en', 1])).toBeUndefined();
});

test('an action is read by its revisions, and not if one of them does not exist or belongs to another action', async () => {
  const site = await createSite();
  await site.publish('es', 'en');
  await site.publish('es');
  expect(await site.read(['es', 2])).toMatchObject([{ revision: 2 }]);
  expect(await site.read(['es', 2], ['en', 1])).toBeUndefined();
  expect(await site.read(['es', 1], ['es', 2])).toBeUndefined();
  expect(await site.read(['es', 1], ['en', 7])).toBeUndefined();
});
