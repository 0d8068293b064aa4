import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { createContentSite, testConfig } from '../../test/helpers/content/create-content-site.ts';
import { acceptPictures } from '../../test/helpers/importing/accept-pictures.ts';
import { importFiles } from './import-files.ts';

const ROWS = 300;

/** Three lines per row: the text of each has two paragraphs. Every 100th has no number where one belongs. */
function table(changed: number): string {
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const minutes = index % 100 === 99 ? 'ten' : 10;
    const text = index < changed ? 'Changed' : 'Hello';
    return `post-${index},Post ${index},"${text} ${index}.\n\nSee [the next](item:post-${(index + 1) % 99})",${minutes},/old/${index}`;
  });
  return `id,title,body,minutes,oldAddresses\n${rows.join('\n')}\n`;
}

test('hundreds of rows are imported, every refused one is named with file and line, and a second run changes what changed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'meki-csv-'));
  try {
    const site = createContentSite();
    const actor = { kind: 'command-line' } as const;
    const files = createMemoryFileStore();
    const target = { store: site.store, files, pictures: acceptPictures, config: testConfig, actor };
    const path = join(folder, 'posts.csv');
    const bring = async (changed: number) => {
      await writeFile(path, table(changed));
      return importFiles(target, [path], { format: 'csv', type: 'notice' });
    };
    const report = await bring(0);
    expect(report).toMatchObject({ imported: 297, unchanged: 0, refused: 3, drafts: [], gone: [] });
    expect(report.problems).toEqual(
      Array.from({ length: 3 }, (_, index) => {
        const line = 2 + (index * 100 + 99) * 3 + 2;
        return `${path}:${line}: fields.minutes: must be a number`;
      }),
    );
    expect(await site.content.followImported('/old/298')).toBe('/notice-es/post-298');
    expect(await bring(5)).toMatchObject({ imported: 5, unchanged: 292, refused: 3, gone: [] });
  } finally {
    await rm(folder, { recursive: true });
  }
});
