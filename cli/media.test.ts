import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mediaIdOf } from '#core/media/media-file.ts';
import { runMeki } from '../test/helpers/servers/run-meki.ts';

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 8"></svg>');

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meki-media-'));
});
afterEach(() => rm(folder, { recursive: true }));

const meki = (...args: string[]) => runMeki({ MEKI_DATA_DIR: join(folder, 'data') }, args);

test('an owner of the machine deletes a file by its id, and is told first what uses it', async () => {
  const id = await mediaIdOf(SVG);
  const stored = join(folder, 'data', 'media', id);
  await writeFile(join(folder, 'a.svg'), SVG);
  const item = { id: 'uno', type: 'news', sourceLanguage: 'es', cover: { file: 'a.svg', alt: { es: 'Algo' } } };
  await writeFile(join(folder, 'uno.json'), JSON.stringify({ ...item, languages: { es: { title: 'Uno' } } }));
  expect(await meki('import', join(folder, 'uno.json'))).toMatchObject({ code: 0 });
  expect(existsSync(stored)).toBe(true);
  expect(await meki('media', 'delete', id)).toEqual({
    code: 1,
    out: '',
    error: `The file ${id} is in use; --force deletes it nevertheless:\n  uno  public  Uno\n`,
  });
  expect(existsSync(stored)).toBe(true);
  expect(await meki('media', 'delete', id, '--force')).toMatchObject({
    code: 0,
    out: `The file ${id} (a.svg) is deleted\n`,
  });
  expect(existsSync(stored)).toBe(false);
  expect(await meki('media', 'delete', id)).toMatchObject({ code: 1, error: `There is no file "${id}".\n` });
  expect(await meki('media', 'delete')).toMatchObject({ code: 2 });
});
