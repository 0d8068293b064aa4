import { describe, expect, test } from 'vitest';
import { testConfig } from '../../test/helpers/content/create-content-site.ts';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { publish } from '../../test/helpers/content/publish.ts';
import { Forbidden } from '../access/policy.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { addLanguage, createItem, duplicateItem } from './create-item.ts';

const eva = person('editor', 'eva');
const ana = person('author', 'ana');

describe('creating', () => {
  test('begins a draft without text whose author is whoever created it', async () => {
    const site = createItemSite();
    const outcome = await createItem(site.dependencies, ana, { id: 'new', type: 'notice', sourceLanguage: 'en' });
    expect(outcome).toMatchObject({
      ok: true,
      item: {
        authorId: 'ana',
        createdAt: site.clock.time,
        editedBy: { id: 'ana', name: 'ANA' },
        languages: { en: { title: '', state: 'draft' } },
      },
    });
    expect((await site.card('new'))?.states).toEqual({ es: 'missing', en: 'draft' });
    expect(await site.audited()).toMatchObject([{ action: 'item.created', object: { id: 'new', name: '' } }]);
  });

  test('is refused for a taken or malformed id, an unknown type or language, and for who may not', async () => {
    const site = createItemSite();
    const create = async (rest: object) => {
      const given = { id: 'new', type: 'notice', sourceLanguage: 'es', ...rest };
      const outcome = await createItem(site.dependencies, ana, given);
      return outcome.ok ? 'ok' : outcome.reason;
    };
    expect(await create({ id: 'Not an id' })).toBe('invalid-id');
    expect(await create({ type: 'none' })).toBe('unknown-type');
    expect(await create({ sourceLanguage: 'fr' })).toBe('unknown-language');
    expect(await create({})).toBe('ok');
    expect(await create({})).toBe('taken');
    const given = { id: 'b', type: 'notice', sourceLanguage: 'es' };
    await expect(createItem(site.dependencies, person('translator'), given)).rejects.toThrow(Forbidden);
  });

  test('from another item leaves out the fields that are its own, so that the copy can be published', async () => {
    const site = createItemSite();
    const field = { kind: 'text', labels: { es: 'X', en: 'X' }, items: ['contact'] } as const;
    const fields = [
      { ...field, key: 'phone', localized: false },
      { ...field, key: 'hours', localized: true },
      { kind: 'text', labels: field.labels, key: 'kept', localized: true },
    ] as const;
    const contentTypes = testConfig.contentTypes.map((type) => (type.key === 'pages' ? { ...type, fields } : type));
    const dependencies = { ...site.dependencies, config: { ...testConfig, contentTypes } as SiteConfig };
    const es = finishedLanguage('contact', { fields: { hours: '9 a 5', kept: 'Sí' } });
    await site.putItem('contact', 'pages', { es }, { fields: { phone: '555' } });
    expect(await duplicateItem(dependencies, ana, { id: 'b', from: 'contact' })).toMatchObject({ ok: true });
    const { fields: shared, languages } = (await site.getItem('b')).data;
    expect([shared, languages.es?.fields]).toEqual([{}, { kept: 'Sí' }]);
  });

  test('from another item copies every language with what it remembers, and nothing of what is public', async () => {
    const site = createItemSite();
    const links = { title: { source: 'title', hash: 'h', text: 'Uno' } };
    await site.putItem(
      'a',
      'notice',
      { es: finishedLanguage('uno'), en: finishedLanguage('one', { links }) },
      { tags: ['x'] },
    );
    await publish(site, 'a', ['es']);
    const outcome = await duplicateItem(site.dependencies, ana, { id: 'b', from: 'a', titles: { es: 'Copia' } });
    expect(outcome).toMatchObject({
      ok: true,
      item: { authorId: 'ana', tags: ['x'], languages: { es: { title: 'Copia', slug: '' }, en: { links } } },
    });
    const es = (await site.getItem('b')).data.languages.es;
    expect(es).toMatchObject({ state: 'draft', revision: 0 });
    expect(es).not.toHaveProperty('publishedSlug');
    expect(await duplicateItem(site.dependencies, ana, { id: 'c', from: 'none' })).toMatchObject({
      reason: 'not-found',
    });
  });

  test('is not a copy where what was typed is more than an item may hold', async () => {
    const site = createItemSite();
    await site.putItem('a', 'notice', { es: finishedLanguage('uno') });
    site.drafts.tooLong.push('es');
    const outcome = await duplicateItem(site.dependencies, ana, { id: 'b', from: 'a' });
    expect([outcome, await site.card('b')]).toEqual([{ ok: false, reason: 'too-long' }, undefined]);
  });
});

test('a language is begun by whoever may edit it, once', async () => {
  const site = createItemSite();
  await site.putItem('a', 'notice', { es: finishedLanguage('uno') }, { authorId: 'ana' });
  const add = (actor: typeof eva, language: string) => addLanguage(site.dependencies, actor, { id: 'a', language });
  await expect(add(person('author', 'beto'), 'en')).rejects.toThrow(Forbidden);
  await expect(add(person('translator'), 'es')).rejects.toThrow(Forbidden);
  expect(await add(ana, 'fr')).toMatchObject({ reason: 'unknown-language' });
  const outcome = await add(person('translator'), 'en');
  expect(outcome).toMatchObject({ ok: true, item: { languages: { en: { title: '', state: 'draft', links: {} } } } });
  expect(await site.card('a')).toMatchObject({ states: { en: 'draft' }, health: { missing: 3, missingLanguages: 0 } });
  expect(await add(ana, 'en')).toMatchObject({ ok: true, version: outcome.ok && outcome.version });
});
