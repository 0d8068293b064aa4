import { describe, expect, test } from 'vitest';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { Forbidden } from '../access/policy.ts';
import { ROLES } from '../accounts/user.ts';
import { checkItem } from './check-item.ts';
import type { Check } from './publish-checks.ts';
import { publishItem, unpublishItem } from './publish-item.ts';
import { schedulePublish } from './schedule-item.ts';

const eva = person('editor', 'eva');
const both = { acceptWarnings: true };

describe('publishing', () => {
  test('settles the drafts, makes languages public and records it', async () => {
    const site = createItemSite();
    await site.putItem('a', 'notice', { es: finishedLanguage('uno'), en: finishedLanguage('one') });
    const outcome = await publishItem(site.dependencies, eva, { id: 'a', languages: ['es'] });
    expect(outcome).toMatchObject({ ok: true, changed: ['es'], item: { id: 'a' } });
    const { version } = await site.getItem('a');
    expect(outcome.ok && outcome.version).toBe(version);
    expect(site.drafts.calls).toEqual(['settle a']);
    expect(await site.audited()).toMatchObject([
      { action: 'item.published', actor: { id: 'eva' }, object: { id: 'a' }, details: { languages: ['es'] } },
    ]);
    const again = await publishItem(site.dependencies, eva, { id: 'a', languages: ['es'] });
    expect(again).toMatchObject({ ok: true, changed: [], version });
    expect(await site.audited()).toHaveLength(1);
  });

  test('counts a language that is named twice once', async () => {
    const site = createItemSite();
    await site.putItem('a', 'notice', { es: { ...finishedLanguage('uno'), title: '' } });
    const target = { id: 'a', languages: ['es', 'es'] };
    const titles = (checks: Check[] = []) => checks.filter(({ code }) => code === 'title-missing');
    expect(titles(await checkItem(site.dependencies, eva, target))).toHaveLength(1);
    const refused = await publishItem(site.dependencies, eva, target, both);
    expect(titles(!refused.ok && refused.reason === 'checks' ? refused.checks : [])).toHaveLength(1);
    await site.editItem('a', (item) => ({ ...item, languages: { es: finishedLanguage('uno') } }));
    await schedulePublish(site.dependencies, eva, { ...target, at: site.clock.time + 1 }, both);
    expect(await site.audited()).toMatchObject([{ action: 'item.scheduled', details: { languages: ['es'] } }]);
  });

  test('does not publish a draft that is too long for the item', async () => {
    const site = createItemSite();
    await site.putItem('a', 'notice', { es: finishedLanguage('uno') });
    site.drafts.tooLong.push('es');
    const target = { id: 'a', languages: ['es'] };
    const refusal = { reason: 'checks', checks: [{ severity: 'error', code: 'item-too-long', language: 'es' }] };
    expect(await publishItem(site.dependencies, eva, target, both)).toMatchObject(refusal);
    const later = { ...target, at: site.clock.time + 1 };
    expect(await schedulePublish(site.dependencies, eva, later, both)).toMatchObject(refusal);
    expect(await checkItem(site.dependencies, eva, target)).toMatchObject(refusal.checks);
    expect((await site.getItem('a')).data.languages.es?.state).toBe('draft');
    expect(await publishItem(site.dependencies, eva, { ...target, id: 'b' })).toMatchObject({ reason: 'not-found' });
  });

  test('publishes a language even if another one is too long, and none if the shared part is', async () => {
    const site = createItemSite();
    await site.putItem('a', 'notice', { es: finishedLanguage('uno'), en: finishedLanguage('one') });
    site.drafts.tooLong.push('en');
    expect(await publishItem(site.dependencies, eva, { id: 'a', languages: ['es', 'en'] }, both)).toMatchObject({
      reason: 'checks',
      checks: [{ code: 'item-too-long', language: 'en' }],
    });
    const checks = await checkItem(site.dependencies, eva, { id: 'a', languages: ['es', 'en'] });
    expect(checks?.filter(({ code }) => code === 'item-too-long').map(({ language }) => language)).toEqual(['en']);
    const target = { id: 'a', languages: ['es'] };
    expect(await publishItem(site.dependencies, eva, target, both)).toMatchObject({ ok: true });
    const later = { ...target, at: site.clock.time + 1 };
    expect(await schedulePublish(site.dependencies, eva, later, both)).toMatchObject({ ok: true });
    site.drafts.tooLong.splice(0, 1, 'shared');
    expect(await publishItem(site.dependencies, eva, target, both)).toMatchObject({ reason: 'checks' });
  });

  test('is for editors and owners', async () => {
    const site = createItemSite();
    await site.putItem('a', 'notice', { es: finishedLanguage('uno') }, { authorId: 'author' });
    for (const role of ROLES) {
      const action = publishItem(site.dependencies, person(role), { id: 'a', languages: ['es'] });
      if (role === 'editor' || role === 'owner') await expect(action).resolves.toMatchObject({ ok: true });
      else await expect(action).rejects.toThrow(Forbidden);
    }
  });

  test('is refused with the checks for errors, and for warnings until they are accepted', async () => {
    const site = createItemSite();
    await site.putItem('a', 'notice', { es: finishedLanguage('uno', { summary: '' }), en: finishedLanguage('', {}) });
    const publish = (languages: string[], options = {}) =>
      publishItem(site.dependencies, eva, { id: 'a', languages }, options);
    expect(await publish(['es'])).toMatchObject({ reason: 'checks', checks: [{ code: 'summary-missing' }] });
    expect(await publish(['es', 'en'], both)).toMatchObject({ reason: 'checks', item: { id: 'a' } });
    expect((await site.getItem('a')).data.languages.es?.state).toBe('draft');
    expect(await publish(['es'], both)).toMatchObject({ ok: true });
    const checks = await checkItem(site.dependencies, person('author'), { id: 'a', languages: ['en'] });
    expect(checks?.[0]).toMatchObject({ severity: 'error', code: 'slug-missing', language: 'en' });
    await expect(checkItem(site.dependencies, person('viewer'), { id: 'a', languages: [] })).rejects.toThrow(Forbidden);
  });

  test('is refused if the item does not exist, is in the trash, lacks the language or was changed', async () => {
    const site = createItemSite();
    await site.putItem('a', 'notice', { es: finishedLanguage('uno') });
    await site.putItem('b', 'notice', { es: finishedLanguage('dos') }, { trashedAt: 1 });
    const reason = async (target: { id: string; languages: string[]; expectedVersion?: number }) => {
      const outcome = await publishItem(site.dependencies, eva, target);
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

  test('succeeds for one of several people who publish the same version, and answers the others with a conflict', async () => {
    const site = createItemSite();
    await site.putItem('a', 'notice', { es: finishedLanguage('uno') });
    const { version: expectedVersion } = await site.getItem('a');
    const target = { id: 'a', languages: ['es'], expectedVersion };
    const outcomes = await Promise.all([1, 2, 3].map(() => publishItem(site.dependencies, eva, target)));
    expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.reason)).sort()).toEqual([
      'conflict',
      'conflict',
      'ok',
    ]);
  });
});

