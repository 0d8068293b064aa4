import { describe, expect, test } from 'vitest';
import { createContentSite, testActor, testLanguage } from '../../test/helpers/content/create-content-site.ts';
import { errorsOf, publish, unpublish } from '../../test/helpers/content/publish.ts';
import type { Item } from '../content/item.ts';

const withSlug =
  (language: string, slug: string) =>
  (item: Item): Item => {
    const content = item.languages[language];
    if (!content) throw new Error(language);
    return { ...item, languages: { ...item.languages, [language]: { ...content, slug } } };
  };

describe('publish', () => {
  test('makes several languages public in one commit, and tells the item how it stands', async () => {
    const site = createContentSite();
    await site.putItem('a', 'not-found', { es: testLanguage('uno'), en: testLanguage('one') }, { tags: ['x'] });
    const before = (await site.getItem('a')).version;
    const outcome = await publish(site, 'a', ['es', 'en']);
    expect(outcome).toMatchObject({ ok: true, changed: ['es', 'en'] });
    const { data, version } = await site.getItem('a');
    expect(version).toBe(before + 1);
    expect(data.languages.en).toMatchObject({
      state: 'published',
      publishedSlug: 'one',
      firstPublishedAt: site.clock.time,
      publishedAt: site.clock.time,
      revision: 1,
    });
    expect(await site.content.resolve('es', 'not-found', 'uno')).toMatchObject({
      kind: 'item',
      publication: { itemId: 'a', title: 'Título uno', revision: 1, tags: ['x'] },
      alternates: { es: 'uno', en: 'one' },
    });
    expect(await site.content.tagCounts('en', 'not-found')).toEqual({ x: 1 });
  });

  test('leaves a draft out of sight, and what is public as it is, until it is published', async () => {
    const site = createContentSite();
    await site.putItem('a', 'not-found', { es: testLanguage('uno') });
    expect(await site.content.resolve('es', 'not-found', 'uno')).toEqual({ kind: 'missing' });
    await publish(site, 'a', ['es']);
    await site.editItem('a', withSlug('es', 'dos'));
    expect(await site.content.resolve('es', 'not-found', 'dos')).toEqual({ kind: 'missing' });
    expect(await site.content.resolve('es', 'not-found', 'uno')).toMatchObject({ kind: 'item' });
  });

  test('changes nothing when one of the languages cannot be published', async () => {
    const site = createContentSite();
    await site.putItem('b', 'not-found', { en: testLanguage('one') });
    await publish(site, 'b', ['en']);
    await site.putItem('a', 'not-found', { es: testLanguage('uno'), en: testLanguage('one') });
    expect(await errorsOf(publish(site, 'a', ['es', 'en']))).toEqual([
      { severity: 'error', code: 'slug-taken', language: 'en', field: 'slug', target: 'b', targetTitle: 'Título one' },
    ]);
    expect(await site.content.resolve('es', 'not-found', 'uno')).toEqual({ kind: 'missing' });
    expect((await site.getItem('a')).data.languages.es?.state).toBe('draft');
  });

  test('keeps the first day of publication, and a revision of each', async () => {
    const site = createContentSite();
    await site.putItem('a', 'not-found', { es: testLanguage('uno') });
    await publish(site, 'a', ['es']);
    const first = site.clock.time;
    site.clock.time += 1000;
    await site.editItem('a', withSlug('es', 'dos'));
    await publish(site, 'a', ['es']);
    const { data } = await site.getItem('a');
    expect(data.languages.es).toMatchObject({ firstPublishedAt: first, publishedAt: first + 1000, revision: 2 });
    const revisions = await site.store.batchGet(['revisions/a:es:1', 'revisions/a:es:2', 'revisions/a:es:3']);
    expect(revisions.map((document) => document?.data.slug)).toEqual(['uno', 'dos', undefined]);
  });

  test('makes no revision of what is public as it stands', async () => {
    const site = createContentSite();
    await site.putItem('a', 'not-found', { es: testLanguage('uno') });
    await publish(site, 'a', ['es']);
    site.clock.time += 1000;
    expect(await publish(site, 'a', ['es'])).toMatchObject({ ok: true, changed: [] });
    expect((await site.getItem('a')).data.languages.es?.revision).toBe(1);
  });

  test('marks the other languages as changed when what they share was published in one', async () => {
    const site = createContentSite();
    await site.putItem('a', 'not-found', { es: testLanguage('uno'), en: testLanguage('one') });
    await publish(site, 'a', ['es', 'en']);
    await site.editItem('a', (item) => ({ ...item, tags: ['x'] }));
    await publish(site, 'a', ['es']);
    const { languages } = (await site.getItem('a')).data;
    expect([languages.es?.state, languages.en?.state]).toEqual(['published', 'changed']);
    expect(await site.content.tagCounts('en', 'not-found')).toEqual({});
  });

  test('leaves another language as it stands where only the form of its text is another one by now', async () => {
    const site = createContentSite();
    const marked = (...types: string[]) => ({
      type: 'doc' as const,
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: types.map((type) => ({ type })) }] }],
    });
    const es = testLanguage('uno', { body: marked('italic', 'bold') });
    await site.putItem('a', 'not-found', { es, en: testLanguage('one') });
    await publish(site, 'a', ['es', 'en']);
    await site.editItem('a', (item) => ({
      ...item,
      languages: { ...item.languages, es: { ...(item.languages.es ?? es), body: marked('bold', 'italic') } },
    }));
    await site.editItem('a', withSlug('en', 'other'));
    expect(await publish(site, 'a', ['en'])).toMatchObject({ ok: true, changed: ['en'] });
    expect((await site.getItem('a')).data.languages).toMatchObject({ es: { state: 'published', revision: 1 } });
  });

  test('refuses when somebody changed the item since it was read', async () => {
    const site = createContentSite();
    await site.putItem('a', 'not-found', { es: testLanguage('uno') });
    const { version } = await site.getItem('a');
    await site.editItem('a', withSlug('es', 'dos'));
    expect(await publish(site, 'a', ['es'], version)).toMatchObject({
      ok: false,
      item: { id: 'a' },
      reason: 'conflict',
    });
    expect(await publish(site, 'a', ['es'], version + 1)).toMatchObject({ ok: true });
  });

  test('says what is wrong with an item that may not be public', async () => {
    const site = createContentSite();
    await site.putItem(
      'a',
      'notice',
      { es: testLanguage('uno', { fields: { steps: [''] } }) },
      { fields: { minutes: 0 } },
    );
    expect(await errorsOf(publish(site, 'a', ['es']))).toMatchObject([
      { code: 'field-invalid', field: 'field:minutes' },
      { code: 'field-invalid', field: 'field:steps' },
    ]);
    expect(await publish(site, 'nobody', ['es'])).toEqual({ ok: false, reason: 'not-found' });
    await site.putItem('b', 'notice', { es: testLanguage('dos') });
    expect(await publish(site, 'b', ['en'])).toMatchObject({ ok: false, reason: 'language-missing' });
  });

  test('gives an address to one of two items that ask for it at the same moment', async () => {
    const site = createContentSite();
    for (const id of ['a', 'b', 'c']) await site.putItem(id, 'notice', { es: testLanguage('uno') });
    const errors = await Promise.all(['a', 'b', 'c'].map((id) => errorsOf(publish(site, id, ['es']))));
    expect(errors.map(([error]) => error?.code ?? 'none').sort()).toEqual(['none', 'slug-taken', 'slug-taken']);
  });

  test('never lets a notice and a publication have one address, whoever comes first', async () => {
    for (const order of [
      ['a', 'b'],
      ['b', 'a'],
    ]) {
      const site = createContentSite();
      await site.putItem('a', 'notice', { en: testLanguage('same') });
      await site.putItem('b', 'notice', { es: testLanguage('same') });
      const outcomes = await Promise.all(order.map((id) => publish(site, id, id === 'a' ? ['en'] : ['es'])));
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    }
  });

  test('counts exactly when many items are published and unpublished at once', async () => {
    const site = createContentSite();
    const ids = Array.from({ length: 30 }, (_, index) => `item-${index}`);
    for (const [index, id] of ids.entries()) {
      const tags = index % 2 ? ['odd', 'all'] : ['all'];
      await site.putItem(id, 'notice', { es: testLanguage(`slug-${index}`) }, { tags });
    }
    await Promise.all(ids.map((id) => publish(site, id, ['es'])));
    await Promise.all(ids.slice(0, 10).map((id) => unpublish(site, id, ['es'])));
    for (const locale of ['es', 'en']) {
      expect(await site.content.tagCounts(locale, 'notice')).toEqual({ all: 20, odd: 10 });
      expect((await site.content.list(locale, 'notice', { page: 1, pageSize: 5 })).total).toBe(20);
    }
  });
});

