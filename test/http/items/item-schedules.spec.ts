import { readItem } from '../../helpers/data-folders/write-items.ts';
import { ARTICLE_PATH, expect, test } from '../../helpers/items/plain-item-test.ts';
import { PUBLISH } from '../../helpers/items/publishing-pages.ts';
import type { PlainDocument } from '../../helpers/requests/plain-page.ts';

/** A future day, as the value of a date field. */
const DAY = new Date(Date.now() + 40 * 24 * 3_600_000).toISOString().slice(0, 10);

const PUBLICATION = 'Programar la publicación';

const REMOVAL = 'Programar el retiro';

const card = (page: PlainDocument, language: string) => page.region(language).text;
/** The notice of what was done. */
const notice = (page: PlainDocument) => page.all('status').find(({ text }) => text !== '')?.text;

function fillIn(page: PlainDocument, what: string, date: string, time: string) {
  const schedule = page.region(what);
  schedule.field('Fecha').fill(date);
  schedule.field('Hora').fill(time);
}

test('a publication is scheduled by the site’s clock, told, and called off', async ({ openPlain, site }) => {
  const ana = await openPlain('Ana', PUBLISH);
  fillIn(ana.page, PUBLICATION, DAY, '09:30');
  const page = await ana.press(PUBLICATION);
  expect(notice(page)).toBe('Programado.');
  expect(card(page, 'español')).toMatch(/Se publicará el .+9:30 a\.m\.; lo programó Ana Robles\./);
  const planned = (await readItem(site.dataDir, 'ayuno')).languages.es?.schedule?.publishAt ?? 0;
  expect(new Date(planned).toISOString()).toBe(`${DAY}T15:30:00.000Z`);
  const after = await ana.press('Cancelar la publicación programada en español');
  expect(notice(after)).toBe('Cancelado.');
  expect(card(after, 'español')).not.toContain('Se publicará');
  expect(card(after, 'inglés')).toContain('Se publicará');
});

test('taking off the site is scheduled, told, and called off', async ({ openPlain, publish, site }) => {
  await publish(ARTICLE_PATH);
  const ana = await openPlain('Ana', PUBLISH);
  fillIn(ana.page, REMOVAL, DAY, '18:00');
  ana.page.region('Retirar o archivar').field('inglés').uncheck();
  const page = await ana.press(REMOVAL);
  expect(notice(page)).toBe('Programado.');
  expect(card(page, 'español')).toMatch(/Se retirará el .+6:00 p\.m\.; lo programó Ana Robles\./);
  expect(card(page, 'inglés')).not.toContain('Se retirará');
  const planned = (await readItem(site.dataDir, 'ayuno')).languages.es?.schedule?.unpublishAt ?? 0;
  expect(new Date(planned).toISOString().slice(10)).toBe('T00:00:00.000Z');
  const after = await ana.press('Cancelar el retiro programado en español');
  expect(notice(after)).toBe('Cancelado.');
  expect(card(after, 'español')).not.toContain('Se retirará');
  expect((await readItem(site.dataDir, 'ayuno')).languages.es?.schedule).toBeUndefined();
});

test('a time that has passed is refused, and the form keeps what it said', async ({ openPlain }) => {
  const ana = await openPlain('Ana', PUBLISH);
  fillIn(ana.page, PUBLICATION, '2020-02-03', '10:00');
  ana.page.region('inglés').field('inglés').uncheck();
  const page = await ana.press(PUBLICATION);
  expect(ana.status).toBe(422);
  expect(page.one('alert').text).toContain('Esa hora ya pasó.');
  const schedule = page.region(PUBLICATION);
  expect([schedule.field('Fecha').value, schedule.field('Hora').value]).toEqual(['2020-02-03', '10:00']);
  const chosen = ['español', 'inglés'].map((language) => page.region(language).field(language).isChecked);
  expect(chosen).toEqual([true, false]);
});
