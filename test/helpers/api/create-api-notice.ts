import { createApiSite } from './create-api-site.ts';

/** A site with a notice in two languages, complete and not published, and an editor's program that writes it. */
export async function createApiNotice() {
  const site = await createApiSite();
  const editor = await site.createProgram('editor');
  await editor.createNotice('one', {
    es: { title: 'Uno', summary: 'Breve', body: { markdown: 'Primero.' }, seo: { description: 'D' } },
    en: { title: 'One', summary: 'Short', body: { markdown: 'First.' }, seo: { description: 'D' } },
  });
  const read = async () => (await editor.get('/items/one')).body;
  const perform = (name: string, body: unknown) => editor.send('POST', `/items/one/${name}`, body);
  const published = async () => (await site.store.runQuery({ collection: 'publications' })).map(({ path }) => path);
  return { ...site, editor, read, perform, published };
}
