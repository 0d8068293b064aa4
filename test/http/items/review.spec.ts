import { createOutbox, wordsOfMail } from '../../helpers/accounts/outbox.ts';
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
  const asked = await send('Tere', { intent: 'ask-review', note: '¿Se <i>entiende</i>?' });
  expect([asked.status, asked.headers.get('location')]).toEqual([303, `${PUBLISH}?notice=reviewAsked`]);
  expect(await review()).toMatchObject({ askedBy: { name: 'Tere Soto' } });
  expect(await says('Tere', PUBLISH, 'value="withdraw-review"')).toBe(true);

  const outbox = createOutbox(site.dataDir);
  for (const editor of ['ana', 'beto', 'olga']) {
    const mail = await outbox.next(`${editor}@example.org`);
    expect([mail.kind, wordsOfMail(mail), wordsOfMail(mail)]).toEqual([
      'review-asked',
      expect.stringContaining('> ¿Se <i>entiende</i>?'),
      expect.stringContaining('/admin/items/articles/ayuno'),
    ]);
  }
  expect(await says('Ana', ARTICLE_PATH, '¿Se &lt;i&gt;entiende&lt;/i&gt;?'), 'above the text').toBe(true);
  expect(await says('Ana', '/admin', 'Tere Soto pide el visto bueno en inglés')).toBe(true);
  expect(await says('Ana', '/admin', '/admin/health?kind=review-asked')).toBe(true);
  expect(await says('Ana', '/admin/health?kind=review-asked', 'Tere Soto pidió el visto bueno')).toBe(true);
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
  expect(await says('Tere', PUBLISH, 'value="withdraw-review"'), 'what is answered is not taken back').toBe(false);

  expect(wordsOfMail(await outbox.next('tere@example.org'))).toContain('> Falta <b>la fuente</b>.');
  for (const who of ['Ana', 'Tere'] as const) {
    expect(await says(who, ARTICLE_PATH, 'Falta &lt;b&gt;la fuente&lt;/b&gt;.'), 'above the text for both').toBe(true);
  }
  expect(await says('Tere', '/admin', 'Ana Robles se lo devolvió en inglés')).toBe(true);

  const { body: form } = await readPage(site.origin, PUBLISH, { headers: { cookie: await cookieOf('Tere') } });
  const [, beto] = /<option value="([^"]+)">Beto Luna</.exec(form) ?? [];
  const unfit = await send('Tere', { intent: 'ask-review', note: 'Ya está', reviewer: 'nobody' });
  expect([
    unfit.status,
    unfit.body.includes('ya no puede publicar'),
    unfit.body.includes('>Ya está</textarea>'),
  ]).toEqual([422, true, true]);
  await send('Tere', { intent: 'ask-review', note: 'Ya está', reviewer: beto ?? '' });
  expect((await outbox.next('beto@example.org')).kind).toBe('review-asked');
  expect(await outbox.waiting('ana@example.org')).toEqual([]);
  expect(await says('Beto', '/admin', 'Tere Soto le pide el visto bueno en inglés')).toBe(true);
  expect(await says('Beto', ARTICLE_PATH, 'Una solicitud anterior'), 'the thread').toBe(true);
  const since = `${ARTICLE_PATH}/revisions?from=saved-version%3A${(await review())?.savedVersion?.replaceAll(':', '%3A')}&amp;to=draft`;
  expect(await says('Beto', ARTICLE_PATH, since)).toBe(true);
  expect(await says('Beto', since.replaceAll('&amp;', '&'), 'Texto al pedir el visto bueno')).toBe(true);

  expect((await send('Ana', { intent: 'withdraw-review' })).status, "another's request").toBe(403);
  await send('Tere', { intent: 'withdraw-review' });
  expect((await review())?.sentBack?.note).toBe('Falta <b>la fuente</b>.');
  await send('Tere', { intent: 'withdraw-review' });
  expect(await review()).toBeUndefined();
  const late = await send('Ana', { intent: 'send-back', note: 'Tarde' });
  expect([late.status, late.body.includes('Ya nadie espera el visto bueno')]).toEqual([422, true]);

  await send('Tere', { intent: 'ask-review' });
  expect((await send('Ana', { intent: 'publish' })).status).toBe(303);
  expect(await review()).toBeUndefined();
  expect((await outbox.next('tere@example.org')).kind).toBe('review-published');
  const nothing = await send('Tere', { intent: 'ask-review' });
  expect([nothing.status, nothing.body.includes('no tiene nada que revisar')]).toEqual([422, true]);
});
