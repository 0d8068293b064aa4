import { describe, expect, test } from 'vitest';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { publish } from '../../test/helpers/content/publish.ts';
import { createRandom } from '../../test/helpers/random.ts';
import { Forbidden } from '../access/policy.ts';
import { addresses } from '../content/collections.ts';
import { readTopics } from '../item-cards/read-topics.ts';
import { checkItem } from '../publishing/check-item.ts';
import { createItem } from './create-item.ts';
import { changeOrder } from './item-order.ts';
import { movePage } from './move-page.ts';
import { retireTopic } from './retire-topic.ts';
import { tagItem } from './tag-item.ts';
import { trashItem } from './trash-item.ts';

const eva = person('editor', 'eva');

/** Public topics with the given ids, in this order, in both languages. */
async function openTopics(...ids: string[]) {
  const site = createItemSite();
  for (const [index, id] of ids.entries()) {
    const languages = { es: finishedLanguage(`${id}-es`), en: finishedLanguage(`${id}-en`) };
    await site.putItem(id, 'topics', languages, { fields: { order: index + 1 } });
    await publish(site, id, ['es', 'en']);
  }
  const put = async (id: string, tags: string[], type = 'notice') => {
    await site.putItem(id, type, { es: finishedLanguage(id), en: finishedLanguage(`${id}-en`) }, { tags });
    await publish(site, id, ['es', 'en']);
  };
  const tagged = async (tag: string, locale = 'es') =>
    (await site.content.tagged(locale, tag, { page: 1, pageSize: 50 })).cards.map(({ itemId }) => itemId).sort();
  return { ...site, put, tagged };
}

