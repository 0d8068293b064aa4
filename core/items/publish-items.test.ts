import { describe, expect, test } from 'vitest';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/create-item-site.ts';
import { Forbidden } from '../access/forbidden.ts';
import { ROLES } from '../accounts/user.ts';
import type { Check } from '../publishing/publish-checks.ts';
import { checkItems as checkMany, checkItem as checkOne } from './check-items.ts';
import { publishItems, unpublishItems } from './publish-items.ts';
import { schedulePublish } from './schedule-item.ts';
import { trashItem } from './trash-item.ts';

const checkItem = async (...args: Parameters<typeof checkOne>) => (await checkOne(...args))?.checks;

/** The checks by the id of their item. */
async function checkItems(...args: Parameters<typeof checkMany>) {
  const checked = await checkMany(...args);
  return checked && new Map(checked.map(({ item, checks }) => [item.id, checks]));
}

const eva = person('editor', 'eva');
const both = { acceptWarnings: true };

const linkingTo = (href: string) => ({
  body: {
    type: 'doc' as const,
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] }] },
    ],
  },
});
const linking = (id: string) => linkingTo(`item:${id}`);

describe('publishing', () => {
  test('makes languages public after the drafts were brought up to date, and puts it on record', async () => {
    const site = createItemSite();
    await site.putItem('a', 'notice', { es: finishedLanguage('uno'), en: finishedLanguage('one') });
    const outcome = await publishItems(site.dependencies, eva, [{ id: 'a', languages: ['es'] }]);
    expect(outcome).toMatchObject({ ok: true, published: [{ changed: ['es'], item: { id: 'a' } }] });
    const { version } = await site.getItem('a');
    expect(outcome.ok && outcome.published[0]?.version).toBe(version);
    expect(site.drafts.calls).toEqual(['settle a']);
    expect(await site.audited()).toMatchObject([
      { action: 'item.published', actor: { id: 'eva' }, object: { id: 'a' }, details: { languages: ['es'] } },
    ]);
    const again = await publishItems(site.dependencies, eva, [{ id: 'a', languages: ['es'] }]);
    expect(again).toMatchObject({ ok: true, published: [{ changed: [], version }] });
    expect(await site.audited()).toHaveLength(1);
  });

  test('takes a language that is named twice for one', async () => {
    const site = createItemSite();
    await site.putItem('a', 'notice', { es: { ...finishedLanguage('uno'), title: '' } });
    const target = { id: 'a', languages: ['es', 'es'] };
    const titles = (checks: Check[] = []) => checks.filter(({ code }) => code === 'title-missing');
    expect(titles(await checkItem(site.dependencies, eva, target))).toHaveLength(1);
    const refused = await publishItems(site.dependencies, eva, [target], both);
    expect(titles(!refused.ok && refused.reason === 'checks' ? refused.checks : [])).toHaveLength(1);
    await site.editItem('a', (item) => ({ ...item, languages: { es: finishedLanguage('uno') } }));
    await schedulePublish(site.dependencies, eva, { ...target, at: site.clock.time + 1 }, both);
    expect(await site.audited()).toMatchObject([{ action: 'item.scheduled', details: { languages: ['es'] } }]);
  });

  test('does not publish what is not what was written, where the item cannot hold that', async () => {
    const site = createItemSite();
    await site.putItem('a', 'notice', { es: finishedLanguage('uno') });
    site.drafts.settle = async () => ['es'];
    const target = { id: 'a', languages: ['es'] };
    const refusal = { reason: 'checks', checks: [{ severity: 'error', code: 'item-invalid', language: 'es' }] };
    expect(await publishItems(site.dependencies, eva, [target], both)).toMatchObject(refusal);
    const later = { ...target, at: site.clock.time + 1 };
    expect(await schedulePublish(site.dependencies, eva, later, both)).toMatchObject(refusal);
    expect(await checkItem(site.dependencies, eva, target)).toMatchObject(refusal.checks);
    expect((await site.getItem('a')).data.languages.es?.state).toBe('draft');
    expect(await publishItems(site.dependencies, eva, [{ ...target, id: 'b' }])).toMatchObject({ reason: 'not-found' });
  });

  test('publishes a language whatever the draft of another one holds, and none while what they share does not fit', async () => {
    const site = createItemSite();
    await site.putItem('a', 'notice', { es: finishedLanguage('uno'), en: finishedLanguage('one') });
    site.drafts.settle = async () => ['en'];
    expect(await publishItems(site.dependencies, eva, [{ id: 'a', languages: ['es', 'en'] }], both)).toMatchObject({
      reason: 'checks',
      checks: [{ code: 'item-invalid', language: 'en' }],
    });
    const checks = await checkItem(site.dependencies, eva, { id: 'a', languages: ['es', 'en'] });
    expect(checks?.filter(({ code }) => code === 'item-invalid').map(({ language }) => language)).toEqual(['en']);
    const target = { id: 'a', languages: ['es'] };
    expect(await publishItems(site.dependencies, eva, [target], both)).toMatchObject({ ok: true });
    const later = { ...target, at: site.clock.time + 1 };
    expect(await schedulePublish(site.dependencies, eva, later, both)).toMatchObject({ ok: true });
    site.drafts.settle = async () => ['shared'];
    expect(await publishItems(site.dependencies, eva, [target], both)).toMatchObject({ reason: 'checks' });
  });

  test('is for editors and owners', async () => {
    const site = createItemSite();
    await site.putItem('a', 'notice', { es: finishedLanguage('uno') }, { authorId: 'author' });
    for (const role of ROLES) {
      const action = publishItems(site.dependencies, person(role), [{ id: 'a', languages: ['es'] }]);
      if (role === 'editor' || role === 'owner') await expect(action).resolves.toMatchObject({ ok: true });
      else await expect(action).rejects.toThrow(Forbidden);
    }
  });

  test('stops at errors, asks about warnings, and says which', async () => {
    const site = createItemSite();
    await site.putItem('a', 'notice', { es: finishedLanguage('uno', { summary: '' }), en: finishedLanguage('', {}) });
    const publish = (languages: string[], options = {}) =>
      publishItems(site.dependencies, eva, [{ id: 'a', languages }], options);
    expect(await publish(['es'])).toMatchObject({ reason: 'checks', checks: [{ code: 'summary-missing' }] });
    expect(await publish(['es', 'en'], both)).toMatchObject({ reason: 'checks', id: 'a' });
    expect((await site.getItem('a')).data.languages.es?.state).toBe('draft');
    expect(await publish(['es'], both)).toMatchObject({ ok: true });
    const checks = await checkItem(site.dependencies, person('author'), { id: 'a', languages: ['en'] });
    expect(checks?.[0]).toMatchObject({ severity: 'error', code: 'slug-missing', language: 'en' });
    await expect(checkItem(site.dependencies, person('viewer'), { id: 'a', languages: [] })).rejects.toThrow(Forbidden);
  });

  test('is refused for what is not there, lies in the trash, lacks the language or was changed', async () => {
    const site = createItemSite();
    await site.putItem('a', 'notice', { es: finishedLanguage('uno') });
    await site.putItem('b', 'notice', { es: finishedLanguage('dos') }, { trashedAt: 1 });
    const reason = async (target: { id: string; languages: string[]; expectedVersion?: number }) => {
      const outcome = await publishItems(site.dependencies, eva, [target]);
      return outcome.ok ? 'ok' : outcome.reason;
    };
    const { version } = await site.getItem('a');
    expect(await reason({ id: 'none', languages: ['es'] })).toBe('not-found');
    expect(await reason({ id: 'b', languages: ['es'] })).toBe('in-trash');
    expect(await reason({ id: 'a', languages: ['en'] })).toBe('language-missing');
    expect(await reason({ id: 'a', languages: [] })).toBe('language-missing');
    expect(await reason({ id: 'a', languages: ['es'], expectedVersion: version - 1 })).toBe('conflict');
    expect(await reason({ id: 'a', languages: ['es'], expectedVersion: version })).toBe('ok');
  });

  test('lets one of two people win who publish what they saw, and tells the other', async () => {
    const site = createItemSite();
    await site.putItem('a', 'notice', { es: finishedLanguage('uno') });
    const { version: expectedVersion } = await site.getItem('a');
    const target = { id: 'a', languages: ['es'], expectedVersion };
    const outcomes = await Promise.all([1, 2, 3].map(() => publishItems(site.dependencies, eva, [target])));
    expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.reason)).sort()).toEqual([
      'conflict',
      'conflict',
      'ok',
    ]);
  });

  test('takes links between items that become public together for good ones', async () => {
    const site = createItemSite();
    await site.putItem('a', 'notice', { es: finishedLanguage('uno', linking('b')) });
    await site.putItem('b', 'notice', { es: finishedLanguage('dos', linking('a')) });
    const one = await publishItems(site.dependencies, eva, [{ id: 'a', languages: ['es'] }]);
    expect(one).toMatchObject({ ok: false, checks: [{ severity: 'warning', code: 'link-unpublished', target: 'b' }] });
    const targets = ['a', 'b'].map((id) => ({ id, languages: ['es'] }));
    expect(await publishItems(site.dependencies, eva, targets)).toMatchObject({ ok: true });
    expect((await site.card('b'))?.health).toMatchObject({ brokenLinks: 0, foreignLinks: 0 });
  });

  test('tells a link to what is not public from one to what is public in another language, and from a dead one', async () => {
    const site = createItemSite();
    const target = (id: string, ...languages: string[]) => ({ id, languages });
    await site.putItem('a', 'notice', { es: finishedLanguage('uno', linking('b')) });
    await site.putItem('b', 'notice', { es: finishedLanguage('dos'), en: finishedLanguage('two') });
    const said = async () => (await checkItem(site.dependencies, eva, target('a', 'es')))?.map(({ code }) => code);
    expect(await said()).toEqual(['link-unpublished']);
    const together = await checkItems(site.dependencies, eva, [target('a', 'es'), target('b', 'en')]);
    expect(together?.get('a')).toMatchObject([{ code: 'link-other-language' }]);
    await publishItems(site.dependencies, eva, [target('b', 'en')], both);
    expect(await said()).toEqual(['link-other-language']);
    await publishItems(site.dependencies, eva, [target('b', 'es')], both);
    expect(await said()).toEqual([]);
    await unpublishItems(site.dependencies, eva, [target('b', 'es', 'en')]);
    expect(await said()).toEqual(['link-unpublished']);
    await trashItem(site.dependencies, eva, { id: 'b' });
    expect(await said()).toEqual(['link-broken']);
    expect(await publishItems(site.dependencies, eva, [target('a', 'es')], both)).toMatchObject({ reason: 'checks' });
  });
});

