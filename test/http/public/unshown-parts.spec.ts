import { publicationCards, publications } from '#core/content/collections.ts';
import type { DocumentRef } from '#core/documents/collection.ts';
import { UnitOfWork } from '#core/documents/unit-of-work.ts';
import { openSite } from '../../helpers/data-folders/open-site.ts';
import { articleOf, writeItems } from '../../helpers/data-folders/write-items.ts';
import { ARTICLE_PATH, expect, test } from '../../helpers/items/item-site-test.ts';
import type { RunningSite } from '../../helpers/servers/start-site.ts';

test.use({ ownProcess: true, expectedErrors: /A part of an item cannot be shown/ });

const HOURS = { days: [1, 2], opens: '07:00', closes: '20:00' };

const CONTACT = {
  ...articleOf('contact', { es: { title: 'Contacto', slug: 'contact', paragraphs: ['Escríbanos.'] } }),
  type: 'pages',
  fields: { phone: '+52 55 5555 0100', openingHours: [HOURS] },
};

/** Changes a stored document as no version of the site would write it. */
async function damage<T extends object>({ dataDir }: RunningSite, ref: DocumentRef<T>, change: (data: T) => T) {
  const { store, close } = await openSite(dataDir);
  const unit = new UnitOfWork(store);
  await unit.read([ref]);
  const data = unit.get(ref);
  if (!data) throw new Error(`There is no ${ref.path}`);
  unit.set(ref, change(data));
  await unit.commit();
  await close();
}

const withHours = (opens: string, closes: string) => ({
  ...CONTACT,
  fields: { ...CONTACT.fields, openingHours: [{ ...HOURS, opens, closes }] },
});

test('hours that are no times are not published, and a preview shows the page without them', async ({
  site,
  publish,
  cookieOf,
}) => {
  await writeItems(site.dataDir, [withHours('7 am', '25:99')]);
  await expect(publish('/admin/items/pages/contact', ['es'])).rejects.toThrow(/was not published: 4/);
  const headers = { cookie: await cookieOf('Ana') };
  const panel = await fetch(`${site.origin}/admin/items/pages/contact/publish`, { headers });
  expect(await panel.text()).toContain('Horario');
  const preview = await fetch(`${site.origin}/admin/items/pages/contact/preview/page`, { headers });
  const text = await preview.text();
  expect(text).not.toContain('og:image');
  expect([preview.status, text.includes('5555 0100'), text.includes('martes')]).toEqual([200, true, false]);
  await writeItems(site.dataDir, [withHours('07:00', '20:00')]);
  await publish('/admin/items/pages/contact', ['es']);
});

/** The status of a page, and which of some words it says. */
async function look({ origin }: RunningSite, path: string, ...words: string[]) {
  const response = await fetch(origin + path, { headers: { 'accept-language': 'es' } });
  const html = await response.text();
  return [response.status, ...words.filter((word) => html.includes(word))];
}

test('a page is shown without a field that cannot be, and a list without a card; log and health board say so', async ({
  site,
  publish,
  cookieOf,
}) => {
  await writeItems(site.dataDir, [CONTACT]);
  await publish('/admin/items/pages/contact', ['es']);
  await publish(ARTICLE_PATH, ['es']);
  const contact = ['Lunes', '5555 0100', 'Escríbanos'].map((word) => word.replace('Lunes', 'lunes'));
  const list = ['El ayuno antes del estudio'];
  await expect.poll(() => look(site, '/contact', ...contact)).toEqual([200, ...contact]);
  await expect.poll(() => look(site, '/articulos', ...list)).toEqual([200, ...list]);

  await damage(site, publications.at('es', 'pages', 'contact'), (publication) => ({
    ...publication,
    fields: { ...publication.fields, openingHours: [{ ...HOURS, opens: '7 am', closes: '25:99' }] },
  }));
  await damage(site, publicationCards.at('es', 'ayuno'), (card) => ({ ...card, firstPublishedAt: 9e15 }));
  await expect.poll(() => look(site, '/contact', ...contact)).toEqual([200, '5555 0100', 'Escríbanos']);
  await expect.poll(() => look(site, '/articulos', ...list)).toEqual([200]);
  const told = () => site.errors.map((line) => JSON.parse(line));
  await expect.poll(() => told().length).toBe(2);
  expect(told()).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({
        itemId: 'contact',
        part: 'field:openingHours',
        err: expect.objectContaining({ message: 'No time of day: "7 am"' }),
      }),
      expect.objectContaining({ itemId: 'ayuno', part: 'entry' }),
    ]),
  );
  const board = async () => {
    const answer = await fetch(`${site.origin}/admin/health?kind=not-shown`, {
      headers: { cookie: await cookieOf('Ana') },
    });
    return (await answer.text()).match(/El público no ve [^<:"]+: no se puede mostrar/g) ?? [];
  };
  const named = [/«Horario/, /la entrada en las listas/].map((name) => expect.stringMatching(name));
  await expect.poll(board).toEqual(expect.arrayContaining(named));

  await site.restart();
  const form = new URLSearchParams({ name: 'Ana', email: 'ana', message: '' });
  const sent = await fetch(`${site.origin}/contact`, { method: 'POST', body: form, headers: { origin: site.origin } });
  expect([sent.status, (await sent.text()).includes('5555 0100')]).toEqual([422, true]);
  expect(await look(site, '/contact', ...contact)).toEqual([200, '5555 0100', 'Escríbanos']);
  expect(await look(site, '/articulos', ...list)).toEqual([200]);
});
