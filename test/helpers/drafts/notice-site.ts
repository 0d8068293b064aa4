import type { RichText, RichTextNode } from '#core/rich-text/rich-text.ts';
import { testConfig, testLanguage } from '../content/create-content-site.ts';
import { publish } from '../content/publish.ts';
import { until } from '../eventually.ts';
import { startDrafts } from './start-drafts.ts';

export const paragraph = (id: string | undefined, text: string): RichTextNode => ({
  type: 'paragraph',
  ...(id !== undefined && { attrs: { id } }),
  content: [{ type: 'text', text }],
});
export const body = (...content: RichTextNode[]): RichText => ({ type: 'doc', content });

/** A server with the notice `a`, edited by programs and people. */
export async function startNoticeSite(options: Parameters<typeof startDrafts>[0] = {}) {
  const server = await startDrafts(options);
  const es = testLanguage('a', { body: body(paragraph('x', 'Uno.'), paragraph('y', 'Dos.')) });
  await server.site.putItem(
    'a',
    'notice',
    { es, en: testLanguage('a-en') },
    { tags: ['b', 'a'], fields: { minutes: 5 } },
  );
  const item = async () => (await server.site.getItem('a')).data;
  let people = 0;
  const openPart = async (part: string) => {
    const person = await server.signIn(`Person${people++}`, { role: 'editor' });
    const client = server.open(`item/a/${part}`, person);
    await until(() => client.isSaved());
    return client;
  };
  const publishAll = () => publish({ store: server.store, config: testConfig }, 'a', ['es', 'en']);
  return Object.assign(server, { item, openPart, publishAll });
}
