import { expect, test } from 'vitest';
import { person } from '../../test/helpers/content/create-item-site.ts';
import { createSiteContent } from '../../test/helpers/content/create-site-content.ts';
import { errorsOf, publish, unpublish } from '../../test/helpers/content/publish.ts';
import { publicationCards } from '../content/collections.ts';
import { addressProblems, listingProblems, publicationProblems } from '../doctor/check-content.ts';
import { publishedOverFile } from '../doctor/check-navigation.ts';
import { setDocument } from '../documents/typed-documents.ts';
import { readPublishedSite, readSiteContact } from '../public-content/published-site.ts';
import { settingRef } from '../settings/setting-documents.ts';
import { SITE_CONTACT, SITE_IDENTITY } from '../site/site-types.ts';
import { beginSiteItem, createItem, duplicateItem } from './create-item.ts';
import { trashItem } from './trash-item.ts';

const eva = person('editor', 'eva');
const JPEG = 'a'.repeat(32);

test('what is about the site begins once, in all languages, and belongs to nobody', async () => {
  const { dependencies, getItem } = createSiteContent();
  expect(await beginSiteItem(dependencies, eva, SITE_IDENTITY)).toMatchObject({ ok: true });
  expect(await beginSiteItem(dependencies, eva, SITE_IDENTITY)).toEqual({ ok: false, reason: 'taken' });
  const { data: item } = await getItem(SITE_IDENTITY);
  expect(item).toMatchObject({ type: SITE_IDENTITY, sourceLanguage: 'es' });
  expect(item.authorId).toBeUndefined();
  expect(Object.entries(item.languages).map(([code, { title, slug }]) => [code, title, slug])).toEqual([
    ['es', 'Identidad', SITE_IDENTITY],
    ['en', 'Identity', SITE_IDENTITY],
  ]);
});

test('two owners who open it at once get the same item', async () => {
  const { dependencies } = createSiteContent();
  const outcomes = await Promise.all([1, 2].map(() => beginSiteItem(dependencies, eva, SITE_CONTACT)));
  expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
});

test('it cannot be begun by those who may not edit the site, duplicated, deleted, or stand under another id or type', async () => {
  const { dependencies } = createSiteContent();
  for (const role of ['author', 'translator', 'viewer'] as const) {
    await expect(beginSiteItem(dependencies, person(role), SITE_IDENTITY)).rejects.toThrow();
  }
  await beginSiteItem(dependencies, eva, SITE_IDENTITY);
  const refused = { ok: false, reason: 'invalid-id' };
  expect(await duplicateItem(dependencies, eva, { id: 'copy', from: SITE_IDENTITY })).toEqual(refused);
  const create = (id: string, type: string) => createItem(dependencies, eva, { id, type, sourceLanguage: 'es' });
  expect(await create('other', SITE_IDENTITY)).toEqual(refused);
  expect(await create(SITE_CONTACT, 'pages')).toEqual(refused);
  expect(await trashItem(dependencies, eva, { id: SITE_IDENTITY })).toEqual({ ok: false, reason: 'fixed-page' });
});

test('what is published wins over the file, field by field, and gives way when it is emptied or unpublished', async () => {
  const site = createSiteContent();
  const shown = () => readPublishedSite(site.config, site.content, 'es');
  expect(await shown()).toBe(site.config);
  await site.write(SITE_IDENTITY, {}, { es: { fields: { name: 'Clínica Norte' } }, en: { fields: {} } });
  expect(await shown(), 'a draft shows nowhere').toBe(site.config);
  expect(await publish(site, SITE_IDENTITY, ['es', 'en'])).toMatchObject({ ok: true });
  expect(await shown()).toMatchObject({ name: { es: 'Clínica Norte', en: 'Prueba' }, description: { es: 'Prueba' } });
  expect((await readPublishedSite(site.config, site.content, 'en')).name.en).toBe('Prueba');

  await site.write(SITE_IDENTITY, {}, { es: { fields: { name: '' } } });
  await publish(site, SITE_IDENTITY, ['es']);
  expect((await shown()).name.es).toBe('Prueba');

  await site.write(SITE_IDENTITY, {}, { es: { fields: { name: 'Otra' } } });
  await publish(site, SITE_IDENTITY, ['es']);
  expect((await shown()).name.es).toBe('Otra');
  await unpublish(site, SITE_IDENTITY, ['es', 'en']);
  expect(await shown()).toBe(site.config);
});

test('contact details come before those of the contact page, one by one; a language without them has the shared ones', async () => {
  const site = createSiteContent();
  const page = {
    phone: '1',
    email: 'page@example.org',
    openingHours: [{ days: [1], opens: '08:00', closes: '12:00' }],
  };
  const own = { phone: '33 1234 5678', profiles: [{ name: 'Mastodon', url: 'https://example.social/@x' }] };
  await site.write(SITE_CONTACT, own, { es: { fields: { address: 'Calle 1' } } });
  expect(await publish(site, SITE_CONTACT, ['es'])).toMatchObject({ ok: true });
  const spanish = await readSiteContact(site.content, 'es', page);
  expect(spanish).toMatchObject({ ...page, ...own, address: 'Calle 1' });
  expect(await readSiteContact(site.content, 'en', page)).toMatchObject({ ...page, ...own });
});

