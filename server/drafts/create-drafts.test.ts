import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { plainText } from '#core/rich-text/rich-text.ts';
import { testLanguage } from '../../test/helpers/content/create-content-site.ts';
import { body, paragraph, startNoticeSite } from '../../test/helpers/drafts/notice-site.ts';
import { eventually, until } from '../../test/helpers/eventually.ts';
import { bodyTexts, typeInBody } from '../../test/helpers/texts/shared-texts.ts';

const eva = { id: 'eva', name: 'Eva' };

test('a program reads what the item says, and what it changes is durable and in the item', async () => {
  const { drafts, item, draftLog } = await startNoticeSite();
  const read = await drafts.readLanguage('a', 'es');
  expect(read).toMatchObject({ title: 'Título a', slug: 'a', links: {}, minorEdits: [] });
  expect(plainText(read.body)).toBe('Uno.\nDos.');
  expect(await drafts.readShared('a')).toEqual({ tags: ['b', 'a'], fields: { minutes: 5 } });

  await drafts.changeLanguage('a', 'es', { title: 'Otro', fields: { steps: ['Ayuno'] }, seo: { title: 'S' } }, eva);
  await drafts.changeShared('a', { tags: ['c'], fields: { minutes: null } }, eva);
  const changed = await item();
  expect(changed.languages.es).toMatchObject({
    title: 'Otro',
    slug: 'a',
    fields: { steps: ['Ayuno'] },
    seo: { title: 'S' },
  });
  expect(changed).toMatchObject({ tags: ['c'], fields: {}, editedBy: eva, editedAt: expect.any(Number) });
  expect(changed.languages.en?.title).toBe('Título a-en');
  expect(await draftLog.unsettled()).toEqual([]);
  expect((await drafts.readLanguage('a', 'es')).title).toBe('Otro');
});

test('reading changes nothing', async () => {
  const { drafts, site } = await startNoticeSite();
  const before = await site.getItem('a');
  await drafts.readLanguage('a', 'es');
  await drafts.readShared('a');
  await drafts.settle('a');
  expect(await site.getItem('a')).toEqual(before);
});

test('there is no draft of an item or a language that there is not', async () => {
  const { drafts } = await startNoticeSite();
  await expect(drafts.readLanguage('none', 'es')).rejects.toThrow(RangeError);
  await expect(drafts.changeLanguage('a', 'fr', { title: 'x' }, eva)).rejects.toThrow(RangeError);
  await drafts.settle('none');
});

test('a program’s change arrives in an open editor, and what is typed there in the program’s next reading', async () => {
  const { drafts, openPart } = await startNoticeSite();
  const editor = await openPart('es');
  await drafts.changeLanguage('a', 'es', { body: body(paragraph('x', 'Uno.'), paragraph('y', 'Dos y medio.')) }, eva);
  await until(() => bodyTexts(editor.doc)[1] === 'Dos y medio.');
  typeInBody(editor.doc, 0, 0, '¡');
  await until(() => editor.isSaved());
  expect(plainText((await drafts.readLanguage('a', 'es')).body)).toBe('¡Uno.\nDos y medio.');
});

test('changes of programs that come at once are all made', async () => {
  const { drafts, item } = await startNoticeSite();
  const tags = Array.from({ length: 12 }, (_, index) => `t${index}`);
  await Promise.all(
    tags.map((tag, index) => drafts.changeLanguage('a', index % 2 ? 'es' : 'en', { fields: { steps: [tag] } }, eva)),
  );
  await Promise.all([
    drafts.changeLanguage('a', 'es', { title: 'Título' }, eva),
    drafts.changeLanguage('a', 'es', { summary: 'Resumen' }, eva),
    drafts.changeLanguage('a', 'en', { title: 'Title' }, eva),
    drafts.changeShared('a', { tags: ['z'] }, eva),
  ]);
  const { languages, tags: shared } = await item();
  expect(languages.es).toMatchObject({ title: 'Título', summary: 'Resumen' });
  expect(languages.en?.title).toBe('Title');
  expect(shared).toEqual(['z']);
});

test('a published language is changed while it says something else, and published again when it says the same', async () => {
  const { drafts, item, publishAll } = await startNoticeSite();
  expect((await publishAll()).ok).toBe(true);
  const states = async () => Object.values((await item()).languages).map(({ state }) => state);
  await drafts.changeLanguage('a', 'es', { title: 'Otro' }, eva);
  expect(await states()).toEqual(['changed', 'published']);
  await drafts.changeLanguage('a', 'es', { title: 'Título a' }, eva);
  expect(await states()).toEqual(['published', 'published']);
  await drafts.changeShared('a', { tags: ['z'] }, eva);
  expect(await states()).toEqual(['changed', 'changed']);
  await drafts.changeShared('a', { tags: ['b', 'a'] }, eva);
  expect(await states()).toEqual(['published', 'published']);
});

