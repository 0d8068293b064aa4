import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeTemporaryFolder } from '../../../test/helpers/temporary-folder.ts';
import { dataOf, settings, things } from '../../contracts/contract-store.ts';
import { openSqlite } from '../open-sqlite.ts';

async function openWithDocument(folder = makeTemporaryFolder()) {
  const file = join(folder, 'meki.db');
  const { store, draftLog } = openSqlite({ file, collections: [things] });
  onTestFinished(() => store.close());
  await store.commit(settings({ one: { n: 1 } }));
  return { file, store, draftLog };
}

test.each([
  ['removed', 'meki.db', (file: string) => rmSync(file)],
  ['moved away', 'meki.db', (file: string) => renameSync(file, `${file}.old`)],
  [
    'replaced, as by a restored backup',
    'meki.db',
    (file: string) => {
      copyFileSync(file, `${file}.backup`);
      renameSync(`${file}.backup`, file);
    },
  ],
  ['left without its log of writes', 'meki.db-wal', (file: string) => rmSync(`${file}-wal`)],
])('a database that was %s takes no writes, and says so; reads go on', async (_, name, change) => {
  const { file, store, draftLog } = await openWithDocument();
  change(file);
  for (const write of [store.commit(settings({ one: { n: 2 } })), draftLog.append('item/a/es', new Uint8Array([1]))]) {
    const error: unknown = await write.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'StoreUnavailable' });
    const sentence = new RegExp(
      `^The file \\S+/${name} was moved, removed or replaced while it was in use\\.[^\\n]+\\.$`,
    );
    expect((error as Error).message).toMatch(sentence);
  }
  expect(await dataOf(store, 'one')).toEqual({ n: 1 });
});

test('a database that was put back takes writes again', async () => {
  const { file, store } = await openWithDocument();
  renameSync(file, `${file}.old`);
  await expect(store.commit(settings({ one: { n: 2 } }))).rejects.toMatchObject({ name: 'StoreUnavailable' });
  renameSync(`${file}.old`, file);
  await store.commit(settings({ one: { n: 3 } }));
  expect(await dataOf(store, 'one')).toEqual({ n: 3 });
});

test('a folder may have a name of any letters', async () => {
  const folder = join(makeTemporaryFolder(), 'datos de Ñandú 画像 #1?%20&x=y');
  mkdirSync(folder);
  const { store } = await openWithDocument(folder);
  await store.close();
  const again = openSqlite({ file: join(folder, 'meki.db'), collections: [things], role: 'server' });
  onTestFinished(() => again.store.close());
  expect(await dataOf(again.store, 'one')).toEqual({ n: 1 });
});

test('a lock file that is none is named, and stays', () => {
  const file = join(makeTemporaryFolder(), 'meki.db');
  writeFileSync(`${file}-lock`, 'a note to myself. '.repeat(100));
  expect(() => openSqlite({ file, collections: [things] })).toThrow(`The file ${file}-lock is not a database.`);
});
