import { expect, test } from 'vitest';
import * as Y from 'yjs';
import type { LanguageDraft } from '#core/drafts/drafts.ts';
import { draftHash, languageInItem } from '#core/drafts/item-parts.ts';
import { plainText } from '#core/rich-text/plain-text.ts';
import type { RichTextNode } from '#core/rich-text/rich-text.ts';
import { body, startNoticeSite } from '../../test/helpers/drafts/notice-site.ts';
import { eventually, until } from '../../test/helpers/eventually.ts';
import { bodyTexts, typeInBody } from '../../test/helpers/texts/shared-texts.ts';

const NAME = 'item/a/es';

/** A draft in the former structure, with a heading, a paragraph with a bold word, and a list. */
function createOldDraft(): Y.Doc {
  const doc = new Y.Doc();
  doc.getText('title').insert(0, 'Título a');
  doc.getText('slug').insert(0, 'a');
  const fragment = doc.getXmlFragment('body');
  const element = (name: string, attrs: { [name: string]: string }, ...children: (Y.XmlElement | Y.XmlText)[]) => {
    const made = new Y.XmlElement(name);
    for (const [key, value] of Object.entries(attrs)) made.setAttribute(key, value);
    made.insert(0, children);
    return made;
  };
  const text = (words: string) => new Y.XmlText(words);
  const item = (words: string) => element('listItem', {}, element('paragraph', {}, text(words)));
  fragment.insert(0, [
    element('heading', { id: 'h', level: 3 as never }, text('Antes')),
    element('paragraph', { id: 'p' }, text('Uno dos tres')),
    element('bulletList', { id: 'l' }, item('pan'), item('sal')),
  ]);
  ((fragment.get(1) as Y.XmlElement).get(0) as Y.XmlText).format(4, 3, { bold: {} });
  return doc;
}

function textAt(doc: Y.Doc, index: number): Y.XmlText {
  return (doc.getXmlFragment('body').get(index) as Y.XmlElement).get(0) as Y.XmlText;
}

async function startWithOldDraft() {
  const server = await startNoticeSite();
  const old = createOldDraft();
  await server.draftLog.settle(NAME, await server.draftLog.append(NAME, Y.encodeStateAsUpdate(old)));
  const line = (text: string): RichTextNode => ({ type: 'paragraph', content: [{ type: 'text', text }] });
  const entry = (text: string): RichTextNode => ({ type: 'listItem', content: [line(text)] });
  await writeItem(server, [
    { type: 'heading', attrs: { id: 'h', level: 3 }, content: [{ type: 'text', text: 'Antes' }] },
    {
      type: 'paragraph',
      attrs: { id: 'p' },
      content: [
        { type: 'text', text: 'Uno ' },
        { type: 'text', marks: [{ type: 'bold' }], text: 'dos' },
        { type: 'text', text: ' tres' },
      ],
    },
    { type: 'bulletList', attrs: { id: 'l' }, content: [entry('pan'), entry('sal')] },
  ]);
  await server.site.editItem('a', (item) => {
    const es = item.languages.es as NonNullable<typeof item.languages.es>;
    const hash = draftHash(languageInItem(item, 'es') as LanguageDraft);
    return { ...item, languages: { ...item.languages, es: { ...es, draftHash: hash } } };
  });
  return { ...server, old };
}

type Server = Awaited<ReturnType<typeof startNoticeSite>>;

/** Writes the text of the item as a program does that knows nothing of drafts. */
async function writeItem({ site }: Pick<Server, 'site'>, content: RichTextNode[]): Promise<void> {
  await site.editItem('a', (item) => {
    const es = item.languages.es as NonNullable<typeof item.languages.es>;
    return { ...item, languages: { ...item.languages, es: { ...es, body: body(...content) } } };
  });
}

test('a draft in the former structure is the same text when it is opened, with its ids', async () => {
  const { openPart, drafts } = await startWithOldDraft();
  const editor = await openPart('es');
  expect(bodyTexts(editor.doc)).toEqual(['Antes', 'Uno dos tres', 'pan', 'sal']);
  const { content } = (await drafts.readLanguage('a', 'es')).body;
  expect(content.map(({ type, attrs }) => [type, attrs])).toEqual([
    ['heading', { id: 'h', level: 3 }],
    ['paragraph', { id: 'p' }],
    ['bulletList', { id: 'l' }],
  ]);
  expect(content[1]?.content?.[1]).toEqual({ type: 'text', marks: [{ type: 'bold' }], text: 'dos' });
});

test('what a browser with the former editor wrote offline joins what was written meanwhile, once', async () => {
  const { openPart, drafts, draftLog, old } = await startWithOldDraft();
  const editor = await openPart('es');
  typeInBody(editor.doc, 1, -1, ' cuatro');
  await until(() => editor.isSaved());

  const before = Y.encodeStateVector(old);
  textAt(old, 1).insert(0, 'Cero ');
  textAt(old, 0).delete(0, 5);
  const late = Y.encodeStateAsUpdate(old, before);
  Y.applyUpdate(editor.doc, late);
  await eventually(() => expect(bodyTexts(editor.doc)).toEqual(['', 'Cero Uno dos tres cuatro', 'pan', 'sal']));

  const again = Y.encodeStateVector(old);
  textAt(old, 1).insert(0, '¡');
  Y.applyUpdate(editor.doc, Y.encodeStateAsUpdate(old, again));
  await eventually(() => expect(bodyTexts(editor.doc)[1]).toBe('¡Cero Uno dos tres cuatro'));
  await until(() => editor.isSaved());
  expect(plainText((await drafts.readLanguage('a', 'es')).body)).toContain('¡Cero Uno dos tres cuatro');
  expect((await draftLog.read(NAME)).length).toBeGreaterThan(1);
});

test('an update of a former editor that came before a crash is taken in at the next opening, once', async () => {
  const server = await startWithOldDraft();
  (await server.openPart('es')).end();
  await server.drafts.settle('a');
  await server.restart();
  const before = Y.encodeStateVector(server.old);
  textAt(server.old, 1).insert(0, 'Tarde. ');
  await server.draftLog.append(NAME, Y.encodeStateAsUpdate(server.old, before));
  const editor = await server.openPart('es');
  await eventually(() => expect(bodyTexts(editor.doc)).toEqual(['Antes', 'Tarde. Uno dos tres', 'pan', 'sal']));
});

test('a program’s change of an item whose draft was not yet converted does not double its text', async () => {
  const server = await startWithOldDraft();
  await writeItem(server, [
    { type: 'paragraph', attrs: { id: 'p' }, content: [{ type: 'text', text: 'Uno dos tres y más' }] },
  ]);
  const editor = await server.openPart('es');
  await server.drafts.settle('a');
  await eventually(() => expect(bodyTexts(editor.doc)).toEqual(['Uno dos tres y más']));
});
