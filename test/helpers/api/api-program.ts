/**
 * An external program with a client generated from the OpenAPI description. Creates, changes and publishes an item, and prints
 * the responses as JSON. Run as `node api-program.ts CLIENT ORIGIN TOKEN`.
 */
import { pathToFileURL } from 'node:url';

const [client = '', origin = '', token = ''] = process.argv.slice(2);
const api = await import(pathToFileURL(client).href);
api.defaults.baseUrl = `${origin}/api/v1`;
api.defaults.headers = { authorization: `Bearer ${token}` };

const created = await api.createItem({
  type: 'articles',
  sourceLanguage: 'es',
  languages: {
    es: {
      title: 'Escrito por un programa',
      summary: 'Una prueba xilográfica.',
      body: { markdown: '## Uno\n\nPrimera frase.\n' },
    },
    en: { title: 'Written by a program', summary: 'Short.', body: { html: '<h2>One</h2><p>First sentence.</p>' } },
  },
});
const { id } = created.data;
const ifMatch = created.headers.get('etag');
const edited = await api.changeLanguage(id, 'es', { body: { markdown: '## Uno\n\nOtra frase.\n' } }, { ifMatch });
const stale = await api.changeLanguage(id, 'es', { title: 'Perdido' }, { ifMatch });
const health = await api.readItemHealth(id);
const published = await api.publishItem(id, { languages: ['es', 'en'] }, { body: 'markdown' });
const refused = await api.createItem({ type: 'nothing', sourceLanguage: 'es', languages: { es: { title: 'x' } } });
const find = () => api.listItems({ $type: 'articles', q: 'xilografica' });
let listed = await find();
// The search is eventually consistent.
for (let look = 0; look < 100 && listed.data.items.length === 0; look++) {
  await new Promise((resolve) => setTimeout(resolve, 50));
  listed = await find();
}
process.stdout.write(JSON.stringify({ created, edited, stale, health, published, refused, listed }));
