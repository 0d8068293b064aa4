import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { SearchChange, SearchIndex } from '#core/search/search-index.ts';
import { makeTemporaryFolder } from '../../test/helpers/temporary-folder.ts';
import { createFullTextIndex } from './search-index.ts';

const languages = [{ code: 'es', language: 'es-MX' }];

function open(file: string, identity = 'one') {
  const told: string[] = [];
  const index = createFullTextIndex({ languages, file, identity, onUnusable: (sentence) => told.push(sentence) });
  let lost = 0;
  index.onInvalidated(() => {
    lost += 1;
  });
  onTestFinished(() => index.close());
  return { index, told, lost: () => lost };
}

function change(id: string, title: string): SearchChange {
  const entry = { id, locale: 'es', contentLanguage: 'es', title, summary: '', text: `${title} `.repeat(200) };
  return { source: `publication-cards/${id}`, entries: [{ area: 'public', isShown: true, ...entry }] };
}

const find = (index: SearchIndex, query: string) => index.find(query, { area: 'public', locale: 'es', limit: 100 });

/** A file with three entries and a place. */
function fill(file: string): void {
  const { index } = open(file);
  index.write([change('a', 'Rodilla'), change('b', 'Hombro'), change('c', 'Codo')]);
  index.setPlace('place');
  index.close();
}

test('a later process finds what is in the file, and where the changes go on', () => {
  const file = join(makeTemporaryFolder(), 'search.sqlite');
  fill(file);
  const { index, told } = open(file);
  expect([index.place(), find(index, 'rodillas'), told]).toEqual(['place', ['a'], []]);
  expect(index.sources('publication-cards')).toEqual(['a', 'b', 'c'].map((id) => `publication-cards/${id}`));
  expect(index.sources('publication')).toEqual([]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  index.write([change('d', 'Tobillo'), { source: 'publication-cards/b', entries: [] }]);
  expect([find(index, 'tobilo'), find(index, 'hombro')]).toEqual([['d'], []]);
});

test.each<[string, string[], (file: string) => void]>([
  ['of another configuration', ['configuration'], () => {}],
  ['that is cut off', ['damaged'], (file) => truncateSync(file, 5_000)],
  ['that is no database', ['damaged'], (file) => writeFileSync(file, 'nothing '.repeat(1_000))],
  [
    'that lacks the words of a language',
    ['damaged'],
    (file) => {
      const database = new DatabaseSync(file);
      database.exec('DROP TABLE words_1');
      database.close();
    },
  ],
  [
    'of another form',
    ['configuration'],
    (file) => {
      const database = new DatabaseSync(file);
      database.exec('PRAGMA user_version = 999');
      database.close();
    },
  ],
])('a file %s is made anew, which is told once', (name, told, damage) => {
  const file = join(makeTemporaryFolder(), 'search.sqlite');
  fill(file);
  damage(file);
  const next = open(file, name === 'of another configuration' ? 'two' : 'one');
  expect([next.index.place(), find(next.index, 'rodilla')]).toEqual([undefined, []]);
  expect(next.told.map((sentence) => told.find((word) => sentence.includes(word)))).toEqual(told);
  next.index.write([change('a', 'Rodilla')]);
  next.index.close();
  const after = open(file, name === 'of another configuration' ? 'two' : 'one');
  expect([find(after.index, 'rodilla'), after.told]).toEqual([['a'], []]);
});

test('a file that turns out to be damaged later is left, told once, and the index is to be filled again', async () => {
  const file = join(makeTemporaryFolder(), 'search.sqlite');
  fill(file);
  const bytes = readFileSync(file);
  const page = bytes.readUInt16BE(16);
  // All pages but the first two, so that it opens.
  bytes.fill(0xab, 2 * page);
  writeFileSync(file, bytes);
  const { index, told, lost } = open(file);
  expect(find(index, 'rodilla')).toEqual([]);
  index.write([change('a', 'Rodilla')]);
  await setImmediate();
  expect(find(index, 'rodilla')).toEqual(['a']);
  expect([told.length, index.place()]).toEqual([1, undefined]);
  expect(lost()).toBeLessThanOrEqual(1);
});

test.each([
  ['text', "UPDATE entries SET text = x'ffffffff'"],
  ['language', "UPDATE entries SET language = 'e\u0001!'"],
])('a damaged %s inside a sound file is found by the search that reads it', async (_, damage) => {
  const file = join(makeTemporaryFolder(), 'search.sqlite');
  fill(file);
  const database = new DatabaseSync(file);
  database.exec(damage);
  database.close();
  const { index, told, lost } = open(file);
  const search = () => index.search('rodilla', { locale: 'es', offset: 0, limit: 10 }).hits.map(({ id }) => id);
  expect(search()).toEqual([]);
  await setImmediate();
  expect([told.length, lost(), index.place()]).toEqual([1, 1, undefined]);
  index.write([change('a', 'Rodilla')]);
  expect(search()).toEqual(['a']);
});

test('without a file that can be written, the index works, which is told once', () => {
  const folder = join(makeTemporaryFolder(), 'folder');
  mkdirSync(folder);
  const file = join(folder, 'search.sqlite');
  mkdirSync(file);
  chmodSync(folder, 0o500);
  onTestFinished(() => {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true });
  });
  const { index, told } = open(file);
  index.write([change('a', 'Rodilla')]);
  expect(find(index, 'rodilla')).toEqual(['a']);
  expect(told.at(-1)).toContain('cannot be made');
});

test('a copy is what the index was, and an index that goes on with one does not need its file', async () => {
  const folder = makeTemporaryFolder();
  const first = open(join(folder, 'search.sqlite')).index;
  first.write([change('a', 'Rodilla')]);
  first.setPlace('place');
  await first.copyTo(join(folder, 'copy'));
  first.write([change('b', 'Hombro')]);
  const second = createFullTextIndex({ languages, identity: 'one' });
  onTestFinished(() => second.close());
  second.write([change('c', 'Codo')]);
  second.continueWith(join(folder, 'copy'));
  rmSync(join(folder, 'copy'));
  expect([second.place(), find(second, 'rodilla'), find(second, 'codo'), find(second, 'hombro')]).toEqual([
    'place',
    ['a'],
    [],
    [],
  ]);
  second.write([change('d', 'Tobillo')]);
  expect(find(second, 'tobillo')).toEqual(['d']);
  await first.copyTo(join(folder, 'other'));
  const other = createFullTextIndex({ languages, identity: 'two' });
  other.write([change('e', 'Mano')]);
  expect(() => other.continueWith(join(folder, 'other'))).toThrow('configuration');
  expect(find(other, 'mano')).toEqual(['e']);
});

test('a greater limit finds the same and more, also among more entries than are ranked', () => {
  const index = createFullTextIndex({ languages });
  const changes = Array.from({ length: 2_300 }, (_, n) => {
    const entry = { locale: 'es', contentLanguage: 'es', title: n === 7 ? 'Rodilla' : 'Nada', summary: '' };
    return {
      source: `items/i${n}` as const,
      entries: [
        { ...entry, area: 'items/x' as const, id: `i${n}`, text: 'rodilla '.repeat(1 + (n % 5)), isShown: false },
      ],
    };
  });
  index.write(changes);
  const ids = (limit: number) => index.find('rodilla', { area: 'items/x', locale: 'es', limit });
  const all = ids(Number.MAX_SAFE_INTEGER);
  expect([all.length, new Set(all).size, all[0]]).toEqual([2_300, 2_300, 'i7']);
  for (const limit of [1, 100, 1_600, 2_100, 2_299]) expect(ids(limit)).toEqual(all.slice(0, limit));
});