describe('a topic that is merged with another one', () => {
  test('leaves pages that have it where they stand below others', async () => {
    const site = await openTopics('a', 'b');
    await site.put('above', [], 'pages');
    await site.put('page', ['a'], 'pages');
    await movePage(site.dependencies, eva, { id: 'page', parent: 'above' });
    const placed = async () => (await site.content.cards('es', ['page']))[0]?.above;
    const before = await placed();
    expect(before).toMatchObject([{ itemId: 'above' }]);
    await retireTopic(site.dependencies, eva, { topic: 'a', into: 'b' });
    expect((await site.content.cards('es', ['page']))[0]?.tags).toEqual(['b']);
    expect(await placed()).toEqual(before);
  });

  test('gives it its items, public ones at once, and its addresses lead there', async () => {
    const site = await openTopics('a', 'b');
    await site.put('one', ['x', 'a', 'y']);
    await site.put('both', ['b', 'a'], 'not-found');
    await site.putItem('draft', 'notice', { es: finishedLanguage('draft') }, { tags: ['a'] });
    await site.editItem('one', (item) => ({
      ...item,
      languages: { ...item.languages, es: { ...item.languages.es, title: 'Sin publicar', state: 'changed' } as never },
    }));
    const outcome = await retireTopic(site.dependencies, eva, { topic: 'a', into: 'b' });
    expect(outcome).toEqual({ ok: true, done: 3, left: 0, refused: 0, isRetired: true });
    expect((await site.getItem('one')).data.tags).toEqual(['x', 'b', 'y']);
    expect((await site.getItem('both')).data.tags).toEqual(['b']);
    expect((await site.getItem('draft')).data.tags).toEqual(['b']);
    expect(await site.tagged('b')).toEqual(['both', 'one']);
    expect(await site.tagged('a')).toEqual([]);
    expect((await site.getItem('one')).data.languages.es).toMatchObject({ title: 'Sin publicar', state: 'changed' });
    expect(await site.content.cards('es', ['one'])).toMatchObject([{ title: 'Título one', tags: ['x', 'b', 'y'] }]);
    expect(await site.content.tagCounts('en', 'notice')).toEqual({ x: 1, b: 1, y: 1 });
    expect(await site.content.resolve('es', 'topics', 'a-es')).toEqual({ kind: 'moved', slug: 'b-es' });
    expect(await site.content.resolve('en', 'topics', 'a-en')).toEqual({ kind: 'moved', slug: 'b-en' });
    expect((await site.getItem('a')).data.trashedAt).toBeDefined();
    expect((await site.audited()).find(({ action }) => action === 'topic.merged')).toMatchObject({
      action: 'topic.merged',
      details: { count: 3 },
      object: { id: 'a' },
    });
  });

  test('leads on from addresses that it had before, and through one that is merged in its turn', async () => {
    const site = await openTopics('a', 'b', 'c');
    await site.editItem('a', (item) => ({
      ...item,
      languages: { ...item.languages, es: { ...item.languages.es, slug: 'otro', state: 'changed' } as never },
    }));
    await publish(site, 'a', ['es']);
    await retireTopic(site.dependencies, eva, { topic: 'a', into: 'b' });
    await retireTopic(site.dependencies, eva, { topic: 'b', into: 'c' });
    for (const slug of ['a-es', 'otro', 'b-es']) {
      expect(await site.content.resolve('es', 'topics', slug)).toEqual({ kind: 'moved', slug: 'c-es' });
    }
  });

  test('loses nothing when it is stopped, and goes on from there', async () => {
    const site = await openTopics('a', 'b');
    const ids = Array.from({ length: 45 }, (_, index) => `n${index}`);
    for (const id of ids) await site.put(id, ['a']);
    let time = 0;
    const clock = () => (time += 400);
    const slices: number[] = [];
    for (let slice = 0; slice < 20; slice++) {
      const outcome = await retireTopic({ ...site.dependencies, clock }, eva, { topic: 'a', into: 'b' });
      if (!outcome.ok) throw new Error(outcome.reason);
      slices.push(outcome.done);
      const [ofA, ofB] = [await site.tagged('a'), await site.tagged('b')];
      expect([...ofA, ...ofB].sort()).toEqual([...ids].sort());
      expect(outcome.left).toBe(ofA.length);
      if (outcome.isRetired) break;
      expect((await site.getItem('a')).data.trashedAt).toBeUndefined();
    }
    expect(slices.length).toBeGreaterThan(3);
    expect(slices.reduce((sum, done) => sum + done)).toBe(45);
    expect((await site.getItem('a')).data.trashedAt).toBeDefined();
  });

  test('stays while an item has no room for the change, which is told', async () => {
    const site = await openTopics('a', 'b');
    for (const id of ['one', 'two']) await site.put(id, ['a']);
    const { changeShared } = site.drafts;
    const { InvalidWrite } = await import('../documents/errors.ts');
    site.drafts.changeShared = (id, ...rest) =>
      id === 'one' ? Promise.reject(new InvalidWrite('too long')) : changeShared(id, ...rest);
    const outcome = await retireTopic(site.dependencies, eva, { topic: 'a', into: 'b' });
    expect(outcome).toEqual({ ok: true, done: 1, left: 1, refused: 1, isRetired: false });
    expect(await site.tagged('a')).toEqual(['one']);
  });

  test('and the other way round at once, is never gone with its items', async () => {
    const site = await openTopics('a', 'b');
    const ids = ['four', 'one', 'three', 'two'];
    for (const [index, id] of ids.entries()) await site.put(id, [index % 2 ? 'a' : 'b']);
    const outcomes = await Promise.all([
      retireTopic(site.dependencies, eva, { topic: 'a', into: 'b' }),
      retireTopic(site.dependencies, person('owner', 'ana'), { topic: 'b', into: 'a' }),
    ]);
    expect(outcomes.filter(({ ok }) => !ok)).not.toEqual([]);
    const topics = await Promise.all(['a', 'b'].map(async (id) => (await site.getItem(id)).data));
    const left = topics.filter(({ trashedAt }) => trashedAt === undefined);
    const tagged = await Promise.all(left.map(({ id }) => site.tagged(id)));
    expect(tagged.flat().sort()).toEqual(ids);
  });

  test('has no item left that got it at the last moment, and stays if the other one goes then', async () => {
    const site = await openTopics('a', 'b', 'c', 'd');
    await site.put('one', ['a']);
    const { runQuery } = site.store;
    let last = () => site.put('late', ['a']);
    site.store.runQuery = async (query) => {
      const isLast = query.collection === addresses.name && query.where?.some(({ field }) => field === 'itemId');
      if (isLast) {
        const act = last;
        last = async () => {};
        await act();
      }
      return runQuery.call(site.store, query);
    };
    expect(await retireTopic(site.dependencies, eva, { topic: 'a', into: 'b' })).toMatchObject({ isRetired: true });
    expect(await site.tagged('b')).toEqual(['late', 'one']);
    last = async () => {
      expect(await trashItem(site.dependencies, eva, { id: 'd' })).toMatchObject({ ok: true });
    };
    expect(await retireTopic(site.dependencies, eva, { topic: 'c', into: 'd' })).toMatchObject({ ok: false });
    expect((await site.getItem('c')).data.trashedAt).toBeUndefined();
  });

  test.each([
    [{ topic: 'a', into: 'a' }, 'same'],
    [{ topic: 'a', into: 'nothing' }, 'unknown-topic'],
    [{ topic: 'one' }, 'not-found'],
    [{ topic: 'none' }, 'not-found'],
  ])('refuses %o', async (asked, reason) => {
    const site = await openTopics('a');
    await site.put('one', ['a']);
    expect(await retireTopic(site.dependencies, eva, asked)).toEqual({ ok: false, reason });
    expect(await site.tagged('a')).toEqual(['one']);
  });

  test('needs the right to', async () => {
    const site = await openTopics('a');
    await expect(retireTopic(site.dependencies, person('author'), { topic: 'a' })).rejects.toThrow(Forbidden);
  });
});

