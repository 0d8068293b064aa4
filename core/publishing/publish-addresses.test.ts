import { describe, expect, test } from 'vitest';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { checkItem } from './check-item.ts';
import { publishItem, unpublishItem } from './publish-item.ts';

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
    for (const id of ['a', 'b']) {
      expect(await publishItem(site.dependencies, eva, target(id), both)).toMatchObject({ ok: true });
    }
    return site;
  }
  const find = (site: ReturnType<typeof createItemSite>, language: string, slug: string) =>
    site.content.resolve(language, 'not-found', slug);

  test('redirect in one step after a second change, in each language', async () => {
    const site = await createTwo();
    for (const slug of ['second', 'third']) {
      await rename(site, 'a', { es: `${slug}-es`, en: `${slug}-en` });
      await publishItem(site.dependencies, eva, target('a'), both);
    }
    for (const language of ['es', 'en']) {
      for (const slug of ['a', 'second']) {
        expect(await find(site, language, `${slug}-${language}`)).toEqual({ kind: 'moved', slug: `third-${language}` });
      }
      expect(await find(site, language, `third-${language}`)).toMatchObject({ kind: 'item' });
    }
  });

  test('that another public item has are refused with its name, also if its draft leaves them', async () => {
    const site = await createTwo();
    await rename(site, 'a', { es: 'b-es', en: 'b-en' });
    await rename(site, 'b', { es: 'a-es', en: 'a-en' });
    for (const [id, other] of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const) {
      const about = { severity: 'error', code: 'slug-taken', field: 'slug', target: other };
      const outcome = await publishItem(site.dependencies, eva, target(id), both);
      const checks = outcome.ok || outcome.reason !== 'checks' ? [] : outcome.checks;
      expect(checks.filter(({ severity }) => severity === 'error')).toEqual([
        { ...about, language: 'es', targetTitle: `Título ${other}-es` },
        { ...about, language: 'en', targetTitle: `Título ${other}-en` },
      ]);
    }
    expect(await find(site, 'es', 'b-es')).toMatchObject({ kind: 'item', publication: { itemId: 'b' } });
  });

  test('can be swapped one after the other through a third one', async () => {
    const site = await createTwo();
    for (const [id, slug] of [
      ['a', 'c'],
      ['b', 'a'],
      ['a', 'b'],
    ] as const) {
      await rename(site, id, { es: `${slug}-es`, en: `${slug}-en` });
      expect(await publishItem(site.dependencies, eva, target(id), both)).toMatchObject({ ok: true });
    }
    expect(await find(site, 'es', 'b-es')).toMatchObject({ kind: 'item', publication: { itemId: 'a' } });
    expect(await find(site, 'es', 'a-es')).toMatchObject({ kind: 'item', publication: { itemId: 'b' } });
    expect(await find(site, 'es', 'c-es')).toEqual({ kind: 'moved', slug: 'b-es' });
  });

  describe('that another item had', () => {
    const former = (site: ReturnType<typeof createItemSite>, id: string) =>
      checkItem(site.dependencies, eva, { id, languages: ['es'] });

    test('are taken over after a warning, and then lead to the new item', async () => {
      const site = await createTwo();
      await rename(site, 'a', { es: 'c-es' });
      await publishItem(site.dependencies, eva, target('a'), both);
      await rename(site, 'b', { es: 'a-es' });
      const checks = [{ severity: 'warning', code: 'slug-former', language: 'es', field: 'slug', target: 'a' }];
      expect(await former(site, 'b')).toEqual(checks);
      const bTarget = { id: 'b', languages: ['es'] };
      expect(await publishItem(site.dependencies, eva, bTarget)).toMatchObject({ reason: 'checks', checks });
      expect(await find(site, 'es', 'a-es')).toEqual({ kind: 'moved', slug: 'c-es' });
      expect(await publishItem(site.dependencies, eva, bTarget, both)).toMatchObject({ ok: true });
      expect(await find(site, 'es', 'a-es')).toMatchObject({ kind: 'item', publication: { itemId: 'b' } });
      expect(await former(site, 'b')).toEqual([]);
    });

    test('give a warning also if the other item is off the site', async () => {
      const site = await createTwo();
      await unpublishItem(site.dependencies, eva, target('a'));
      await rename(site, 'b', { es: 'a-es' });
      expect(await former(site, 'b')).toMatchObject([{ code: 'slug-former', target: 'a' }]);
    });

    test('give no warning if an item takes back its own', async () => {
      const site = await createTwo();
      await rename(site, 'a', { es: 'c-es' });
      await publishItem(site.dependencies, eva, target('a'), both);
      await rename(site, 'a', { es: 'a-es' });
      expect(await former(site, 'a')).toEqual([]);
    });

    test('give a warning if only a notice would be at the former address', async () => {
      const site = createItemSite();
      await site.putItem('a', 'notice', { es: finishedLanguage('a-es'), en: finishedLanguage('old') });
      await publishItem(site.dependencies, eva, target('a'), both);
      await rename(site, 'a', { en: 'new' });
      await publishItem(site.dependencies, eva, target('a'), both);
      await site.putItem('b', 'notice', { es: finishedLanguage('old'), en: finishedLanguage('b-en') });
      expect(await former(site, 'b')).toMatchObject([{ code: 'slug-former', language: 'es', target: 'a' }]);
      const whole = await checkItem(site.dependencies, eva, target('b'));
      expect(whole?.map(({ code }) => code)).not.toContain('slug-former');
    });
  });
});
