import type { RichTextNode } from '#core/rich-text/rich-text.ts';
import { readItem, writeItems } from './write-items.ts';

/** Changes the first paragraph of the Spanish text of the test's article, and its author and tags, beside the server. */
export async function rewriteArticle(dataDir: string, content: string | RichTextNode[]): Promise<void> {
  const item = await readItem(dataDir, 'ayuno');
  const { es } = item.languages;
  if (!es) throw new Error('The article has a Spanish text');
  const [, ...others] = es.body.content;
  const nodes = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const body = { ...es.body, content: [{ type: 'paragraph', attrs: { id: 'es0' }, content: nodes }, ...others] };
  await writeItems(dataDir, [
    { ...item, author: 'Dra. Robles', tags: ['preparation'], languages: { ...item.languages, es: { ...es, body } } },
  ]);
}
