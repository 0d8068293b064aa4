import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure } from '../reporting/report.ts';
import { fileId, fillLibrary } from '../sites/fill-library.ts';
import { LAST_WORD } from '../sites/fill-site.ts';
import { benchAdmin } from './bench-admin.ts';

const LIST = '/admin/files';

const PAGES: { [name: string]: string } = {
  library: LIST,
  'library by title': `${LIST}?sort=name`,
  'library search': `${LIST}?q=${LAST_WORD}`,
  'library search for what all hold': `${LIST}?q=foto`,
  'used files': `${LIST}?use=used`,
  'unused files': `${LIST}?use=unused`,
  'files without alternative text': `${LIST}?texts=lacksAlt.en`,
  'files with missing texts': `${LIST}?texts=missing.en`,
  'files with texts out of date': `${LIST}?texts=stale.en`,
  'files of a person': `${LIST}?by=person-2`,
  'large files': `${LIST}?larger=1`,
  'files with a tag': `${LIST}?tag=tag-3`,
  'unused files with a tag': `${LIST}?tag=tag-3&use=unused`,
  'where a file is used': `${LIST}/${fileId(4)}`,
};

/** The library of files with few and with many files: a ratio above 1 shows what grows with their number. */
export async function benchFiles(folder: string, many = 5_000, few = 50): Promise<Figure[]> {
  const folders = { small: join(folder, 'few-files'), large: join(folder, 'many-files') };
  for (const path of Object.values(folders)) mkdirSync(path);
  await fillLibrary(folders.small, few);
  await fillLibrary(folders.large, many);
  const ready = { path: `${LIST}?q=${LAST_WORD}`, contains: `${LIST}/` };
  return benchAdmin(folders, { many, few, things: 'files' }, { pages: PAGES, ready });
}