describe('unpublish', () => {
  test('takes languages off the site, and their addresses lead back to the item once it is public again', async () => {
    const site = createContentSite();
    await site.putItem('a', 'not-found', { es: testLanguage('uno'), en: testLanguage('one') });
    await publish(site, 'a', ['es', 'en']);
    expect(await unpublish(site, 'a', ['es'])).toMatchObject({ ok: true, changed: ['es'] });
    expect((await site.getItem('a')).data.languages.es).toMatchObject({ state: 'draft', revision: 1 });
    expect(await site.content.resolve('es', 'not-found', 'uno')).toEqual({ kind: 'missing' });
    expect(await site.content.alternates('a')).toEqual({ en: 'one' });
    await site.editItem('a', withSlug('es', 'dos'));
    await publish(site, 'a', ['es']);
    expect(await site.content.resolve('es', 'not-found', 'uno')).toEqual({ kind: 'moved', slug: 'dos' });
  });
});

describe('the audit log', () => {
  test('tells who made which languages public and took them off again, in the same commit', async () => {
    const site = createContentSite();
    await site.putItem('a', 'not-found', { es: testLanguage('uno'), en: testLanguage('one') });
    const commits: string[][] = [];
    const { commit } = site.store;
    site.store.commit = (writes) => {
      commits.push(writes.map(({ path }) => path.slice(0, path.indexOf('/'))));
      return commit(writes);
    };
    await publish(site, 'a', ['es', 'en']);
    site.clock.time += 1;
    await unpublish(site, 'a', ['en']);
    expect(commits).toHaveLength(2);
    for (const collections of commits) expect(collections.filter((name) => name === 'audit-log')).toHaveLength(1);
    const object = { kind: 'item', id: 'a', name: 'Título uno' };
    const at = site.clock.time;
    expect(await site.audited()).toEqual([
      { action: 'item.published', at: at - 1, actor: testActor, object, details: { languages: ['es', 'en'] } },
      { action: 'item.unpublished', at, actor: testActor, object, details: { languages: ['en'] } },
    ]);
  });

  test('says nothing where nothing became public', async () => {
    const site = createContentSite();
    await site.putItem('a', 'not-found', { es: testLanguage('uno') });
    await publish(site, 'a', ['en']);
    expect(await site.audited()).toEqual([]);
    await publish(site, 'a', ['es']);
    await publish(site, 'a', ['es']);
    expect(await site.audited()).toHaveLength(1);
  });
});

test('a language is published and taken off while another one, or what they share, is unfinished', async () => {
  const site = createContentSite();
  await site.putItem('a', 'notice', { es: testLanguage('uno'), en: testLanguage('', { title: '' }) });
  expect(await publish(site, 'a', ['es'])).toMatchObject({ ok: true, changed: ['es'] });
  expect(await errorsOf(publish(site, 'a', ['es', 'en']))).toMatchObject([
    { code: 'title-missing', language: 'en' },
    { code: 'slug-missing', language: 'en' },
  ]);
  await site.editItem('a', (item) => ({ ...item, fields: { minutes: 'not yet' } }));
  expect(await unpublish(site, 'a', ['es'])).toMatchObject({ ok: true, changed: ['es'] });
});
