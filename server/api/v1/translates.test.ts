import { describe, expect, test } from 'vitest';
import { createApiSite } from '../../../test/helpers/api/create-api-site.ts';

const paragraph = (text: string, attrs?: object) => ({
  type: 'paragraph',
  ...(attrs && { attrs }),
  content: [{ type: 'text', text }],
});
const tiptap = (...content: object[]) => ({ body: { tiptap: { type: 'doc', content } } });

async function createSite() {
  const site = await createApiSite();
  const editor = await site.createProgram('editor');
  await editor.createNotice('one', {
    es: { title: 'Uno', ...tiptap(paragraph('Primero.', { id: 'a' }), paragraph('Segundo.', { id: 'b' })) },
    en: { title: 'One', ...tiptap(paragraph('First.', { id: 'x' }), paragraph('Second.', { id: 'y' })) },
  });
  /** The blocks of the translation as "state block source". */
  const health = async (id = 'one') =>
    (await editor.get(`/items/${id}/health`)).body.languages.en.blocks.map(
      ({ state, block = '-', source = '-' }: { state: string; block?: string; source?: string }) =>
        `${state} ${block} ${source}`,
    );
  return { ...site, editor, health };
}

describe('a block of a translation', () => {
  test('says which block of the source it translates, at any place, and that it translates none', async () => {
    const { editor, health } = await createSite();
    const written = [paragraph('Second.', { id: 'y' }), paragraph('Note.', { id: 'n', translates: null })];
    await editor.send('PATCH', '/items/one/en', tiptap(...written));
    expect(await health()).toEqual(['missing - a', 'current y b', 'extra n -']);
    await editor.send('PATCH', '/items/one/en', tiptap(...written, paragraph('First.', { id: 'z', translates: 'a' })));
    expect(await health()).toEqual(expect.arrayContaining(['moved y b', 'extra n -', 'current z a']));
    await editor.send(
      'PATCH',
      '/items/one/en',
      tiptap(...written.slice(0, 1), paragraph('Note.', { id: 'n', translates: 'a' })),
    );
    expect(await health()).toEqual(expect.arrayContaining([expect.stringMatching(/^(current|moved) n a$/)]));
  });

  test('that somebody marked is not marked anew by saying the same of it', async () => {
    const { editor, health } = await createSite();
    await editor.send(
      'PATCH',
      '/items/one/es',
      tiptap(paragraph('Primero, ya.', { id: 'a' }), paragraph('Segundo.', { id: 'b' })),
    );
    const same = tiptap(paragraph('First.', { id: 'x', translates: 'a' }), paragraph('Second.', { id: 'y' }));
    await editor.send('PATCH', '/items/one/en', same);
    expect(await health()).toEqual(['stale x a', 'current y b']);
  });

  test('beside an orphan is the translation of the block that is missing there', async () => {
    const { editor, health } = await createSite();
    await editor.send(
      'PATCH',
      '/items/one/es',
      tiptap(paragraph('Nuevo.', { id: 'c' }), paragraph('Segundo.', { id: 'b' })),
    );
    expect(await health()).toEqual(expect.arrayContaining(['extra x -', 'missing - c']));
    await editor.send('PATCH', '/items/one/en', { title: 'Another' });
    expect(await health()).toEqual(expect.arrayContaining(['extra x -', 'missing - c']));
    const all = [paragraph('First.', { id: 'x' }), paragraph('New.', { id: 'n' }), paragraph('Second.', { id: 'y' })];
    await editor.send('PATCH', '/items/one/en', tiptap(...all));
    expect(await health()).toEqual(['extra x -', 'current n c', 'current y b']);
  });

  test('says it in HTML, and in a new item', async () => {
    const { editor, health } = await createSite();
    const html = '<p data-id="y" data-translates="a">First.</p><p data-id="n" data-translates="">Note.</p>';
    const created = await editor.send('POST', '/items', {
      id: 'two',
      type: 'notice',
      sourceLanguage: 'es',
      languages: {
        en: { title: 'Two', body: { html } },
        es: { title: 'Dos', ...tiptap(paragraph('Cero.', { id: 'z' }), paragraph('Primero.', { id: 'a' })) },
      },
    });
    expect(created.status).toBe(201);
    expect(await health('two')).toEqual(['missing - z', 'current y a', 'extra n -']);
    expect(JSON.stringify(created.body)).not.toContain('translates');
  });

  test('is refused where it names no block of the source, and in the source', async () => {
    const { editor, health } = await createSite();
    const refusals = await Promise.all([
      editor.send('PATCH', '/items/one/en', tiptap(paragraph('x', { translates: 'nothing' }))),
      editor.send('PATCH', '/items/one/en', tiptap(paragraph('x', { translates: 3 }))),
      editor.send('PATCH', '/items/one/es', tiptap(paragraph('x', { translates: 'a' }))),
    ]);
    for (const { status, body } of refusals) {
      expect([status, body.errors]).toEqual([
        422,
        [expect.objectContaining({ pointer: '/body/tiptap/content/0/attrs/translates', code: 'translates' })],
      ]);
    }
    expect(await health()).toEqual(['current x a', 'current y b']);
  });
});
