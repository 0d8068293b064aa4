import { expect, test } from 'vitest';
import { createApiSite } from '../../../test/helpers/api/create-api-site.ts';

test('a program asks for review, finds its request, and reads why it was sent back', async () => {
  const site = await createApiSite();
  const author = await site.createProgram('author');
  const editor = await site.createProgram('editor');
  await author.send('POST', '/items', {
    id: 'one',
    type: 'notice',
    sourceLanguage: 'es',
    tags: ['x'],
    languages: { es: { title: 'Uno' }, en: { title: 'One' } },
  });
  const found = async (query: string) => {
    const { body } = await editor.get(`/items?${query}`);
    return body.items.map(({ id }: { id: string }) => id);
  };
  expect(await found('review=asked')).toEqual([]);
  const asked = await author.send('POST', '/items/one/es/review');
  const request = {
    askedAt: expect.any(String),
    askedBy: { id: expect.any(String), name: 'author' },
    savedVersion: expect.any(String),
  };
  expect([asked.status, asked.body.languages.es.review]).toEqual([200, request]);
  expect(asked.body.languages.en).not.toHaveProperty('review');
  expect(await found('review=asked')).toEqual(['one']);
  expect(await found('review=asked&tag=x&language=es&state=draft')).toEqual(['one']);
  expect(await found('review=asked&tag=y')).toEqual([]);
  expect((await editor.get('/items')).body.items[0].languages.es.review).toEqual(request);

  expect((await editor.send('POST', '/items/one/es/send-back', { note: ' ' })).status).toBe(422);
  const other = await editor.send('POST', '/items/one/en/send-back', { note: 'No' });
  expect([other.status, other.body.code]).toEqual([409, 'conflict']);
  await editor.send('POST', '/items/one/es/send-back', { note: 'Falta la fuente.' });
  const { body } = await author.get('/items/one');
  const sentBack = { at: expect.any(String), by: { id: expect.any(String), name: 'editor' }, note: 'Falta la fuente.' };
  expect(body.languages.es.review).toEqual({ ...request, sentBack });
  expect(await found('review=asked')).toEqual([]);

  const unknown = await author.send('POST', '/items/one/es/review', { reviewer: 'nobody' });
  expect([unknown.status, unknown.body.code]).toEqual([409, 'conflict']);
  for (const note of ['x'.repeat(1_001), 'No\u0000']) {
    expect((await author.send('POST', '/items/one/es/review', { note })).status).toBe(422);
  }
  expect((await editor.send('POST', '/items/one/es/send-back', { note: '\u001b[31m' })).status).toBe(422);
  const again = await author.send('POST', '/items/one/es/review', { note: 'Ya está.' });
  const { savedVersion: _, ...former } = { ...request, sentBack };
  expect(again.body.languages.es.review).toEqual({ ...request, note: 'Ya está.', earlier: [former] });
  const back = await author.send('DELETE', '/items/one/es/review');
  expect(back.body.languages.es.review).toEqual(former);
  const withdrawn = await author.send('DELETE', '/items/one/es/review');
  expect([withdrawn.status, withdrawn.body.languages.es.review]).toEqual([200, undefined]);
});
