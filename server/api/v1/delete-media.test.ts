import { expect, test } from 'vitest';
import { recordMediaUses } from '#core/media-uses/record-media-uses.ts';
import { createApiSite } from '../../../test/helpers/api/create-api-site.ts';
import { testConfig } from '../../../test/helpers/content/create-content-site.ts';

const SVG = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 8"></svg>');

test('a picture is deleted when nothing uses it, or on purpose, and what uses it is told before', async () => {
  const site = await createApiSite();
  const owner = await site.createProgram('owner');
  const upload = async () => (await owner.send('POST', '/media', SVG, { 'content-type': 'image/svg+xml' })).body;
  const { id, ...told } = await upload();
  expect(Object.keys(told).sort()).toEqual(['bytes', 'contentType', 'height', 'name', 'url', 'width']);
  const remove = (query = '') => owner.send('DELETE', `/media/${id}${query}`);
  expect(await remove()).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  await recordMediaUses(site.store, testConfig);
  await owner.createNotice('one', { es: { title: 'Uno', body: { html: `<img src="/media/${id}/original">` } } });
  for (const query of ['', '?force=false']) {
    expect(await remove(query)).toMatchObject({
      status: 409,
      body: { code: 'conflict', errors: [{ code: 'used-in-draft', item: 'one', detail: 'Uno uses it in its draft' }] },
    });
  }
  expect((await remove('?force=yes')).status).toBe(400);
  expect((await remove('?force=true')).status).toBe(204);
  expect((await owner.get(`/media/${id}`)).status).toBe(404);
  expect((await remove()).status).toBe(404);
  await owner.send('PATCH', '/items/one/es', { body: { markdown: 'Nada.' } });
  await upload();
  expect((await remove()).status).toBe(204);
});