test('what is about the site is in no list', async () => {
  const site = createSiteContent();
  await site.write(SITE_CONTACT, { phone: '1' });
  await publish(site, SITE_CONTACT, ['es', 'en']);
  expect(await site.store.runQuery({ collection: publicationCards.name })).toEqual([]);
});

test('a color that cannot be read is not published, and the organization is as published', async () => {
  const site = createSiteContent();
  await site.write(SITE_IDENTITY, { color: '#1a9c9c', legalName: 'Norte, S. C.', schemaType: 'Hospital' });
  expect(await errorsOf(publish(site, SITE_IDENTITY, ['es']))).toEqual([
    expect.objectContaining({ code: 'field-invalid', field: 'field:color' }),
  ]);
  await site.write(SITE_IDENTITY, { color: '#036' });
  await publish(site, SITE_IDENTITY, ['es', 'en']);
  expect(await readPublishedSite(site.config, site.content, 'en')).toMatchObject({
    color: '#003366',
    organization: { ...site.config.organization, legalName: 'Norte, S. C.', schemaType: 'Hospital' },
  });
});

test('the doctor finds nothing wrong with it, and names what differs from the file', async () => {
  const site = createSiteContent();
  await site.write(SITE_IDENTITY, {}, { es: { fields: { name: 'Clínica Norte' } } });
  await site.write(SITE_IDENTITY, { color: '#036', foundingYear: 1999 });
  await publish(site, SITE_IDENTITY, ['es', 'en']);
  await site.store.commit([setDocument(settingRef({ id: 'page-size' }), { value: '24' })]);
  const problems: string[] = [];
  const checks = [
    publicationProblems(site.store, site.config),
    addressProblems(site.store, site.config),
    listingProblems(site.store),
  ];
  for (const check of checks) for await (const problem of check) problems.push(problem);
  expect(problems).toEqual([]);
  const note = 'site.config.ts: name: the published one is shown in "es": "Clínica Norte"';
  expect(await publishedOverFile(site.store, site.config)).toEqual([
    note,
    'site-identity: color: published: "#036"',
    'site-identity: foundingYear: published: 1999',
    'settings: page-size: "24" in place of "12"',
  ]);
});

test.each([
  [{ mapUrl: 'javascript:alert(1)' }, 'field-invalid', 'field:mapUrl'],
  [{ mapUrl: 'http://example.org/' }, 'field-invalid', 'field:mapUrl'],
  [{ mapUrl: 'https://ana:secret@example.org/' }, 'field-invalid', 'field:mapUrl'],
  [{ profiles: [{ name: 'x', url: 'https://ana@example.org/' }] }, 'field-invalid', 'field:profiles'],
  [{ profiles: [{ name: '\u200b\u2060', url: 'https://example.org/' }] }, 'field-invalid', 'field:profiles'],
  [{ email: 'nobody' }, 'field-invalid', 'field:email'],
  [{ profiles: [{ name: 'x', url: 'data:text/html,x' }] }, 'field-invalid', 'field:profiles'],
  [{ phone: '1'.repeat(200) }, 'field-invalid', 'field:phone'],
  [{ openingHours: [{ days: [1], opens: '12:00', closes: '08:00' }] }, 'field-invalid', 'field:openingHours'],
])('%j is refused at its field', async (fields, code, field) => {
  const site = createSiteContent();
  await site.write(SITE_CONTACT, fields);
  expect(await errorsOf(publish(site, SITE_CONTACT, ['es']))).toMatchObject([{ code, field }]);
});

test('a name of which nothing is to be seen is none: readers get that of the file', async () => {
  const site = createSiteContent();
  for (const name of [' ', '\u200b', '\u2060\u00ad\ufeff', '\u3164\u2800']) {
    await site.write(SITE_IDENTITY, {}, { es: { fields: { name } } });
    await publish(site, SITE_IDENTITY, ['es']);
    expect((await readPublishedSite(site.config, site.content, 'es')).name.es).toBe(site.config.name.es);
  }
});

test('a name that is too long, and a logo that is not there, are refused at their fields', async () => {
  const site = createSiteContent();
  await site.write(SITE_IDENTITY, { logo: JPEG }, { es: { fields: { name: 'x'.repeat(200) } } });
  expect(await errorsOf(publish(site, SITE_IDENTITY, ['es']))).toMatchObject([
    { code: 'image-missing', field: 'field:logo' },
    { code: 'field-invalid', field: 'field:name' },
  ]);
});
