import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import * as Y from 'yjs';
import { openSqlite } from '#adapters/sqlite/open-sqlite.ts';
import { yjsDraftMapping } from '#adapters/yjs/draft-mapping.ts';
import { accountCollections } from '#core/accounts/account-collections.ts';
import type { Collection } from '#core/documents/collection.ts';
import { contentHash } from '#core/documents/content-hash.ts';
import { draftHash, languageInItem } from '#core/drafts/item-parts.ts';
import { restoreSavedVersion } from '#core/items/restore-history.ts';
import { saveVersion } from '#core/items/save-version.ts';
import {
  createContentSite,
  testCollections,
  testConfig,
  testLanguage,
} from '../../test/helpers/content/create-content-site.ts';
import { person } from '../../test/helpers/content/create-item-site.ts';
import { startDrafts } from '../../test/helpers/drafts/start-drafts.ts';
import { makeTemporaryFolder } from '../../test/helpers/temporary-folder.ts';

const media = 'a'.repeat(32);
const alt = { es: 'Una placa', en: 'A film' };
const collections = [...testCollections, ...accountCollections] as Collection[];
const eva = person('editor', 'eva');

/** A database from when the languages shared the cover's alternative text, with a saved version and drafts from that time. */
async function leaveFormerFile(): Promise<{ file: string; version: string }> {
  const file = join(makeTemporaryFolder(), 'meki.sqlite');
  const { store, draftLog } = openSqlite({ file, collections });
  const site = createContentSite(store);
  const languages = { es: testLanguage('uno'), en: testLanguage('one', { links: {} }) };
  await site.putItem('a', 'notice', languages, { cover: { media }, tags: ['x'], author: 'Ana' });
  const item = (await site.getItem('a')).data;
  for (const language of ['es', 'en']) {
    const content = languageInItem(item, language);
    const update = content && yjsDraftMapping.seedLanguage([], content);
    if (update) await draftLog.settle(`item/a/${language}`, await draftLog.append(`item/a/${language}`, update));
  }
  const shared = new Y.Doc();
  shared.getMap('tags').set('x', 0);
  shared.getMap('cover').set('media', media);
  shared.getMap('cover').set('alt:es', alt.es);
  shared.getMap('cover').set('alt:en', new Y.Text(alt.en));
  await draftLog.settle('item/a/shared', await draftLog.append('item/a/shared', Y.encodeStateAsUpdate(shared)));
  const saved = await saveVersion({ store, config: testConfig }, eva, { itemId: 'a', name: 'x' });
  await store.close();

  const database = new DatabaseSync(file);
  const hashes = {
    shared: contentHash({ tags: ['x'], cover: { media, alt }, fields: {} }),
    es: draftHash(languageInItem(item, 'es') as never),
    en: draftHash(languageInItem(item, 'en') as never),
  };
  database.exec(`UPDATE documents SET collection = 'versions' WHERE collection = 'saved-versions'`);
  const former = database.prepare(
    `UPDATE documents SET data = jsonb_set(data, '$.cover.alt', json(?)) WHERE collection = ?`,
  );
  for (const collection of ['items', 'versions']) former.run(JSON.stringify(alt), collection);
  database
    .prepare(
      `UPDATE documents SET data = jsonb_set(data, '$.draftHash', ?, '$.languages.es.draftHash', ?, '$.languages.en.draftHash', ?)
       WHERE collection = 'items'`,
    )
    .run(hashes.shared, hashes.es, hashes.en);
  database.exec(`UPDATE documents SET data = jsonb_remove(data, '$.author') WHERE collection = 'versions'`);
  // Without the columns of later migrations.
  database.exec('ALTER TABLE store DROP COLUMN change_bytes; PRAGMA user_version = 2');
  database.close();
  return { file, version: saved.ok ? saved.id : '' };
}

test('an upgrade keeps what items, saved versions and drafts said of the cover, and the byline', async () => {
  const { file, version } = await leaveFormerFile();
  const { store, draftLog } = openSqlite({ file, collections });
  onTestFinished(() => store.close());
  const server = await startDrafts({ store, draftLog });
  const { drafts, site } = server;
  const item = async () => (await site.getItem('a')).data;

  expect((await item()).cover).toEqual({ media });
  expect((await item()).languages).toMatchObject({ es: { coverAlt: alt.es }, en: { coverAlt: alt.en } });
  expect(await drafts.readShared('a')).toEqual({ author: 'Ana', tags: ['x'], cover: { media }, fields: {} });
  expect((await drafts.readLanguage('a', 'es')).coverAlt).toBe(alt.es);
  const english = await drafts.readLanguage('a', 'en');
  expect(english).toMatchObject({ coverAlt: alt.en, links: { 'cover.alt': { text: alt.es } } });

  const by = { id: 'eva', name: 'Eva' };
  await drafts.changeLanguage('a', 'en', { title: 'Changed' }, by);
  await drafts.changeShared('a', { tags: ['y'] }, by);
  expect(await item()).toMatchObject({
    author: 'Ana',
    cover: { media },
    languages: {
      es: { coverAlt: alt.es },
      en: { coverAlt: alt.en, title: 'Changed', translation: { current: 1, stale: 1 } },
    },
  });
  await server.restart();
  expect((await server.drafts.readLanguage('a', 'es')).coverAlt).toBe(alt.es);

  await server.drafts.changeLanguage('a', 'es', { coverAlt: 'Otra' }, by);
  const restored = await restoreSavedVersion({ store, config: testConfig, drafts: server.drafts }, eva, {
    itemId: 'a',
    id: version,
    languages: ['es'],
    shared: true,
  });
  expect(restored.ok).toBe(true);
  expect(await item()).toMatchObject({ author: 'Ana', tags: ['x'], languages: { es: { coverAlt: alt.es } } });
});

test('what somebody writes of the cover first, once the file is of now, stays beside what was there', async () => {
  const { file } = await leaveFormerFile();
  const { store, draftLog } = openSqlite({ file, collections });
  onTestFinished(() => store.close());
  const server = await startDrafts({ store, draftLog });
  const tere = await server.signIn('Tere', { role: 'translator', languages: ['en'] });
  const client = server.open('item/a/en', tere);
  await expect.poll(() => client.isSaved()).toBe(true);
  await expect.poll(() => client.doc.getText('cover.alt').toString()).toBe(alt.en);
  client.doc.getText('cover.alt').insert(0, 'New: ');
  await expect.poll(async () => (await server.site.getItem('a')).data.languages.en?.coverAlt).toBe(`New: ${alt.en}`);
  expect((await server.site.getItem('a')).data.languages.es?.coverAlt).toBe(alt.es);
});
