import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ContentType } from '#core/content-types/content-type.ts';
import type { ReaderOptions, SourcedItem } from '#core/importing/item-reader.ts';
import { csvCell } from '#core/markup/spreadsheet-cell.ts';
import { testConfig } from '../../../test/helpers/content/create-content-site.ts';
import { readCsv } from './read-csv.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meki-csv-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function read(text: string | Uint8Array, options: Partial<ReaderOptions> = {}) {
  const file = join(folder, 'posts.csv');
  await writeFile(file, text);
  const found = [];
  const all = { config: testConfig, type: 'notice', ...options };
  for await (const entry of readCsv([file], all)) found.push(entry);
  return found;
}

const values = (found: Awaited<ReturnType<typeof read>>) =>
  found.map((entry) => ('value' in entry ? entry.value : [entry.line, entry.unreadable]));

test('a row is an item, and a suffix of a column its language', async () => {
  const rows = [
    'id,title_es,title_en,author,author_en,summary,tags,minutes,steps_es,publishedAt,cover,state_en,oldAddresses',
    'a,Uno,One,Ana,Ann,Hola,"x, y",5,uno|dos,2024-05-01 09:00:00Z,a.jpg,draft,https://old.example/2019/a/ /b',
    'b,Dos,,,,,,,,,,,',
  ];
  expect(values(await read(rows.join('\r\n')))).toEqual([
    {
      id: 'a',
      type: 'notice',
      sourceLanguage: 'es',
      publishedAt: '2024-05-01T09:00:00Z',
      author: 'Ana',
      tags: ['x', 'y'],
      cover: { file: 'a.jpg' },
      fields: { minutes: 5 },
      languages: {
        es: { title: 'Uno', summary: 'Hola', fields: { steps: ['uno', 'dos'] }, oldAddresses: ['/2019/a/', '/b'] },
        en: { title: 'One', author: 'Ann', state: 'draft' },
      },
    },
    { id: 'b', type: 'notice', sourceLanguage: 'es', languages: { es: { title: 'Dos' } } },
  ]);
});

test('cells that an export guards against being formulas have their own values again', async () => {
  const texts = ['=1+1', '＠ana', '\t-2', "'@home'", '\u200b+5', 'Uno;=2\n- tres', "L'Hospitalet"];
  const rows = texts.map((text, index) => [`n${index}`, 'Uno', text].map(csvCell).join(','));
  const found = values(await read(`\ufeff"id","title","body.html"\r\n${rows.join('\r\n')}\r\n`));
  expect(found).toEqual(
    texts.map((html, index) =>
      expect.objectContaining({ id: `n${index}`, languages: { es: { title: 'Uno', body: { html } } } }),
    ),
  );
});

test('columns are mapped to members, or left out', async () => {
  const map = new Map([
    ['Nombre', 'title'],
    ['English name', 'languages.en.title'],
    ['Texto', 'body.html'],
    ['Interno', '-'],
  ]);
  expect(values(await read('\uFEFFNombre;English name;Texto;Interno\nUno;One;"<p>Hola; sí</p>";x\n', { map }))).toEqual(
    [
      {
        type: 'notice',
        sourceLanguage: 'es',
        languages: { es: { title: 'Uno', body: { html: '<p>Hola; sí</p>' } }, en: { title: 'One' } },
      },
    ],
  );
});

test('a column that is no member, or is one twice, refuses the file', async () => {
  expect(values(await read('title,Precio\na,1'))).toEqual([
    [1, expect.stringContaining('the column "Precio" is no member of an item')],
  ]);
  expect(values(await read('title,title_es\na,b'))).toEqual([
    [1, 'the columns "title" and "title_es" are both languages.es.title'],
  ]);
  expect(values(await read('title,price', { map: new Map([['price', 'cost']]) }))).toEqual([
    [1, '"cost", to which the column "price" is mapped, is no member of an item'],
  ]);
});

test('lines are those of the cells, also of cells with many lines', async () => {
  const found = await read('title,body,minutes\nUno,"uno\n\n# dos\n",x\n\nDos,,7,8\n');
  const [first, second] = found as [SourcedItem, SourcedItem];
  expect(first.lineOf({ path: [] })).toBe(2);
  expect(first.lineOf({ path: ['languages', 'es', 'body', 'markdown'], lineInText: 3 })).toBe(4);
  expect(first.lineOf({ path: ['fields', 'minutes'] })).toBe(5);
  expect(first.lineOf({ path: ['languages', 'es'] })).toBe(2);
  expect(second.lineOf({ path: ['fields', 'minutes'] })).toBe(7);
  expect(second.problems).toEqual([{ path: [], message: 'has 4 cells, and there are 3 columns' }]);
});

