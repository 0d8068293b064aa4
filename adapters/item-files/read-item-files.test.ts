import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SourcedItem, UnreadableItem } from '#core/importing/item-reader.ts';
import { testConfig } from '../../test/helpers/content/create-content-site.ts';
import { readItemFiles } from './read-item-files.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meki-items-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(name: string, text: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
}

async function read(...paths: string[]) {
  const found: (SourcedItem | UnreadableItem)[] = [];
  for await (const entry of readItemFiles(paths)) found.push(entry);
  return found;
}

const values = (found: (SourcedItem | UnreadableItem)[]) =>
  found.map((entry) => ('value' in entry ? entry.value : entry.unreadable));

async function one(path: string): Promise<SourcedItem> {
  const [entry] = await read(path);
  if (!entry || !('value' in entry)) throw new Error(JSON.stringify(entry));
  return entry;
}

describe('readItemFiles', () => {
  test('reads every kind of file below a folder in the order of their names, and passes over others', async () => {
    await write('b.json', '[{"id": "b1"}, {"id": "b2"}]');
    await write('a/x.yaml', 'id: x1\n---\nid: x2\n---\n');
    await write('c.jsonl', '{"id": "c1"}\n\n{"id": "c2"}');
    await write('d.json', '{"id": "d"}');
    await write('media/x.svg', '<svg/>');
    await write('.hidden.yaml', 'id: hidden');
    expect(values(await read(folder))).toEqual(['x1', 'x2', 'b1', 'b2', 'c1', 'c2', 'd'].map((id) => ({ id })));
  });

  test('reads a list of items in YAML, with the lines of each', async () => {
    const found = await read(await write('a.yaml', '- id: a\n- id: b\n  tags:\n    - 7\n'));
    expect(values(found)).toEqual([{ id: 'a' }, { id: 'b', tags: [7] }]);
    const [, second] = found;
    if (!second || !('value' in second)) throw new Error();
    expect(second.lineOf({ path: [] })).toBe(2);
    expect(second.lineOf({ path: ['tags', 0] })).toBe(4);
  });

  test('gives an item without a type or a source language those of the options', async () => {
    const path = await write('a.yaml', 'id: a\n---\nid: b\ntype: event\nsourceLanguage: en\n---\njust text');
    const readAs = async (options: { type?: string; language?: string }) => {
      const found: (SourcedItem | UnreadableItem)[] = [];
      for await (const entry of readItemFiles([path], { config: testConfig, ...options })) found.push(entry);
      return values(found);
    };
    const b = { id: 'b', type: 'event', sourceLanguage: 'en' };
    expect(await readAs({})).toEqual([{ id: 'a', sourceLanguage: 'es' }, b, 'just text']);
    expect(await readAs({ type: 'notice', language: 'en' })).toEqual([
      { id: 'a', type: 'notice', sourceLanguage: 'en' },
      b,
      'just text',
    ]);
  });

  test('keeps dates and times as they are written', async () => {
    const path = await write('a.yaml', 'day: 2026-05-04\nmoment: 2026-05-04T09:00:00-06:00\nhour: "07:00"');
    expect((await one(path)).value).toEqual({
      day: '2026-05-04',
      moment: '2026-05-04T09:00:00-06:00',
      hour: '07:00',
    });
  });

  test('knows the lines of YAML, also within a text of many lines', async () => {
    const path = await write(
      'a.yaml',
      [
        'id: first', // 1
        '---',
        'id: a', // 3
        'languages:',
        '  es:',
        '    fields:',
        '      preparation:', // 7
        '        - uno',
        '        - dos', // 9
        '    body:',
        '      markdown: |', // 11
        '        ## Uno',
        '',
        '        # Dos', // 14
      ].join('\n'),
    );
    const [, found] = await read(path);
    if (!found || !('value' in found)) throw new Error();
    expect(found.lineOf({ path: [] })).toBe(3);
    expect(found.lineOf({ path: ['languages', 'es', 'fields', 'preparation', 1] })).toBe(9);
    expect(found.lineOf({ path: ['languages', 'es', 'fields', 'other'] })).toBe(6);
    expect(found.lineOf({ path: ['languages', 'es', 'body', 'markdown'], lineInText: 3 })).toBe(14);
  });

  test('knows the lines of JSON', async () => {
    const list = await write('list.json', '[\n  {"id": "a"},\n  {\n    "id": "b",\n    "tags": [\n      7]}]');
    const [, second] = await read(list);
    if (!second || !('value' in second)) throw new Error();
    expect(second.lineOf({ path: ['tags', 0] })).toBe(6);
    const lines = await write('lines.jsonl', '\n{"id": "a"}');
    expect((await one(lines)).lineOf({ path: ['id'] })).toBe(2);
  });

  test('says on which line a file cannot be read, and goes on', async () => {
    await write('a.yaml', 'id: a\ntags: [x\nid: b');
    await write('b.yaml', 'id: a\nid: b');
    await write('c.json', '{\n  "id": }');
    await write('d.jsonl', '{"id": "d1"}\n{"id"\n{"id": "d3"}');
    await write('e.yaml', new Uint8Array([0x69, 0xff]));
    await write('f.yaml', 'a: &a [x, x]\nb: *nothing');
    await write('g.yaml', 'id: g');
    const found = await read(folder);
    expect(found.map((entry) => ('value' in entry ? entry.value : [entry.line, entry.unreadable]))).toEqual([
      [3, expect.stringContaining('not YAML')],
      [2, expect.stringContaining('not YAML: Map keys must be unique')],
      [2, expect.stringContaining('not JSON')],
      { id: 'd1' },
      [2, expect.stringContaining('not JSON')],
      { id: 'd3' },
      [1, expect.stringContaining('cannot be read')],
      [expect.any(Number), expect.stringContaining('not YAML')],
      { id: 'g' },
    ]);
  });

  test('refuses a key that is repeated or no text, and what contains itself', async () => {
    const found = await read(
      await write('a.yaml', 'id: a\nfields:\n  b: 1\n  b: 2\n---\nid: b\nfields: &c\n  d: *c\n---\n? ? ? x\n'),
    );
    expect(found).toMatchObject([
      { line: 4, unreadable: 'not YAML: Map keys must be unique' },
      { line: 6, unreadable: 'not YAML: Converting circular structure to JSON' },
      { line: 10, unreadable: 'not YAML: Map keys must be texts' },
    ]);
  });

  test('reads a map of 20,000 keys, and knows their lines', async () => {
    const keys = Array.from({ length: 20_000 }, (_, index) => `  k${index}: 1`);
    const { lineOf } = await one(await write('a.yaml', `fields:\n${keys.join('\n')}\n`));
    const lines = keys.map((_, index) => lineOf({ path: ['fields', `k${index}`] }));
    expect(lines).toEqual(keys.map((_, index) => index + 2));
  });

  test('says what a path does not lead to', async () => {
    const text = await write('a.txt', 'x');
    await mkdir(join(folder, 'empty'));
    expect(values(await read(join(folder, 'none.yaml'), text, join(folder, 'empty')))).toEqual([
      'there is no such file or folder',
      'is not one of .yaml, .yml, .json, .jsonl, .ndjson',
      'the folder has no files of items (.yaml, .yml, .json, .jsonl, .ndjson)',
    ]);
  });

  test('finds the files that an item names by their path, in the folder that is read and nowhere else', async () => {
    await write('site/texts/a.yaml', 'id: a');
    await write('site/texts/photos/b.jpg', 'b');
    await write('site/c.jpg', 'c');
    await write('secret.jpg', 'secret');
    const { readFile } = await one(join(folder, 'site'));
    const name = async (path: string) => (await readFile(path))?.name;
    expect(await name('photos/b.jpg')).toBe('b.jpg');
    expect(await name('./photos/../../c.jpg')).toBe('c.jpg');
    expect(await name('../../secret.jpg')).toBeUndefined();
    expect(await name('media/../../../secret.jpg')).toBeUndefined();
    await symlink('../../secret.jpg', join(folder, 'site/texts/link.jpg'));
    await symlink('../..', join(folder, 'site/texts/media'));
    expect(await name('link.jpg')).toBeUndefined();
    expect(await name('secret.jpg')).toBeUndefined();
  });

  test('finds the files that an item names in media, beside it or one above, and nowhere else', async () => {
    const path = await write('studies/a.yaml', 'id: a');
    await write('media/above.svg', 'above');
    await write('studies/media/beside.svg', 'beside');
    await write('secret.svg', 'secret');
    const { readFile } = await one(path);
    const content = async (name: string) => {
      const file = await readFile(name);
      return file && new TextDecoder().decode(file.bytes);
    };
    expect(await content('above.svg')).toBe('above');
    expect(await content('beside.svg')).toBe('beside');
    expect(await content('../secret.svg')).toBeUndefined();
    expect(await content(join(folder, 'secret.svg'))).toBeUndefined();
    expect(await content('nothing.svg')).toBeUndefined();
  });
});
