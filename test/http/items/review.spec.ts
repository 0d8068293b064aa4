import { readItem } from '../../helpers/data-folders/write-items.ts';
import type { Worker } from '../../helpers/items/item-site-test.ts';
import { ARTICLE_PATH, expect, test } from '../../helpers/items/item-site-test.ts';
import { readPage, sendForm } from '../../helpers/requests/send-form.ts';

const PUBLISH = `${ARTICLE_PATH}/publish`;
const IN_REVIEW = '/admin/items/articles?state=review';

test('a translator asks for review, an editor finds it, sends it back, and ends it by publishing', async ({
  site,
  cookieOf,
}) => {
  /** Whether the main part of a page says something. */
  const says = async (who: Worker, path: string, text: string) => {
    const { status, body } = await readPage(site.origin, path, { headers: { cookie: await cookieOf(who) } });
    const [main] = /<main[\s>].*<\/main>/s.exec(body) ?? [];
    expect([path, status, main !== undefined]).toEqual([path, 200, true]);
    return main?.includes(text);
  };
  const send = async (who: Worker, fields: { [name: string]: string }) => {
    const headers = { cookie: await cookieOf(who), origin: site.origin };
    return sendForm(site.origin, PUBLISH, { languages: 'en', ...fields }, { headers });
  };
  const review = async () => (await readItem(site.dataDir, 'ayuno')).languages.en?.review;

  expect(await says('Tere', PUBLISH, 'Idiomas que necesitan el visto bueno')).toBe(true);
  expect(await says('Ana', PUBLISH, 'visto bueno')).toBe(false);
  const asked = await send('Tere', { intent: 'ask-review' });
  expect([asked.status, asked.headers.get('location')]).toEqual([303, `${PUBLISH}?notice=reviewAsked`]);
  expect(await review()).toMatchObject({ askedBy: { name: 'Tere Soto' } });

  expect(await says('Ana', '/admin', '/admin/health?kind=review-asked')).toBe(true);
  expect(await says('Ana', '/admin/health?kind=review-asked', 'Alguien pidió el visto bueno')).toBe(true);
  expect(await says('Ana', IN_REVIEW, 'El ayuno antes del estudio')).toBe(true);
  expect(await says('Ana', IN_REVIEW, 'Tere Soto pidió el visto bueno')).toBe(true);

  const empty = await send('Ana', { intent: 'send-back', note: ' ' });
  expect([empty.status, empty.body]).toEqual([
    422,
    expect.stringContaining('Escriba una nota de 1 a 1,000 caracteres'),
  ]);
  expect((await send('Ana', { intent: 'send-back', note: 'Falta <b>la fuente</b>.' })).status).toBe(303);
  expect(await says('Tere', '/admin', '/admin/health?language=en&amp;kind=sent-back')).toBe(true);
  expect(await says('Tere', PUBLISH, 'Ana Robles lo devolvió el ')).toBe(true);
  expect(await says('Tere', PUBLISH, 'Falta &lt;b&gt;la fuente&lt;/b&gt;.')).toBe(true);
  expect(await says('Ana', IN_REVIEW, 'El ayuno antes del estudio')).toBe(false);

  await send('Tere', { intent: 'ask-review' });
  expect((await send('Ana', { intent: 'withdraw-review' })).status, "another's request").toBe(403);
  await send('Tere', { intent: 'withdraw-review' });
  expect(await review()).toBeUndefined();
  const late = await send('Ana', { intent: 'send-back', note: 'Tarde' });
  expect([late.status, late.body.includes('Ya nadie espera el visto bueno')]).toEqual([422, true]);

  await send('Tere', { intent: 'ask-review' });
  expect((await send('Ana', { intent: 'publish' })).status).toBe(303);
  expect(await review()).toBeUndefined();
  const nothing = await send('Tere', { intent: 'ask-review' });
  expect([nothing.status, nothing.body.includes('no tiene nada que revisar')]).toEqual([422, true]);
});