test('as many languages as a site may have are published and unpublished in one commit', async () => {
  const site = createItemSite();
  const [first] = site.config.locales;
  const codes = [...'abcdefghij'].flatMap((one) => [...'abcdef'].map((other) => `${one}${other}`));
  if (!first) throw new Error('The site has a language');
  const config = { ...site.config, defaultLocale: 'aa', locales: codes.map((code) => ({ ...first, code })) };
  const contents = Object.fromEntries(codes.map((code) => [code, finishedLanguage(`a-${code}`)]));
  await site.putItem('a', 'not-found', contents, { sourceLanguage: 'aa' });
  const dependencies = { ...site.dependencies, config };
  const target = { id: 'a', languages: codes };
  expect(await publishItem(dependencies, eva, target, both)).toMatchObject({ ok: true, changed: codes });
  await site.editItem('a', (item) => {
    const renamed = Object.entries(item.languages).map(([code, content]) => [code, { ...content, slug: `b-${code}` }]);
    return { ...item, languages: Object.fromEntries(renamed) };
  });
  expect(await publishItem(dependencies, eva, target, both)).toMatchObject({ ok: true, changed: codes });
  expect(await unpublishItem(dependencies, eva, target)).toMatchObject({ ok: true, changed: codes });
});

test('unpublishing takes languages off the site, needs the permission and is recorded', async () => {
  const site = createItemSite();
  await site.putItem('a', 'not-found', { es: finishedLanguage('uno') });
  await publishItem(site.dependencies, eva, { id: 'a', languages: ['es'] });
  site.clock.time += 1;
  const target = { id: 'a', languages: ['es'] };
  await expect(unpublishItem(site.dependencies, person('author'), target)).rejects.toThrow(Forbidden);
  expect(await unpublishItem(site.dependencies, eva, target)).toMatchObject({ ok: true });
  expect(await site.content.resolve('es', 'not-found', 'uno')).toEqual({ kind: 'missing' });
  expect((await site.audited()).map(({ action }) => action)).toEqual(['item.published', 'item.unpublished']);
});