test('a change of the source tells at once how the translation stands to it', async () => {
  const { drafts, item } = await startNoticeSite();
  await drafts.changeLanguage('a', 'es', { body: body(paragraph('x', 'Otro.'), paragraph(undefined, 'Nuevo.')) }, eva);
  const { translation } = (await item()).languages.en ?? {};
  expect(translation?.missing).toBe(2);
});

test('a language that the item lacks comes to be with the first word', async () => {
  const { site, drafts } = await startNoticeSite();
  await site.putItem('b', 'notice', { es: testLanguage('b') });
  const item = async () => (await site.getItem('b')).data;
  expect(await drafts.readLanguage('b', 'en')).toMatchObject({ title: '', body: { content: [] } });
  expect(Object.keys((await item()).languages)).toEqual(['es']);
  await drafts.changeLanguage('b', 'en', { title: 'B' }, eva);
  expect((await item()).languages.en).toMatchObject({ title: 'B', state: 'draft', revision: 0 });
});

test('blocks that came without an id have one in the item and in open editors, the same', async () => {
  const { drafts, item, openPart } = await startNoticeSite();
  const editor = await openPart('es');
  const text = editor.doc.getText('body:text');
  text.insertEmbed(text.length, { block: 'typed', type: 'paragraph' });
  text.insert(text.length, 'Tres.');
  await until(() => editor.isSaved());
  await drafts.settle('a');
  const ids = (await item()).languages.es?.body.content.map(({ attrs }) => attrs?.id);
  expect(ids).toEqual(['x', 'y', 'typed']);
});

test('an item that a program wrote over is what its drafts say, and open editors see it', async () => {
  const { drafts, site, item, openPart } = await startNoticeSite();
  const editor = await openPart('es');
  const shared = await openPart('shared');
  editor.doc.getText('summary').insert(0, 'Mío.');
  await until(() => editor.isSaved());
  await drafts.settle('a');
  await site.editItem('a', ({ draftHash: _, ...found }) => ({
    ...found,
    tags: ['imported'],
    languages: { ...found.languages, es: { ...testLanguage('a'), ...found.languages.es, title: 'Importado' } },
  }));
  await until(() => editor.doc.getText('title').toString() === 'Importado');
  await until(() => [...shared.doc.getMap('tags').keys()].join() === 'imported');
  expect(await drafts.readLanguage('a', 'es')).toMatchObject({ title: 'Importado', summary: 'Mío.' });
  expect((await item()).languages.es).toMatchObject({ title: 'Importado', summary: 'Mío.' });
});

test('what is typed while a program writes over the item stays, and is not doubled', async () => {
  const { drafts, site, openPart, item } = await startNoticeSite();
  const editor = await openPart('es');
  typeInBody(editor.doc, 0, 0, 'Tecleado. ');
  // Before the snapshot: the item does not have the typed text yet.
  await site.editItem('a', (found) => {
    const es = { ...testLanguage('a'), ...found.languages.es };
    return {
      ...found,
      languages: {
        ...found.languages,
        es: { ...es, body: body(paragraph('x', 'Uno.'), paragraph('y', 'Importado.')) },
      },
    };
  });
  await until(() => editor.isSaved());
  await eventually(async () => {
    await drafts.settle('a');
    expect(plainText((await item()).languages.es?.body ?? body())).toBe('Tecleado. Uno.\nImportado.');
  });
  await drafts.settle('a');
  expect(plainText((await drafts.readLanguage('a', 'es')).body)).toBe('Tecleado. Uno.\nImportado.');
});

test('an item that a program wrote over while nobody had its drafts open is what they say when they are', async () => {
  const server = await startNoticeSite();
  await server.drafts.changeLanguage('a', 'es', { title: 'Antes' }, eva);
  await server.restart();
  await server.site.editItem('a', (found) => ({
    ...found,
    languages: { ...found.languages, es: { ...testLanguage('a'), ...found.languages.es, title: 'Importado' } },
  }));
  expect((await server.drafts.readLanguage('a', 'es')).title).toBe('Importado');
  expect((await server.item()).languages.es?.title).toBe('Importado');
});

test('a start takes the snapshots that a crash prevented', async () => {
  const server = await startNoticeSite();
  await server.drafts.changeLanguage('a', 'es', { title: 'Antes' }, eva);
  const doc = new Y.Doc();
  for (const { update } of await server.draftLog.read('item/a/es')) Y.applyUpdate(doc, update);
  const before = Y.encodeStateVector(doc);
  doc.getText('title').insert(0, 'Salvado: ');
  await server.restart();
  await server.draftLog.append('item/a/es', Y.encodeStateAsUpdate(doc, before));
  await server.restart();
  await eventually(async () => expect((await server.item()).languages.es?.title).toBe('Salvado: Antes'));
  await eventually(async () => expect(await server.draftLog.unsettled()).toEqual([]));
});

