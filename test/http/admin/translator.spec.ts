import * as Y from 'yjs';
import { LIST_INTENTS } from '../../../app/admin/items/actions/item-actions.ts';
import { PUBLISHING_INTENTS } from '../../../app/admin/publishing/publishing-answer.ts';
import { REVISIONS_INTENTS } from '../../../app/admin/revisions/revisions-answer.ts';
import { readAdminRoutes } from '../../helpers/access/admin-routes.ts';
import { everythingElse } from '../../helpers/data-folders/everything-else.ts';
import { readItem, writeItems } from '../../helpers/data-folders/write-items.ts';
import { openDraft } from '../../helpers/drafts/draft-client.ts';
import { ARTICLE, ARTICLE_PATH, expect, test } from '../../helpers/items/item-site-test.ts';
import { sendForm } from '../../helpers/requests/send-form.ts';

test('over the socket, forged updates of the other texts go nowhere', async ({ site, cookieOf }) => {
  const { es } = ARTICLE.languages;
  const languages = { ...ARTICLE.languages, ...(es && { es: { ...es, coverAlt: 'Un vaso vacío' } }) };
  await writeItems(site.dataDir, [{ ...ARTICLE, author: 'Ana', cover: { media: 'a'.repeat(32) }, languages }]);
  const cookie = await cookieOf('Tere');
  const before = await everythingElse(site.dataDir);
  const own = openDraft('item/ayuno/en', { address: site.origin, cookie });
  const witness = openDraft('item/ayuno/es', { address: site.origin, cookie: await cookieOf('Ana') });
  const witnessOfShared = openDraft('item/ayuno/shared', { address: site.origin, cookie: await cookieOf('Ana') });
  const foreign = openDraft('item/ayuno/es', { address: site.origin, cookie });
  await expect.poll(() => [own, witness, witnessOfShared].every((client) => client.isSaved())).toBe(true);
  await expect.poll(() => foreign.answers).toEqual(['read']);

  // A standard client with read-only access to the draft.
  for (const name of ['title', 'cover.alt', 'author']) foreign.doc.getText(name).insert(0, 'NO ');
  // Crafted messages on a socket that may write English, with the names of the other drafts.
  const reading = own.connection.open('item/ayuno/es', new Y.Doc());
  await expect.poll(() => reading.right).toBe('read');
  for (const name of ['item/ayuno/es', 'item/ayuno/shared', 'item/ayuno/es\0item/ayuno/en']) {
    for (const type of [0, 4]) for (const sync of [1, 2]) own.connection.socket?.send(forge(name, type, sync));
  }
  // When this change is saved, earlier messages on the same socket have been handled.
  own.doc.getText('title').insert(0, 'Yes: ');
  await expect.poll(() => own.isSaved()).toBe(true);
  await expect.poll(async () => (await readItem(site.dataDir, 'ayuno')).languages.en?.title).toMatch(/^Yes: /);

  expect(witness.doc.getText('title').toString()).toBe('El ayuno antes del estudio');
  expect(witness.doc.getText('cover.alt').toString()).toBe('Un vaso vacío');
  expect(witnessOfShared.doc.getText('title').toString()).toBe('');
  expect(witnessOfShared.doc.getText('author').toString()).toBe('Ana');
  expect(witnessOfShared.doc.getMap('cover').toJSON()).toEqual({ media: 'a'.repeat(32) });
  expect(foreign.isSaved()).toBe(false);
  expect(await everythingElse(site.dataDir)).toEqual(before);
  for (const client of [own, witness, witnessOfShared, foreign]) client.end();
  const late = openDraft('item/ayuno/es', { address: site.origin, cookie });
  await expect.poll(() => late.draft.isSynced).toBe(true);
  expect(late.doc.getText('title').toString()).toBe('El ayuno antes del estudio');
  late.end();
});

/** A protocol message with an update that writes into texts and the cover. */
function forge(name: string, type: number, sync: number): Uint8Array<ArrayBuffer> {
  const doc = new Y.Doc();
  for (const text of ['title', 'cover.alt', 'author']) doc.getText(text).insert(0, 'FORGED ');
  doc.getMap('cover').set('media', 'b'.repeat(32));
  doc.getMap('cover').set('alt:es', 'FORGED');
  const update = Y.encodeStateAsUpdate(doc);
  const address = new TextEncoder().encode(name);
  return new Uint8Array([address.byteLength, ...address, type, sync, update.byteLength, ...update]);
}

const PUBLISHING = {
  intents: PUBLISHING_INTENTS,
  fields: { date: '2999-01-01', time: '10:00', days: '7', actions: 'publish', confirmed: 'yes' },
};

/** The forms that change items, by the address of their page for items of an existing type. */
const FORMS: { [path: string]: { intents: readonly string[]; fields: { [name: string]: string } } } = {
  '/admin/items/articles/ayuno/publish': PUBLISHING,
  '/admin/items/articles/ayuno/publish/panel': PUBLISHING,
  '/admin/items/articles/ayuno/revisions': {
    intents: REVISIONS_INTENTS.filter((intent) => intent !== 'save'),
    fields: { entry: 'es-1', languages: 'es', shared: 'on', confirmed: 'yes' },
  },
  '/admin/items/articles': { intents: LIST_INTENTS, fields: {} },
  '/admin/item-actions/articles': { intents: LIST_INTENTS, fields: {} },
  '/admin/items/articles/ayuno/place': { intents: ['move'], fields: { parent: 'about' } },
  '/admin/editor/pictures': { intents: ['upload'], fields: { file: 'x' } },
};

const LIST_FIELDS = {
  item: 'ayuno',
  title: 'NO',
  language: 'es',
  tag: 'chest',

  confirmed: 'yes',
  undo: JSON.stringify([{ id: 'ayuno', tag: 'chest', isWanted: true }]),
};

test('no form of a page that writes items does anything for them', async ({ site, cookieOf }) => {
  const pages = readAdminRoutes()
    .filter(({ path, hasAction }) => hasAction && /^\/admin\/(item|editor)/.test(path))
    .map(({ path }) => path.replace(':type', 'articles').replace(':id', 'ayuno'));
  expect(Object.keys(FORMS).sort()).toEqual(pages.sort());

  const ana = { cookie: await cookieOf('Ana'), origin: site.origin };
  const publish = { intent: 'publish', languages: 'es' };
  expect((await sendForm(site.origin, `${ARTICLE_PATH}/publish`, publish, { headers: ana })).status).toBe(303);
  const share = { intent: 'share', languages: 'es', days: '7' };
  expect((await sendForm(site.origin, `${ARTICLE_PATH}/publish`, share, { headers: ana })).status).toBe(201);
  const before = await everythingElse(site.dataDir);
  const preview =
    Object.keys(before)
      .find((path) => path.startsWith('previews/'))
      ?.slice('previews/'.length) ?? '';
  expect(preview).not.toBe('');

  const headers = { cookie: await cookieOf('Tere'), origin: site.origin };
  for (const [path, { intents, fields }] of Object.entries(FORMS)) {
    for (const intent of intents) {
      const sent = { intent, languages: 'es', preview, ...LIST_FIELDS, ...fields };
      const { status, body } = await sendForm(site.origin, path, sent, { headers });
      // Bulk actions are refused per item.
      const isRefused = status === 403 || body.includes('Su cuenta no puede hacerlo con este contenido.');
      expect(isRefused, `${path} ${intent}: ${status}`).toBe(true);
      expect(await everythingElse(site.dataDir), `${path} ${intent}`).toEqual(before);
    }
  }
});