test('a link to a path of the site is good where something stands, stood, or comes to stand by the same action', async () => {
  const site = createItemSite();
  await site.putItem('b', 'not-found', { es: finishedLanguage('b-antes') });
  await publishItems(site.dependencies, eva, [{ id: 'b', languages: ['es'] }]);
  await site.editItem('b', (item) => ({ ...item, languages: { es: finishedLanguage('b') } }));
  await publishItems(site.dependencies, eva, [{ id: 'b', languages: ['es'] }]);
  await site.putItem('c', 'not-found', { es: finishedLanguage('c') });
  const size = { bytes: 1, width: 1, height: 1 };
  const picture = { id: 'a'.repeat(32), name: 'x.png', contentType: 'image/png', ...size };
  await site.store.commit([{ kind: 'set', path: `media/${'a'.repeat(32)}`, data: picture }]);
  const dead = async (href: string, ...together: string[]) => {
    await site.putItem('a', 'not-found', { es: finishedLanguage('uno', linkingTo(href)) });
    const checks = await checkItems(
      site.dependencies,
      eva,
      ['a', ...together].map((id) => ({ id, languages: ['es'] })),
    );
    return checks?.get('a')?.map(({ code }) => code);
  };
  for (const href of ['/not-found-es/b', '/not-found-es/b-antes', '/not-found-es', `/media/${'a'.repeat(32)}/x`]) {
    expect(await dead(href), href).toEqual([]);
  }
  for (const href of ['/not-found-es/c', '/en/not-found-en/b', '/equipo', `/media/${'b'.repeat(32)}/x`, '/en/x/y']) {
    expect(await dead(href), href).toEqual(['address-missing']);
  }
  expect(await dead('/not-found-es/c', 'c')).toEqual([]);
  expect(await dead('/not-found-es/uno')).toEqual([]);
});

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

  test('lead on in one step after a second change, in each language', async () => {
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

  test('can be swapped between two items in one action, which neither could take alone', async () => {
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

  test('can be swapped one after the other by way of a third', async () => {
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

  describe('that another item stood at', () => {
    const former = (site: ReturnType<typeof createItemSite>, id: string) =>
      checkItem(site.dependencies, eva, { id, languages: ['es'] });

    test('are taken knowingly alone, and then lead to whoever took them', async () => {
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

    test('are told of an item that is off the site, and of one that becomes public elsewhere in the same action', async () => {
      const site = await createTwo();
      await unpublishItems(site.dependencies, eva, [target('a')]);
      await rename(site, 'b', { es: 'a-es' });
      expect(await former(site, 'b')).toMatchObject([{ code: 'slug-former', target: 'a' }]);
      await rename(site, 'a', { es: 'c-es' });
      const together = await checkItems(site.dependencies, eva, [target('a'), target('b')]);
      expect(together?.get('b')?.filter(({ language }) => language === 'es')).toMatchObject([
        { code: 'slug-former', target: 'a' },
      ]);
    });

    test('are nothing to tell of where an item takes back its own, or two exchange theirs', async () => {
      const site = await createTwo();
      await rename(site, 'a', { es: 'c-es' });
      await publishItems(site.dependencies, eva, [target('a')], both);
      await rename(site, 'a', { es: 'a-es' });
      expect(await former(site, 'a')).toEqual([]);
      await rename(site, 'a', { es: 'b-es' });
      await rename(site, 'b', { es: 'c-es' });
      const exchange = await checkItems(site.dependencies, eva, [target('b'), target('a')]);
      const told = [...(exchange?.values() ?? [])].flat();
      expect(told.filter(({ code }) => code.startsWith('slug'))).toEqual([]);
    });

    test('are told where only a notice would come to stand', async () => {
      const site = createItemSite();
      await site.putItem('a', 'notice', { es: finishedLanguage('a-es'), en: finishedLanguage('old') });
      await publishItems(site.dependencies, eva, [target('a')], both);
      await rename(site, 'a', { en: 'new' });
      await publishItems(site.dependencies, eva, [target('a')], both);
      await site.putItem('b', 'notice', { es: finishedLanguage('old'), en: finishedLanguage('b-en') });
      expect(await former(site, 'b')).toMatchObject([{ code: 'slug-former', language: 'es', target: 'a' }]);
      const whole = await checkItem(site.dependencies, eva, target('b'));
      expect(whole?.map(({ code }) => code)).not.toContain('slug-former');
    });
  });

  test('that two items ask for in one action go to neither', async () => {
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

test('unpublishing takes languages off, for editors and owners, and is on record', async () => {
  const site = createItemSite();
  await site.putItem('a', 'not-found', { es: finishedLanguage('uno') });
  await publishItems(site.dependencies, eva, [{ id: 'a', languages: ['es'] }]);
  site.clock.time += 1;
  const target = [{ id: 'a', languages: ['es'] }];
  await expect(unpublishItems(site.dependencies, person('author'), target)).rejects.toThrow(Forbidden);
  expect(await unpublishItems(site.dependencies, eva, target)).toMatchObject({ ok: true });
  expect(await site.content.resolve('es', 'not-found', 'uno')).toEqual({ kind: 'missing' });
  expect((await site.audited()).map(({ action }) => action)).toEqual(['item.published', 'item.unpublished']);
});