test('a topic that is removed leaves its items without it, and cannot just be thrown away while items have it', async () => {
  const site = await openTopics('a');
  await site.put('one', ['a', 'x']);
  expect(await trashItem(site.dependencies, eva, { id: 'a' })).toEqual({ ok: false, reason: 'topic-in-use' });
  expect(await retireTopic(site.dependencies, eva, { topic: 'a' })).toMatchObject({ done: 1, isRetired: true });
  expect((await site.getItem('one')).data).toMatchObject({ tags: ['x'], languages: { es: { state: 'published' } } });
  expect(await site.content.resolve('es', 'topics', 'a-es')).toEqual({ kind: 'missing' });
});

test('a tag that only a publication still has is found, too', async () => {
  const site = await openTopics('a', 'b');
  await site.put('one', ['a']);
  await site.editItem('one', (item) => ({ ...item, tags: [] }));
  await retireTopic(site.dependencies, eva, { topic: 'a', into: 'b' });
  expect(await site.tagged('b')).toEqual(['one']);
  expect((await site.getItem('one')).data.tags).toEqual([]);
});

test('the list of topics is in the order that the team gives it', async () => {
  const site = await openTopics('a', 'b', 'c');
  const listed = async () => {
    const { cards } = await site.content.list('es', 'topics', { page: 1, pageSize: 9 });
    return cards.map(({ itemId }) => itemId);
  };
  await changeOrder(site.dependencies, eva, { id: 'c', after: 'a' });
  expect(await listed()).toEqual(['a', 'c', 'b']);
  expect(Object.keys(await readTopics(site.store, site.config))).toEqual(['a', 'c', 'b']);
});

test('topics are offered by the name of their draft, then tags of the file without those in the trash', async () => {
  const site = await openTopics('a', 'gone');
  const config = {
    ...site.config,
    tags: { file: { es: 'Archivo', en: 'File' }, a: { es: 'Viejo', en: 'Old' }, gone: {} },
  };
  await trashItem(site.dependencies, eva, { id: 'gone' });
  await createItem(site.dependencies, eva, { id: 'new', type: 'topics', sourceLanguage: 'es' });
  await site.editItem('new', (item) => ({ ...item, languages: { es: finishedLanguage('nuevo') } }));
  expect(await readTopics(site.store, config)).toEqual({
    a: { es: 'Título a-es', en: 'Título a-en' },
    new: { es: 'Título nuevo', en: 'Título nuevo' },
    file: { es: 'Archivo', en: 'File' },
  });
});

