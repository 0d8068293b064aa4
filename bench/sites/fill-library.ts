import { UnitOfWork } from '#core/documents/unit-of-work.ts';
import type { FileTexts } from '#core/files/site-file.ts';
import { documentsOfFile, stageFile, stageFiled } from '#core/files/stage-file.ts';
import { newFile, uploadOf } from '#core/files/store-file.ts';
import { importItems } from '#core/importing/import-items.ts';
import type { SourcedItem } from '#core/importing/item-reader.ts';
import { media } from '#core/media/media.ts';
import { createServices } from '#server/services/services.ts';
import config from '#site-config';
import { GENERATED_TYPE, LAST_WORD } from './fill-site.ts';

/** Files per commit. */
const BATCH = 50;

/** The id of a generated file. */
export const fileId = (number: number) => number.toString(16).padStart(32, '0');

/** Fills a site with files, without their bytes, half of which are covers of an item each. */
export async function fillLibrary(dataDir: string, count: number): Promise<void> {
  const { close, ...services } = await createServices({ dataDir }, config, { warn: () => {} });
  try {
    for (let first = 0; first < count; first += BATCH) {
      const unit = new UnitOfWork(services.store);
      const numbers = Array.from({ length: Math.min(BATCH, count - first) }, (_, index) => first + index);
      await unit.read(numbers.flatMap((number) => [media.at(fileId(number)), ...documentsOfFile(fileId(number))]));
      for (const number of numbers) stageGenerated(unit, number, number === count - 1);
      await unit.commit();
    }
    const actor = { kind: 'system' } as const;
    await importItems({ ...services, config, actor }, generateUses(count));
  } finally {
    await close();
  }
}

function stageGenerated(unit: UnitOfWork, number: number, isLast: boolean): void {
  const id = fileId(number);
  const at = Date.UTC(2024, 0, 1) + number * 60_000;
  const bytes = 500_000 + (number % 40) * 100_000;
  const contentType = 'image/jpeg' as const;
  unit.set(media.at(id), {
    id,
    name: `foto ${number}.jpg`,
    contentType,
    bytes,
    width: 1200,
    height: 800,
    storedAt: at,
  });
  stageFiled(unit, id);
  const title = isLast ? LAST_WORD : `Foto ${number}`;
  const es: FileTexts = { title, ...(number % 3 > 0 && { alt: `Una sala ${number}` }) };
  const en: FileTexts = number % 4 === 0 ? {} : { title: `Photo ${number}` };
  const by = { id: `person-${number % 5}`, name: `Person ${number % 5}` };
  const upload = {
    ...uploadOf({ id, contentType, bytes } as Parameters<typeof uploadOf>[0], { name: `foto ${number}.jpg`, at }),
    by,
  };
  const file = newFile(id, upload, 'es', true);
  stageFile(unit, config, { ...file, tags: [`tag-${number % 10}`], languages: { es, en } });
}

async function* generateUses(count: number): AsyncIterable<SourcedItem> {
  for (let number = 0; number < count; number += 2) {
    const value = {
      ...{ id: `uses-${number}`, type: GENERATED_TYPE, sourceLanguage: 'es' },
      cover: { media: fileId(number), alt: { es: 'Sala', en: 'Room' } },
      languages: { es: { title: `Usa ${number}`, summary: 'Uso', body: { markdown: 'Un texto.' } } },
    };
    yield { value, file: 'generated', lineOf: () => 1, readFile: async () => undefined };
  }
}
