import { describe, expect, test } from 'vitest';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { Forbidden } from '../access/forbidden.ts';
import { createUnitOfWork } from '../documents/unit-of-work.ts';
import { checkItems } from './check-items.ts';
import { findPartners } from './find-partners.ts';
import { standingOf } from './item-standing.ts';
import { publishItems } from './publish-items.ts';
import { createSettling } from './settle-items.ts';
import { undoTogether } from './undo-together.ts';

const editor = person('editor');
const both = ['es', 'en'];
const accepted = { acceptWarnings: true };

/** Items published with their ids as slugs, in both languages. */
async function start(...ids: string[]) {
  const site = createItemSite();
  for (const id of ids) {
    await site.putItem(id, 'not-found', { es: finishedLanguage(`${id}-es`), en: finishedLanguage(`${id}-en`) });
    await publishItems(site.dependencies, editor, [{ id, languages: both }], accepted);
  }
  const rename = (id: string, slugs: { [language: string]: string }) =>
    site.editItem(id, (item) => ({
      ...item,
      languages: Object.fromEntries(
        Object.entries(item.languages).map(([code, content]) => [
          code,
          { ...content, slug: slugs[code] ?? content.slug, state: 'changed' as const },
        ]),
      ),
    }));
  const partners = async (id: string, languages = both) =>
    (
      await findPartners({ unit: createUnitOfWork(site.store), settling: createSettling(site.drafts) }, [
        { id, languages },
      ])
    ).map((each) => [each.item.id, each.languages]);
  const at = async (language: string, slug: string) => {
    const found = await site.content.resolve(language, 'not-found', slug);
    return found.kind === 'item' ? found.publication.itemId : found.kind === 'moved' ? `moved to ${found.slug}` : '';
  };
  return { ...site, rename, partners, at };
}

describe('the partners of an item', () => {
  test('are those that stand where it is to stand and leave from there, in the languages in which they do', async () => {
    const site = await start('a', 'b');
    expect(await site.partners('a')).toEqual([]);
    await site.rename('a', { es: 'b-es', en: 'b-en' });
    expect(await site.partners('a'), 'the other stays').toEqual([]);
    await site.rename('b', { es: 'a-es' });
    expect(await site.partners('a'), 'the other stays in English').toEqual([]);
    expect(await site.partners('a', ['es'])).toEqual([['b', ['es']]]);
    await site.rename('b', { es: 'a-es', en: 'free' });
    expect(await site.partners('a')).toEqual([['b', ['es', 'en']]]);
    expect(await site.partners('b')).toEqual([['a', ['es']]]);
  });

  test('bring theirs with them, round to the first or on to an address that is free', async () => {
    const site = await start('a', 'b', 'c');
    await site.rename('a', { es: 'b-es' });
    await site.rename('b', { es: 'c-es' });
    await site.rename('c', { es: 'a-es' });
    expect(await site.partners('a')).toEqual([
      ['b', ['es']],
      ['c', ['es']],
    ]);
    await site.rename('c', { es: 'free' });
    expect(await site.partners('a')).toHaveLength(2);
    await site.rename('c', { es: 'c-es' });
    expect(await site.partners('a'), 'the last one stays').toEqual([]);
  });

  test('are taken with what was typed until now', async () => {
    const site = await start('a', 'b');
    await site.rename('a', { es: 'b-es' });
    await site.rename('b', { es: 'a-es' });
    site.drafts.calls.length = 0;
    await site.partners('a', ['es']);
    expect(site.drafts.calls).toEqual(['settle a', 'settle b']);
  });

  test('are nobody’s business who may not read drafts', async () => {
    const site = await start('a');
    const asked = [{ id: 'a', languages: both }];
    await expect(checkItems(site.dependencies, person('viewer'), asked)).rejects.toThrow(Forbidden);
    const withPartner = () => both;
    await expect(publishItems(site.dependencies, person('author'), asked, { withPartner })).rejects.toThrow(Forbidden);
  });

  test('published together, lead every former address on; undone together, all stand where they stood', async () => {
    const site = await start('a', 'b');
    await site.rename('a', { es: 'b-es', en: 'b-en' });
    await site.rename('b', { es: 'a-es', en: 'free' });
    const ids = ['a', 'b'];
    const standings = async () => Promise.all(ids.map(async (id) => standingOf((await site.getItem(id)).data)));
    const before = await standings();
    const targets = ids.map((id) => ({ id, languages: both }));
    expect(await publishItems(site.dependencies, editor, targets, accepted)).toMatchObject({ ok: true });
    expect(await site.at('es', 'b-es')).toBe('a');
    expect(await site.at('es', 'a-es')).toBe('b');
    expect(await site.at('en', 'a-en')).toBe('moved to b-en');
    expect(await site.at('en', 'b-en')).toBe('a');
    const after = await standings();
    const changes = ids.map((_, index) => ({
      before: before[index] ?? { id: '', languages: {} },
      after: after[index] ?? { id: '', languages: {} },
    }));
    await expect(undoTogether(site.dependencies, person('author'), changes)).rejects.toThrow(Forbidden);
    site.clock.time += 1_000;
    const twice = [...changes, ...changes.slice(0, 1)];
    expect(await undoTogether(site.dependencies, editor, twice)).toMatchObject({ ok: false, reason: 'conflict' });
    expect(await undoTogether(site.dependencies, editor, changes)).toEqual({ ok: true });
    for (const language of both) {
      for (const id of ids) expect(await site.at(language, `${id}-${language}`)).toBe(id);
      expect((await site.content.list(language, 'not-found', { page: 1, pageSize: 9 })).total).toBe(2);
    }
    expect(await site.at('en', 'free')).toBe('moved to b-en');
    const { es } = (await site.getItem('a')).data.languages;
    expect(es).toMatchObject({ slug: 'b-es', publishedSlug: 'a-es', state: 'changed' });
    expect(await undoTogether(site.dependencies, editor, changes)).toMatchObject({ ok: false, reason: 'conflict' });
  });
});
