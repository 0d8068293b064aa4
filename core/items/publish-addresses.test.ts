import { describe, expect, test } from 'vitest';
import { checksOf, checksOfEach } from '../../test/helpers/content/checks-of.ts';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { publishItems, unpublishItems } from './publish-items.ts';

const eva = person('editor', 'eva');
const both = { acceptWarnings: true };

describe('addresses', () => {
  const rename = (site: ReturnType<typeof createItemSite>, id: string, slugs: { [language: string]: string }) =>
    site.editItem(id, (item) => ({
      ...item,
      languages: Object.fromEntries(
        Object.entries(item.languages).map(([code, content]) => [
          code,
          { ...content, slug: slugs[code] ?? content.slug },
        ]),
      ),
    }));
  const target = (id: string) => ({ id, languages: ['es', 'en'] });

  async function createTwo() {
    const site = createItemSite();
    await site.putItem('a', 'not-found', { es: finishedLanguage('a-es'), en: finishedLanguage('a-en') });
    await site.putItem('b', 'not-found', { es: finishedLanguage('b-es'), en: finishedLanguage('b-en') });
    expect(await publishItems(site.dependencies, eva, [target('a'), target('b')], both)).toMatchObject({ ok: true });
    return site;
  }
  const find = (site: ReturnType<typeof createItemSite>, language: string, slug: string) =>
    site.content.resolve(language, 'not-found', slug);

  test('redirect in one step after a second change, in each language', async () => {
    const site = await createTwo();
    for (const slug of ['second', 'third']) {
      await rename(site, 'a', { es: `${slug}-es`, en: `${slug}-en` });
      await publishItems(site.dependencies, eva, [target('a')], both);
    }
    for (const language of ['es', 'en']) {
      for (const slug of ['a', 'second']) {
        expect(await find(site, language, `${slug}-${language}`)).toEqual({ kind: 'moved', slug: `third-${language}` });
      }
      expect(await find(site, language, `third-${language}`)).toMatchObject({ kind: 'item' });
    }
  });

  test('can be swapped between two items in one action, although neither item could take its new one alone', async () => {
    const site = await createTwo();
    await rename(site, 'a', { es: 'b-es', en: 'b-en' });
    await rename(site, 'b', { es: 'a-es', en: 'a-en' });
    for (const id of ['a', 'b']) {
      const alone = await publishItems(site.dependencies, eva, [target(id)], both);
      expect(alone).toMatchObject({
        reason: 'checks',
        checks: expect.arrayContaining([expect.objectContaining({ code: 'slug-taken' })]),
      });
    }
    expect(await publishItems(site.dependencies, eva, [target('a'), target('b')], both)).toMatchObject({ ok: true });
    for (const language of ['es', 'en']) {
      for (const [slug, itemId] of [
        ['b', 'a'],
        ['a', 'b'],
      ]) {
        expect(await find(site, language, `${slug}-${language}`)).toMatchObject({
          kind: 'item',
          publication: { itemId },
        });
      }
      expect((await site.content.list(language, 'not-found', { page: 1, pageSize: 9 })).total).toBe(2);
    }
    // From here on, every old address still redirects to the item that left it last.
    await rename(site, 'a', { es: 'c-es', en: 'c-en' });
    await publishItems(site.dependencies, eva, [target('a')], both);
    expect(await find(site, 'es', 'b-es')).toEqual({ kind: 'moved', slug: 'c-es' });
    expect(await find(site, 'es', 'a-es')).toMatchObject({ kind: 'item', publication: { itemId: 'b' } });
  });

  test('can be swapped one after the other through a third one', async () => {
    const site = await createTwo();
    for (const [id, slug] of [
      ['a', 'c'],
      ['b', 'a'],
      ['a', 'b'],
    ] as const) {
      await rename(site, id, { es: `${slug}-es`, en: `${slug}-en` });
      expect(await publishItems(site.dependencies, eva, [target(id)], both)).toMatchObject({ ok: true });
    }
    expect(await find(site, 'es', 'b-es')).toMatchObject({ kind: 'item', publication: { itemId: 'a' } });
    expect(await find(site, 'es', 'a-es')).toMatchObject({ kind: 'item', publication: { itemId: 'b' } });
    expect(await find(site, 'es', 'c-es')).toEqual({ kind: 'moved', slug: 'b-es' });
  });

  describe('that another item had', () => {
    const former = (site: ReturnType<typeof createItemSite>, id: string) =>
      checksOf(site.dependencies, eva, { id, languages: ['es'] });

    test('are taken over after a warning, and then lead to the new item', async () => {
      const site = await createTwo();
      await rename(site, 'a', { es: 'c-es' });
      await publishItems(site.dependencies, eva, [target('a')], both);
      await rename(site, 'b', { es: 'a-es' });
      const checks = [{ severity: 'warning', code: 'slug-former', language: 'es', field: 'slug', target: 'a' }];
      expect(await former(site, 'b')).toEqual(checks);
      const targets = [{ id: 'b', languages: ['es'] }];
      expect(await publishItems(site.dependencies, eva, targets)).toMatchObject({ reason: 'checks', checks });
      expect(await find(site, 'es', 'a-es')).toEqual({ kind: 'moved', slug: 'c-es' });
      expect(await publishItems(site.dependencies, eva, targets, both)).toMatchObject({ ok: true });
      expect(await find(site, 'es', 'a-es')).toMatchObject({ kind: 'item', publication: { itemId: 'b' } });
      expect(await former(site, 'b')).toEqual([]);
    });

    test('give a warning also if the other item is off the site, or is published elsewhere in the same action', async () => {
      const site = await createTwo();
      await unpublishItems(site.dependencies, eva, [target('a')]);
      await rename(site, 'b', { es: 'a-es' });
      expect(await former(site, 'b')).toMatchObject([{ code: 'slug-former', target: 'a' }]);
      await rename(site, 'a', { es: 'c-es' });
      const together = await checksOfEach(site.dependencies, eva, [target('a'), target('b')]);
      expect(together?.get('b')?.filter(({ language }) => language === 'es')).toMatchObject([
        { code: 'slug-former', target: 'a' },
      ]);
    });

    test('give no warning if an item takes back its own, or two items exchange theirs', async () => {
      const site = await createTwo();
      await rename(site, 'a', { es: 'c-es' });
      await publishItems(site.dependencies, eva, [target('a')], both);
      await rename(site, 'a', { es: 'a-es' });
      expect(await former(site, 'a')).toEqual([]);
      await rename(site, 'a', { es: 'b-es' });
      await rename(site, 'b', { es: 'c-es' });
      const exchange = await checksOfEach(site.dependencies, eva, [target('b'), target('a')]);
      const told = [...(exchange?.values() ?? [])].flat();
      expect(told.filter(({ code }) => code.startsWith('slug'))).toEqual([]);
    });

    test('give a warning if only a notice would be at the former address', async () => {
      const site = createItemSite();
      await site.putItem('a', 'notice', { es: finishedLanguage('a-es'), en: finishedLanguage('old') });
      await publishItems(site.dependencies, eva, [target('a')], both);
      await rename(site, 'a', { en: 'new' });
      await publishItems(site.dependencies, eva, [target('a')], both);
      await site.putItem('b', 'notice', { es: finishedLanguage('old'), en: finishedLanguage('b-en') });
      expect(await former(site, 'b')).toMatchObject([{ code: 'slug-former', language: 'es', target: 'a' }]);
      const whole = await checksOf(site.dependencies, eva, target('b'));
      expect(whole?.map(({ code }) => code)).not.toContain('slug-former');
    });
  });

  test('that two items claim in one action are given to neither', async () => {
    const site = await createTwo();
    await rename(site, 'a', { es: 'same' });
    await rename(site, 'b', { es: 'same' });
    const outcome = await publishItems(site.dependencies, eva, [target('a'), target('b')], both);
    expect(outcome).toMatchObject({
      ok: false,
      id: 'b',
      reason: 'checks',
      checks: expect.arrayContaining([expect.objectContaining({ code: 'slug-taken', target: 'a' })]),
    });
    expect(await find(site, 'es', 'same')).toEqual({ kind: 'missing' });
  });
});
