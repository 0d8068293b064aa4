import { expect, test } from 'vitest';
import { recordMediaUses } from '#core/media-uses/record-media-uses.ts';
import { createApiSite } from '../../../test/helpers/api/create-api-site.ts';
import { testConfig } from '../../../test/helpers/content/create-content-site.ts';
import { index, mp4, pdf, utf8 } from '../../../test/helpers/files/made-files.ts';

const svg = (width: number) =>
  new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 8"></svg>`);
const asPicture = { 'content-type': 'image/svg+xml' };

test('a program finds, describes, replaces and removes a file, and is told where it is used', async () => {
  const site = await createApiSite();
  const editor = await site.createProgram('editor');
  const { id } = (await editor.send('POST', '/media?name=plano.svg', svg(12), asPicture)).body;
  await editor.createNotice('one', {
    es: { title: 'Uno', body: { html: `<img src="/media/${id}/original" alt="x">` } },
  });

  expect((await editor.get('/files?lacksAlt=en')).body.files).toMatchObject([{ id, name: 'plano.svg', tags: [] }]);
  expect((await editor.get('/files?tag=x')).body).toEqual({ files: [] });
  expect((await editor.get('/files?sort=nonsense')).status).toBe(400);

  expect((await editor.send('PATCH', `/files/${id}`, { tags: ['plano'] })).body.tags).toEqual(['plano']);
  expect((await editor.send('PATCH', `/files/${id}`, { tags: ['No tag'] })).status).toBe(422);
  await editor.send('PATCH', `/files/${id}/es`, { title: 'Un plano', alt: 'El plano de la clínica' });
  await editor.send('PATCH', `/files/${id}/en`, { title: 'A plan', alt: 'The plan of the clinic' });
  const described = await editor.send('PATCH', `/files/${id}/es`, { alt: 'El plano nuevo' });
  expect(described.body.languages).toMatchObject({
    es: { title: 'Un plano', alt: 'El plano nuevo', states: {} },
    en: { states: { title: 'current', alt: 'stale' } },
  });
  const current = await editor.send('PATCH', `/files/${id}/en`, { isCurrent: true });
  expect(current.body.languages.en.states).toEqual({ title: 'current', alt: 'current' });

  const replace = (version: number) =>
    editor.send('PUT', `/files/${id}/contents?version=${version}`, svg(20), asPicture);
  expect((await replace(1)).body).toMatchObject({ id, version: 2, name: 'plano.svg', former: [{ version: 1 }] });
  expect(await replace(1)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  const restored = await editor.send('POST', `/files/${id}/restore-version`, { version: 2, former: 1 });
  expect(restored.body).toMatchObject({ version: 3, url: expect.stringContaining(id) });

  expect((await editor.get(`/files/${id}/uses`)).body).toEqual({
    isComplete: false,
    uses: [{ item: 'one', title: 'Uno', places: [{ place: 'draft', languages: ['es'] }] }],
  });
  await recordMediaUses(site.store, testConfig);
  expect((await editor.get(`/files/${id}/uses`)).body.isComplete).toBe(true);

  expect((await editor.send('DELETE', `/files/${id}`)).body.trashedAt).toBeDefined();
  expect(await editor.send('PATCH', `/files/${id}/es`, { title: 'X' })).toMatchObject({ status: 409 });
  expect((await editor.get('/files?place=trash')).body.files).toHaveLength(1);
  expect((await editor.send('POST', `/files/${id}/restore`)).body.trashedAt).toBeUndefined();
  for (const path of ['/files/x', `/files/${'0'.repeat(32)}`, `/files/${'0'.repeat(32)}/uses`]) {
    expect((await editor.get(path)).status).toBe(404);
  }
});

test('a program uploads documents and films, finds them by kind, and gives a film captions', async () => {
  const editor = await (await createApiSite()).createProgram('editor');
  const add = async (name: string, bytes: Uint8Array, type: string) =>
    (await editor.send('POST', `/media?name=${name}`, bytes, { 'content-type': type })).body;
  const paper = await add('precios.pdf', pdf(), 'application/pdf');
  const film = await add('sala.mp4', mp4('isom', index(5)), 'video/mp4');
  const found = await editor.get('/files?kind=document');
  expect(found.body.files).toMatchObject([{ id: paper.id, kind: 'document', contentType: 'application/pdf' }]);
  expect((await editor.get(`/files/${paper.id}`)).body).toMatchObject({
    kind: 'document',
    address: `https://example.org/files/${paper.id}/precios.pdf`,
  });

  const note = await add('nota.txt', utf8('Uno'), 'text/plain');
  const asText = { 'content-type': 'text/plain' };
  const unnamed = await editor.send('PUT', `/files/${note.id}/contents?version=1`, utf8('Dos'), asText);
  expect(unnamed.body).toMatchObject({ version: 2, name: 'nota.txt', contentType: 'text/plain' });

  const part = (query: string, version: number, text = 'WEBVTT\n\n00:00.000 --> 00:02.000\nHola\n') =>
    editor.send('PUT', `/files/${film.id}/contents?version=${version}&name=es.vtt&${query}`, utf8(`\uFEFF${text}`), {
      'content-type': 'text/vtt',
    });
  expect((await part('part=captions&language=es', 1)).body).toMatchObject({
    ...{ version: 2, contentType: 'video/mp4', former: [] },
    languages: { es: { captions: { name: 'es.vtt', contentType: 'text/vtt' } } },
  });
  expect((await part('part=captions&language=es', 2)).body.detail).toMatch(/exactly these bytes/);
  expect((await part('part=poster', 2)).body.detail).toMatch(/same kind/);
  expect((await part('part=captions', 2)).status).toBe(404);

  const captions = `/files/${film.id}/contents?part=captions&language=es&version=`;
  const other = await part('part=captions&language=es', 2, 'WEBVTT\n\n00:00.000 --> 00:02.000\nAdiós\n');
  expect(other.body).toMatchObject({ version: 3, former: [{ version: 2, part: 'captions', language: 'es' }] });
  const removed = (await editor.send('DELETE', `${captions}3`)).body;
  expect(removed).toMatchObject({ version: 4, former: [{ version: 3, part: 'captions' }, { version: 2 }] });
  expect(removed.languages.es).not.toHaveProperty('captions');
  expect((await editor.send('DELETE', `${captions}3`)).status).toBe(409);
  expect((await editor.send('DELETE', `${captions}4`)).body.detail).toMatch(/none of this/);
  expect((await editor.send('DELETE', `/files/${film.id}/contents?version=4`)).status).toBe(400);
  const restored = await editor.send('POST', `/files/${film.id}/restore-version`, { version: 4, former: 2 });
  expect(restored.body).toMatchObject({ version: 5, languages: { es: { captions: { name: 'es.vtt' } } } });

  const ofPaper = `/files/${paper.id}/contents?version=1&name=es.vtt&part=captions&language=es`;
  expect((await editor.send('PUT', ofPaper, utf8('WEBVTT\n'), { 'content-type': 'text/vtt' })).status).toBe(409);
});