test('one item whose snapshot cannot be taken does not keep those of others from being', async () => {
  const server = await startNoticeSite();
  for (const id of ['b', 'c']) await server.site.putItem(id, 'notice', { es: testLanguage(id) });
  const append = async (id: string, title: string) => {
    const doc = new Y.Doc();
    for (const { update } of await server.draftLog.read(`item/${id}/es`)) Y.applyUpdate(doc, update);
    const before = Y.encodeStateVector(doc);
    doc.getText('title').insert(0, title);
    return server.draftLog.append(`item/${id}/es`, Y.encodeStateAsUpdate(doc, before));
  };
  for (const id of ['a', 'b', 'c']) await server.drafts.readLanguage(id, 'es');
  await server.restart();
  await append('a', 'Antes: ');
  await append('b', 'x'.repeat(1_000_000));
  await append('c', 'Después: ');
  await server.restart();
  const title = async (id: string) => (await server.site.getItem(id)).data.languages.es?.title;
  await eventually(async () => expect(await title('c')).toBe('Después: Título c'));
  expect([await title('a'), await title('b')]).toEqual(['Antes: Título a', 'Título b']);
  expect(await server.draftLog.unsettled()).toEqual(['item/b/es']);
  expect(server.log.errors.some(({ fields }) => fields.item === 'b')).toBe(true);
});

test('what could not be loaded is loaded when it is requested again', async () => {
  const server = await startNoticeSite();
  const { read } = server.draftLog;
  server.draftLog.read = async () => {
    throw new Error('The disk failed.');
  };
  await expect(server.drafts.readLanguage('a', 'es')).rejects.toThrow('The disk failed.');
  server.draftLog.read = read;
  expect((await server.drafts.readLanguage('a', 'es')).title).toBe('Título a');
});

test('a crash right after a draft was started does not double what it says', async () => {
  const server = await startNoticeSite();
  const { settle } = server.draftLog;
  server.draftLog.settle = async () => {
    throw new Error('killed');
  };
  await expect(server.drafts.readLanguage('a', 'es')).rejects.toThrow('killed');
  server.draftLog.settle = settle;
  await server.restart();
  expect((await server.drafts.readLanguage('a', 'es')).title).toBe('Título a');
  expect(plainText((await server.drafts.readLanguage('a', 'es')).body)).toBe('Uno.\nDos.');
  server.log.errors.length = 0;
});

test('updates that cannot be read do not take the others with them, and are reported once', async () => {
  const server = await startNoticeSite();
  await server.drafts.changeLanguage('a', 'es', { title: 'Legible' }, eva);
  await server.restart();
  const unreadable = new Uint8Array([1, 2, 3]);
  for (let count = 0; count < 20; count++) await server.draftLog.append('item/a/es', unreadable);
  await server.draftLog.append('item/a/es', new Uint8Array());
  expect((await server.drafts.readLanguage('a', 'es')).title).toBe('Legible');
  expect(server.log.errors).toHaveLength(1);
  const updates = async () => (await server.draftLog.read('item/a/es')).map(({ update }) => update);
  await eventually(async () => expect(await updates(), 'it is not met again').not.toContainEqual(unreadable));
  await server.restart();
  expect((await server.drafts.readLanguage('a', 'es')).title).toBe('Legible');
  expect(server.log.errors).toHaveLength(1);
});

test('a long history becomes short, and says the same', async () => {
  const server = await startNoticeSite();
  const editor = await server.openPart('es');
  for (let index = 0; index < 400; index++) editor.doc.getText('summary').insert(index, String(index % 10));
  await until(() => editor.isSaved());
  expect((await server.draftLog.read('item/a/es')).length).toBeGreaterThan(0);
  await server.drafts.settle('a');
  editor.end();
  await eventually(async () => expect((await server.draftLog.read('item/a/es')).length).toBe(1));
  expect((await server.drafts.readLanguage('a', 'es')).summary).toBe('0123456789'.repeat(40));
});

test('a draft that is removed is gone, with every editor of it', async () => {
  const server = await startNoticeSite();
  const editor = await server.openPart('es');
  await server.drafts.changeLanguage('a', 'en', { title: 'B' }, eva);
  await server.store.commit([{ kind: 'delete', path: 'items/a' }]);
  await server.drafts.remove('a');
  for (const part of ['es', 'en', 'shared']) expect(await server.draftLog.read(`item/a/${part}`)).toEqual([]);
  await until(() => editor.answers.at(-1) === 'refused');
  expect(await server.draftLog.unsettled()).toEqual([]);
});