test('the tag of a topic is short enough for items to have it', async () => {
  const site = await openTopics();
  const create = (id: string) => createItem(site.dependencies, eva, { id, type: 'topics', sourceLanguage: 'es' });
  expect(await create('x'.repeat(61))).toEqual({ ok: false, reason: 'invalid-id' });
  expect(await create('x'.repeat(60))).toMatchObject({ ok: true });
});

test('whatever is created, tagged, merged and removed, items have the topics of a model', async () => {
  const site = await openTopics('t0', 't1', 't2');
  const random = createRandom(20_261_130);
  const pick = <Of>(list: readonly Of[]) => list[random(list.length)];
  const topics = ['t0', 't1', 't2'];
  const model = new Map<string, Set<string>>();
  for (let index = 0; index < 6; index++) {
    await site.put(`i${index}`, []);
    model.set(`i${index}`, new Set());
  }
  /** The topic that the addresses of a merged one lead to. */
  const leads = new Map<string, string>();
  for (let step = 0; step < 120; step++) {
    const [id, topic, other] = [pick([...model.keys()]) ?? '', pick(topics), pick(topics)];
    const act = random(100);
    if (act < 60 && topic) {
      const isWanted = !model.get(id)?.has(topic);
      expect(await tagItem(site.dependencies, eva, { id, tag: topic, isWanted })).toMatchObject({ ok: true });
      model.get(id)?.[isWanted ? 'add' : 'delete'](topic);
      if (random(10) < 7) await publish(site, id, ['es', 'en']);
    } else if (act < 80) {
      const name = `t${step + 3}`;
      await site.putItem(name, 'topics', { es: finishedLanguage(`${name}-es`) }, { fields: { order: step + 3 } });
      await publish(site, name, ['es']);
      topics.push(name);
    } else if (topic && topics.length > 2) {
      const into = act < 94 && other !== topic ? other : undefined;
      expect(await retireTopic(site.dependencies, eva, { topic, into })).toMatchObject({ isRetired: true });
      topics.splice(topics.indexOf(topic), 1);
      leads.delete(topic);
      for (const [from, to] of leads) if (to === topic) into === undefined ? leads.delete(from) : leads.set(from, into);
      if (into !== undefined) leads.set(topic, into);
      for (const tags of model.values()) if (tags.delete(topic) && into !== undefined) tags.add(into);
    }
    for (const [itemId, tags] of model) expect(new Set((await site.getItem(itemId)).data.tags)).toEqual(tags);
  }
  for (const id of model.keys()) await publish(site, id, ['es', 'en']);
  for (const topic of topics) {
    const expected = [...model].filter(([, tags]) => tags.has(topic)).map(([id]) => id);
    expect(await site.tagged(topic)).toEqual(expected.sort());
  }
  for (const [from, to] of leads) {
    expect(await site.content.resolve('es', 'topics', `${from}-es`)).toEqual({ kind: 'moved', slug: `${to}-es` });
  }
  expect(leads.size).toBeGreaterThan(0);
});

test('who publishes an item whose topic is in the trash is told, and may go on', async () => {
  const site = await openTopics('a');
  await site.put('one', ['x']);
  await trashItem(site.dependencies, eva, { id: 'a' });
  await site.editItem('one', (item) => ({ ...item, tags: ['x', 'a'] }));
  const checks = await checkItem(site.dependencies, eva, { id: 'one', languages: ['es'] });
  expect(checks).toMatchObject([{ severity: 'warning', code: 'topic-gone', field: 'tags', target: 'a' }]);
});
