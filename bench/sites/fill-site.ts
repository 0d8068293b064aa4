import { importItems } from '#core/importing/import-items.ts';
import type { SourcedItem } from '#core/importing/item-reader.ts';
import { type BackendSettings, createServices } from '#server/services/services.ts';
import config from '#site-config';

/** A word that only the last generated item contains. */
export const LAST_WORD = 'ultimisimo';

/** The type of the generated items. */
export const GENERATED_TYPE = 'articles';

/** Fills a site with generated items of about 500 words in two languages. @returns items per second. */
export async function fillSite(settings: BackendSettings, count: number): Promise<number> {
  const services = await createServices(settings, config, { warn: () => {} });
  const startedAt = performance.now();
  try {
    const actor = { kind: 'system' } as const;
    const report = await importItems({ ...services, config, actor }, generateItems(count));
    if (report.imported !== count)
      throw new Error(`${report.imported} of ${count} items came in: ${report.problems[0]}`);
    return (count / (performance.now() - startedAt)) * 1000;
  } finally {
    await services.close();
  }
}

async function* generateItems(count: number): AsyncIterable<SourcedItem> {
  const random = createRandom(7);
  const words = createWords(random, 6_000);
  const pick = () => words[Math.floor(words.length * random() ** 3)] ?? '';
  const sentence = () => {
    const text = Array.from({ length: 12 }, pick).join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };
  const paragraph = () => Array.from({ length: 8 }, sentence).join(' ');
  const body = () => Array.from({ length: 5 }, () => `## ${sentence()}\n\n${paragraph()}`).join('\n\n');
  const tags = Object.keys(config.tags);
  for (let number = 0; number < count; number += 1) {
    const language = (name: string) => ({
      title: `${name} ${number} ${pick()} ${pick()}`,
      summary: number === count - 1 ? LAST_WORD : sentence(),
      body: { markdown: body() },
    });
    const value = {
      id: `generated-${number}`,
      type: GENERATED_TYPE,
      sourceLanguage: 'es',
      publishedAt: new Date(Date.UTC(2020, 0, 1) + number * 3_600_000).toISOString(),
      tags: [tags[number % tags.length], tags[(number * 7 + 1) % tags.length]].filter(
        (tag, at, all) => all.indexOf(tag) === at,
      ),
      languages: { es: language('Estudio'), en: language('Exam') },
    };
    yield { value, file: 'generated', lineOf: () => number + 1, readFile: async () => undefined };
  }
}

/** A seeded generator: the same numbers in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

function createWords(random: () => number, count: number): string[] {
  const syllables =
    'ra dio lo gía ca men to pa ción de ni ño mu es tra bla per so na tu vi ter co ro sa li fe gu'.split(' ');
  const syllable = () => syllables[Math.floor(random() * syllables.length)] ?? '';
  return Array.from({ length: count }, () => Array.from({ length: 2 + Math.floor(random() * 3) }, syllable).join(''));
}
