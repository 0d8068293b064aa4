import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginSite } from '../test/helpers/data-folders/begin-site.ts';
import { runMeki } from '../test/helpers/servers/run-meki.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meki-import-'));
  await beginSite(join(folder, 'data'));
});
afterEach(() => rm(folder, { recursive: true }));

const meki = (...args: string[]) => runMeki({ MEKI_DATA_DIR: join(folder, 'data') }, args);

test('a table is imported with a mapping, after a look at what would be, and exported into a folder of its own', async () => {
  const table = join(folder, 'news.csv');
  await writeFile(table, 'Clave;Título;Texto\nuno;Uno;Hola\ndos;Dos;"## Dos\n\n#### Mal"\n');
  const map = join(folder, 'map.yaml');
  await writeFile(map, 'Clave: id\nTítulo: title\nTexto: body\n');
  const command = ['import', '--type', 'news', '--map', map];
  const draft = `${table}:5: languages.es.body.markdown: stays a draft: the heading skips a level\n`;
  expect(await meki(...command, '--dry-run', table)).toEqual({
    code: 0,
    out: `create uno  ${table}:2\ncreate dos  ${table}:3\nnothing stored; this would be: 2 imported, 0 unchanged\n`,
    error: draft,
  });
  expect(await meki(...command, table)).toEqual({ code: 0, out: '2 imported, 0 unchanged\n', error: draft });
  await writeFile(table, 'Clave;Título;Texto\nuno;Uno;Hola\n');
  const { out, error } = await meki(...command, table);
  expect(out).toBe('0 imported, 1 unchanged, 1 gone\n');
  expect(error).toMatch(/^not in the files any more: .*news\.csv: dos\n$/);

  const target = join(folder, 'out');
  expect(await meki('export', target)).toMatchObject({ code: 0, out: `2 items and 0 files written to ${target}\n` });
  expect(await readdir(join(target, 'news'))).toEqual(['dos.yaml', 'uno.yaml']);
  expect(await readFile(join(target, 'news', 'dos.yaml'), 'utf8')).toContain('state: draft');
  expect(await meki('export', target)).toMatchObject({ code: 1, error: expect.stringContaining('is not empty') });
  expect(await meki('import', target)).toMatchObject({ code: 0, out: '0 imported, 2 unchanged\n' });
});

test('names and properties from elsewhere do nothing to a terminal, and pretend no line', async () => {
  const file = join(folder, 'a\u001b[2J.md');
  await writeFile(file, '---\ntitle: x\n"k\\e]0;b\\a\\x9b\\n/fake.md:1: fine": 1\n---\nx\n');
  const { error } = await meki('import', '--type', 'news', file);
  expect(error).not.toMatch(/(?!\n)\p{Cc}|^\/fake/mu);
  expect(error).toContain('a\\u001b[2J.md:3: languages.es.k\\u001b]0;b\\u0007\\u009b /fake.md:1: fine: the property');
  const { out } = await meki('import', '--json', '--type', 'news', file);
  expect(JSON.parse(out)).toMatchObject({ ok: false, problems: [expect.stringContaining('a\u001b[2J.md:3: ')] });
});

test('options that are wrong are told before anything is read', async () => {
  const table = join(folder, 'a.csv');
  await writeFile(table, 'title\nUno\n');
  const refused = async (...args: string[]) => (await meki('import', ...args, table)).error.split('\n')[0];
  expect(await refused('--format', 'docx')).toMatch(/^There is no format "docx", only items, csv/);
  expect(await refused('--type', 'nothing')).toMatch(/^The site has no content type "nothing", only /);
  expect(await refused('--language', 'xx')).toMatch(/^The site has no language "xx", only /);
  expect(await refused('--map', join(folder, 'none.yaml'))).toMatch(/there is no such file/);
  expect(await refused('--map', 'a=b,=c')).toBe('"=c" is not Name=member.');
});

test('import and export say how they are used', async () => {
  expect((await meki('import', '--help')).out).toMatch(/^Usage: npx meki import FILE\|FOLDER….+--dry-run.+--map/s);
  expect((await meki('export', '--help')).out).toContain('Importing the files elsewhere');
});
