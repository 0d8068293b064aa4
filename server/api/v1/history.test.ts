import { describe, expect, test } from 'vitest';
import { createApiNotice } from '../../../test/helpers/api/create-api-notice.ts';

describe('history', () => {
  test('lists what was published, gives it back, and restores it into the draft', async () => {
    const { perform, editor } = await createApiNotice();
    await perform('publish', { languages: ['es'] });
    await editor.send('PATCH', '/items/one/es', { title: 'Dos', body: { markdown: 'Otro.' } });
    await perform('publish', { languages: ['es'] });
    const list = await editor.get('/items/one/revisions?language=es&limit=1');
    expect(list.body.revisions).toMatchObject([{ language: 'es', revision: 2, title: 'Dos', by: { name: 'editor' } }]);
    const rest = await editor.get(`/items/one/revisions?language=es&limit=1&cursor=${list.body.next}`);
    expect(rest.body.revisions).toMatchObject([{ revision: 1, title: 'Uno' }]);
    expect(rest.body.next).toBeUndefined();
    const first = await editor.get('/items/one/revisions/es/1?body=markdown');
    expect(first.body).toMatchObject({ title: 'Uno', body: { markdown: 'Primero.\n' } });
    const restored = await perform('restore', { languages: ['es'], revision: 1 });
    expect(restored.body.languages.es).toMatchObject({ state: 'changed', title: 'Uno', revision: 2 });
  });

  test.each(['cursor=zzz', 'cursor=9999999999999999.one', 'limit=0', 'language=fr'])(
    'refuses %s in place of showing the first page',
    async (query) => {
      const { perform, editor } = await createApiNotice();
      await perform('publish', { languages: ['es'] });
      const { status, body } = await editor.get(`/items/one/revisions?${query}`);
      expect([status, body.code, body.errors?.[0].parameter]).toEqual([400, 'invalid-query', query.split('=')[0]]);
    },
  );

  test('restores what a publication shared with other languages only where that is asked for', async () => {
    const { perform, editor } = await createApiNotice();
    const shared = async () => (await editor.get('/items/one')).body.fields;
    const published = await shared();
    await perform('publish', { languages: ['es'] });
    await editor.send('PATCH', '/items/one', { fields: { minutes: 7 } });
    expect(await shared()).not.toEqual(published);
    await perform('restore', { languages: ['es'], revision: 1 });
    expect(await shared()).not.toEqual(published);
    await perform('restore', { languages: ['es'], revision: 1, shared: true });
    expect(await shared()).toEqual(published);
  });

  test('restores a saved version, and nothing if it lacks one of the languages', async () => {
    const { perform, editor, store } = await createApiNotice();
    await perform('publish', { languages: ['es'] });
    await editor.send('PATCH', '/items/one/es', { title: 'Dos' });
    expect((await perform('restore', { languages: ['es', 'en'], revision: 1 })).status).toBe(404);
    expect((await editor.get('/items/one')).body.languages.es.title).toBe('Dos');
    await perform('restore', { languages: ['es'], revision: 1 });
    const [kept] = await store.runQuery({ collection: 'saved-versions' });
    const savedVersion = kept?.path.slice('saved-versions/'.length);
    expect((await perform('restore', { languages: ['es'], savedVersion })).body.languages.es.title).toBe('Dos');
    expect((await perform('restore', { languages: ['es'], savedVersion: 'nothing' })).status).toBe(404);
  });

  test('an item that is not in the trash cannot be taken out of it', async () => {
    const { perform } = await createApiNotice();
    expect((await perform('restore', {})).status).toBe(422);
    expect((await perform('restore', { revision: 1 })).status).toBe(422);
  });

  test.each([
    { languages: ['es'] },
    { languages: ['es'], revision: 1, savedVersion: 'nothing' },
    { languages: ['es'], shared: true },
    { languages: [], revision: 1 },
    { savedVersion: 'nothing' },
    { shared: true },
  ])('%j says neither what to restore nor to take the item out of the trash, in which it stays', async (body) => {
    const { perform, editor } = await createApiNotice();
    await perform('publish', { languages: ['es'] });
    await editor.send('DELETE', '/items/one');
    const refused = await perform('restore', body);
    expect([refused.status, refused.body.code]).toEqual([422, 'invalid']);
    expect((await editor.get('/items?place=trash')).body.items).toMatchObject([{ id: 'one' }]);
    expect((await perform('restore', {})).status).toBe(200);
    expect((await perform('restore', body)).status).toBe(422);
  });

  test.each(['/es/2', '/es/x', '/fr/1', '/es/0'])('there is no revision %s', async (path) => {
    const { perform, editor } = await createApiNotice();
    await perform('publish', { languages: ['es'] });
    expect((await editor.get(`/items/one/revisions${path}`)).status).toBe(404);
  });
});
