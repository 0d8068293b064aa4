import { importItems } from '#core/importing/import-items.ts';
import type { SourcedItem } from '#core/importing/item-reader.ts';
import { createServices } from '#server/services/services.ts';
import config from '#site-config';

const WORDS = ['antes', 'del', 'estudio', 'conviene', 'beber', 'agua', 'y', 'llegar', 'con', 'tiempo'];
const PARAGRAPH_WORDS = 100;

/** Imports an article with this many words in each of two languages into a data folder. @returns its id */
export async function importLongArticle(dataDir: string, words: number): Promise<string> {
  const services = await createServices({ dataDir }, config, { warn: () => {} });
  const id = 'a-long-article';
  const sentence = `${Array.from({ length: 10 }, (_, index) => WORDS[index % WORDS.length]).join(' ')}.`;
  const paragraph = Array.from({ length: PARAGRAPH_WORDS / 10 }, () => sentence).join(' ');
  const markdown = Array.from({ length: words / PARAGRAPH_WORDS }, (_, index) =>
    index % 5 === 0 ? `## Parte ${index}\n\n${paragraph}` : paragraph,
  ).join('\n\n');
  const text = (title: string) => ({ title, summary: title, body: { markdown } });
  const source: SourcedItem = {
    file: 'bench',
    lineOf: () => 1,
    readFile: async () => undefined,
    value: { id, type: 'articles', sourceLanguage: 'es', languages: { es: text('Largo'), en: text('Long') } },
  };
  try {
    const actor = { kind: 'system' } as const;
    const sources = (async function* () {
      yield source;
    })();
    const { imported, problems } = await importItems({ ...services, config, actor }, sources);
    if (imported !== 1) throw new Error(`The long article did not come in: ${problems[0]}`);
    return id;
  } finally {
    await services.close();
  }
}