test('a file that cannot be read is named with the line', async () => {
  expect(values(await read('title,body\nUno,uno\nDos,"dos\ntres'))).toEqual([[3, expect.stringContaining('not CSV')]]);
  expect(values(await read(new Uint8Array([0x74, 0xff])))).toEqual([[1, expect.stringContaining('cannot be read')]]);
  expect(values(await read(''))).toEqual([[1, 'has no rows']]);
});

test('files are found beside the table, or in the folder of the media', async () => {
  const media = join(folder, 'elsewhere', 'uploads');
  await mkdir(media, { recursive: true });
  await writeFile(join(media, 'a.jpg'), 'a');
  await writeFile(join(folder, 'b.jpg'), 'b');
  const [item] = (await read('title,cover\nUno,a.jpg', { media })) as [SourcedItem];
  expect((await item.readFile('a.jpg'))?.name).toBe('a.jpg');
  expect((await item.readFile('b.jpg'))?.name).toBe('b.jpg');
  expect(await item.readFile('../../x')).toBeUndefined();
});

test('all columns that are no members are named at once', async () => {
  expect(values(await read('title,Precio,Notas\na,1,2'))).toEqual([
    [
      1,
      'the columns "Precio", "Notas" are no members of an item: map each, as in --map "Precio=summary", or leave it out with ' +
        '"Precio=-"',
    ],
  ]);
});

test('times of day are read as spreadsheets write them, and what is none stays for the check', async () => {
  const [notice] = testConfig.contentTypes.filter(({ key }) => key === 'notice');
  if (!notice) throw new Error('The site of the tests has no notices');
  const base = { localized: false, labels: {} };
  const type: ContentType = {
    ...notice,
    fields: [
      { ...base, key: 'opens', kind: 'time' },
      { ...base, key: 'day', kind: 'weekday' },
      { ...base, key: 'days', kind: 'list', of: 'weekday' },
    ],
  };
  const config = { ...testConfig, contentTypes: [type] };
  const found = await read('title,opens,day,days\nUno,9:00,1,1|2\nDos,19:30:00,lunes,7\nTres,7 am,,\n', { config });
  expect(values(found)).toMatchObject([
    { fields: { opens: '09:00', day: 1, days: [1, 2] } },
    { fields: { opens: '19:30', day: 'lunes', days: [7] } },
    { fields: { opens: '7 am' } },
  ]);
});

test('a first row of quotes alone is read in one pass', async () => {
  const first = '"'.repeat(10_000);
  expect(values(await read(`${first}\n`))).toEqual([[1, expect.stringMatching(/^the column ".+" is no member/)]]);
  expect(values(await read('"ti""tle";title\na;b'))).toEqual([[1, expect.stringContaining('"ti"tle"')]]);
});

test.each<[what: string, file: string | Uint8Array, expected: object]>([
  [
    'a line that says the separator',
    'sep=;\r\nid;title\r\nuno;Hola, tú\r\n',
    { id: 'uno', languages: { es: { title: 'Hola, tú' } } },
  ],
  ['UTF-16', Buffer.from('\uFEFFid,title\nuno,Señal\n', 'utf16le'), { languages: { es: { title: 'Señal' } } }],
  ['empty cells at the end', 'id,title,,\nuno,Hola,,\n', { id: 'uno', languages: { es: { title: 'Hola' } } }],
  ['labels as tags', 'id,title,tags\nuno,Hola,"Niñez, Salud"\n', { tags: ['ninez', 'salud'] }],
  ['a decimal comma', 'id;title;minutes\nuno;Hola;2,5\n', { fields: { minutes: 2.5 } }],
  ['a date with slashes', 'id,title,publishedAt\nuno,Hola,3/5/2024\n', { publishedAt: '2024-05-03' }],
  [
    'a date that can only be American',
    'id,title,publishedAt\nuno,Hola,5/23/2024 9:05\n',
    { publishedAt: '2024-05-23T09:05:00' },
  ],
  [
    'a time with one digit',
    'id,title,publishedAt\nuno,Hola,2024-05-03 9:05:00\n',
    { publishedAt: '2024-05-03T09:05:00' },
  ],
])('a file with %s is read', async (_, file, expected) => {
  const [entry] = values(await read(file));
  expect(entry).toMatchObject(expected);
});

test('a file in another encoding is refused with how to save it', async () => {
  const found = await read(Buffer.from('id,title\nuno,Se\xf1al\n', 'latin1'));
  expect(values(found)).toEqual([
    [1, 'cannot be read: it is not in UTF-8: save it again in the spreadsheet as "CSV UTF-8"'],
  ]);
});

test('lines are told as the file has them after a line with the separator', async () => {
  const [entry] = await read('sep=;\nid;title\nuno;Hola;x\n');
  expect(entry && 'value' in entry && entry.lineOf({ path: ['id'] })).toBe(3);
});
