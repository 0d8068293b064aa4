import { describe, expect, test } from 'vitest';
import { createApiNotice } from '../../../test/helpers/api/create-api-notice.ts';

describe('health', () => {
  test('says of each language how each field and block stands to the source, and what changed', async () => {
    const { editor } = await createApiNotice();
    await editor.send('PATCH', '/items/one/es', { title: 'Uno bis', body: { markdown: 'Primero.\n\nNuevo.' } });
    await editor.send('PATCH', '/items/one/en', { body: { markdown: 'First.\n\n> Own.' } });
    const { body } = await editor.get('/items/one/health');
    expect(body.languages.es).toMatchObject({ state: 'draft', isSource: true, fields: [], blocks: [] });
    expect(body.languages.en).toMatchObject({
      isSource: false,
      counts: { missing: 1, stale: 1, current: 3, extra: 1, moved: 0 },
      fields: [
        { field: 'title', state: 'stale', change: { from: 'Uno', to: 'Uno bis' } },
        { field: 'summary', state: 'current' },
        { field: 'seo.description', state: 'current' },
      ],
    });
    const blocks = body.languages.en.blocks.map(({ state }: { state: string }) => state);
    expect(blocks.toSorted()).toEqual(['current', 'extra', 'missing']);
    const marked = await editor.send('POST', '/items/one/en/mark-current', { units: ['title'] });
    expect(marked.body.languages.en.translation).toMatchObject({ stale: 0, current: 4 });
  });

  test('of a language that was not begun, everything is missing', async () => {
    const { editor } = await createApiNotice();
    await editor.createNotice('two', { es: { title: 'Dos' } });
    const { body } = await editor.get('/items/two/health');
    expect(body.languages.en).toMatchObject({ state: 'missing', fields: [{ field: 'title', state: 'missing' }] });
    expect((await editor.send('POST', '/items/two/en/mark-current', { units: ['title'] })).status).toBe(409);
  });

  test('the source cannot be marked, by those who may change it, and others are told that they may not', async () => {
    const { editor, createProgram } = await createApiNotice();
    const translator = await createProgram('translator', ['en']);
    const action = ['POST', '/items/one/es/mark-current', { units: ['title'] }] as const;
    const refused = await editor.send(...action);
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    expect(refused.body.detail).toContain('source language');
    expect((await translator.send(...action)).status).toBe(403);
    await editor.createNotice('two', { es: { title: 'Dos' } });
    const author = await createProgram('author');
    expect((await author.send('POST', '/items/two/en/mark-current', { units: ['title'] })).status).toBe(403);
  });

  test('a minor edit of one unit leaves the others stale', async () => {
    const { editor } = await createApiNotice();
    await editor.send('PATCH', '/items/one/es', { title: 'Uno.', summary: 'Breve.' });
    await editor.send('POST', '/items/one/minor-edit', { units: ['title'] });
    const { fields } = (await editor.get('/items/one/health')).body.languages.en;
    expect(fields).toMatchObject([{ field: 'title', state: 'current' }, { field: 'summary', state: 'stale' }, {}]);
  });
});
