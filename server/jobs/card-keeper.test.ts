import { describe, expect, onTestFinished, test } from 'vitest';
import { itemCards } from '#core/content/collections.ts';
import type { DocumentStore, FeedBatch } from '#core/documents/document-store.ts';
import { trashItem } from '#core/items/trash-item.ts';
import { jobs } from '#core/jobs/jobs-collection.ts';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { publish, unpublish } from '../../test/helpers/content/publish.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { startCardKeeper } from './card-keeper.ts';

describe('the keeper of cards', () => {
  const linking = {
    body: {
      type: 'doc' as const,
      content: [
        {
          type: 'paragraph',
          content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'item:b' } }] }],
        },
      ],
    },
  };

  function startKeeper(site: ReturnType<typeof createItemSite>) {
    const keeper = startCardKeeper({ store: site.store, config: site.config, log: createFakeLog() });
    onTestFinished(() => keeper.stop());
    return keeper;
  }

  test('makes the cards of an older data folder', async () => {
    const site = createItemSite();
    await site.putItem('a', 'notice', { es: finishedLanguage('uno') });
    await site.store.commit([{ kind: 'delete', path: itemCards.at('a').path }]);
    await startKeeper(site).idle();
    expect(await site.card('a')).toMatchObject({ id: 'a', states: { es: 'draft', en: 'missing' } });
  });

  test('tells of links as the items that they lead to come and go', async () => {
    const site = createItemSite();
    await site.putItem('a', 'notice', { es: finishedLanguage('uno', linking) });
    const keeper = startKeeper(site);
    await keeper.idle();
    const links = async () => {
      const { brokenLinks, foreignLinks } = (await site.card('a'))?.health ?? {};
      return { brokenLinks, foreignLinks };
    };
    expect(await links()).toEqual({ brokenLinks: 1, foreignLinks: 0 });
    await site.putItem('b', 'notice', { es: finishedLanguage('dos'), en: finishedLanguage('two') });
    await publish(site, 'b', ['en']);
    await eventually(async () => expect(await links()).toEqual({ brokenLinks: 0, foreignLinks: 1 }));
    await publish(site, 'b', ['es']);
    await eventually(async () => expect(await links()).toEqual({ brokenLinks: 0, foreignLinks: 0 }));
    await unpublish(site, 'b', ['es']);
    await eventually(async () => expect(await links()).toEqual({ brokenLinks: 0, foreignLinks: 1 }));
    await trashItem(site.dependencies, person('editor', 'eva'), { id: 'b' });
    await eventually(async () => expect(await links()).toEqual({ brokenLinks: 1, foreignLinks: 0 }));
  });

  test('lets requests have their turn while it looks at all cards', async () => {
    const site = createItemSite();
    for (let number = 0; number < 120; number += 1) {
      await site.putItem(`item-${number}`, 'notice', { es: finishedLanguage(`uno-${number}`) });
    }
    const keeper = startKeeper(site);
    await keeper.idle();
    await keeper.stop();
    let turns = 0;
    const count = () => {
      turns += 1;
      handle = setImmediate(count);
    };
    let handle = setImmediate(count);
    await startKeeper(site).idle();
    clearImmediate(handle);
    expect(turns).toBeGreaterThanOrEqual(2);
  });

  test('starts over where changes may have been missed while it was at it', async () => {
    const site = createItemSite();
    await site.putItem('a', 'notice', { es: finishedLanguage('uno', linking) });
    const { promise: listening, resolve } = Promise.withResolvers<(batch: FeedBatch) => void>();
    let isRelinking = false;
    let isSkipped = false;
    const store: DocumentStore = {
      ...site.store,
      followChanges(_collections, onBatch) {
        resolve(onBatch);
        return () => {};
      },
      runQuery(query) {
        isRelinking ||= query.collection === 'item-cards';
        return site.store.runQuery(query);
      },
      async batchGet(paths) {
        const documents = await site.store.batchGet(paths);
        if (!isRelinking || isSkipped) return documents;
        isSkipped = true;
        await site.putItem('b', 'notice', { en: finishedLanguage('two') });
        await publish(site, 'b', ['en']);
        (await listening)({ kind: 'gap', changes: [], resumeToken: '' });
        return documents;
      },
    };
    const keeper = startCardKeeper({ store, config: site.config, log: createFakeLog() });
    onTestFinished(() => keeper.stop());
    await keeper.idle();
    expect(isSkipped).toBe(true);
    expect((await site.card('a'))?.health).toMatchObject({ brokenLinks: 0, foreignLinks: 1 });
  });

  describe('where reads are billed', () => {
    /** The site of a linked item, its place in the change feed, and what a keeper that resumes reads of cards. */
    async function stopped(place?: string) {
      const site = createItemSite();
      await site.putItem('a', 'notice', { es: finishedLanguage('uno', linking) });
      await startKeeper(site).stop();
      const here = new Promise<string>((resolve) => {
        site.store.followChanges(['items'], ({ resumeToken }) => resolve(resumeToken), { onError() {} });
      });
      const data = { after: place ?? (await here) };
      await site.store.commit([{ kind: 'set', path: jobs.at('card-links').path, data }]);
      let listings = 0;
      const store: DocumentStore = {
        ...site.store,
        runQuery(query) {
          if (query.collection === itemCards.name && !query.where?.length) listings += 1;
          return site.store.runQuery(query);
        },
      };
      const start = async () => {
        const keeper = startCardKeeper({ store, config: site.config, log: createFakeLog(), resumes: true });
        onTestFinished(() => keeper.stop());
        const broken = async () => (await site.card('a'))?.health.brokenLinks;
        await eventually(async () => expect(await broken()).toBe(0));
        await keeper.idle();
        return listings;
      };
      return { ...site, start };
    }

    test('goes on where the last process was, without reading all cards', async () => {
      const site = await stopped();
      await site.putItem('b', 'notice', { es: finishedLanguage('dos') });
      await publish(site, 'b', ['es']);
      expect(await site.start()).toBe(0);
    });

    test('reads all cards where the feed no longer has that place', async () => {
      const site = await stopped('forgotten');
      await site.putItem('b', 'notice', { es: finishedLanguage('dos') });
      await publish(site, 'b', ['es']);
      expect(await site.start()).toBe(1);
    });
  });
});
