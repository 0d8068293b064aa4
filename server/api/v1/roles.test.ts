import { afterAll, describe, expect, test } from 'vitest';
import { createPictures } from '#adapters/sharp/create-pictures.ts';
import { ROLES, type Role } from '#core/accounts/user.ts';
import { mediaIdOf } from '#core/media/media-file.ts';
import { type ApiClient, createApiSite } from '../../../test/helpers/api/create-api-site.ts';
import { routes } from './create-content-api.ts';

const languages = {
  es: { title: 'Uno', summary: 'Breve', seo: { description: 'D' } },
  en: { title: 'One', summary: 'Short', seo: { description: 'D' } },
};
const item = { type: 'notice', sourceLanguage: 'es', languages };
const drawing = (width: number) =>
  new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 1"></svg>`);
const [picture, kept] = [drawing(1), drawing(2)];
const [TRASHED, REPLACED] = [await mediaIdOf(drawing(3)), await mediaIdOf(drawing(4))];
const asPicture = { 'content-type': 'image/svg+xml' };

/** All operations, with one letter per role that is allowed: viewer, author, translator of English, editor, owner. */
const requests: [operation: string, method: string, path: string, body: unknown, who: string][] = [
  ['listItems', 'GET', '/items', undefined, 'ateo'],
  ['createItem', 'POST', '/items', item, 'aeo'],
  ['readItem', 'GET', '/items/one', undefined, 'ateo'],
  ['changeItem', 'PATCH', '/items/one', { tags: ['x'] }, 'eo'],
  ['changeItem', 'PATCH', '/items/own', { tags: ['x'] }, 'aeo'],
  ['changeItem', 'PATCH', '/items/one', { author: 'X' }, 'eo'],
  ['changeItem', 'PATCH', '/items/one', { cover: { media: await mediaIdOf(kept), alt: { en: 'X' } } }, 'eo'],
  ['changeItem', 'PATCH', '/items/own', { cover: { media: await mediaIdOf(kept), alt: { es: 'X' } } }, 'aeo'],
  ['deleteItem', 'DELETE', '/items/one', undefined, 'eo'],
  ['deleteItem', 'DELETE', '/items/own', undefined, 'aeo'],
  ['replaceLanguage', 'PUT', '/items/one/en', { title: 'X' }, 'teo'],
  ['replaceLanguage', 'PUT', '/items/one/es', { title: 'X' }, 'eo'],
  ['replaceLanguage', 'PUT', '/items/own/es', { title: 'X' }, 'aeo'],
  ['changeLanguage', 'PATCH', '/items/one/en', { title: 'X' }, 'teo'],
  ['changeLanguage', 'PATCH', '/items/one/es', { title: 'X' }, 'eo'],
  ['changeLanguage', 'PATCH', '/items/one/en', { coverAlt: 'X' }, 'teo'],
  ['changeLanguage', 'PATCH', '/items/one/es', { coverAlt: 'X' }, 'eo'],
  ['publishItem', 'POST', '/items/own/publish', { languages: ['en'] }, 'eo'],
  ['movePage', 'POST', '/items/section/move', { parent: null }, 'eo'],
  ['unpublishItem', 'POST', '/items/own/unpublish', { languages: ['en'] }, 'eo'],
  ['scheduleItem', 'POST', '/items/own/schedule', { languages: ['en'], publishAt: '2100-01-01T00:00:00Z' }, 'eo'],
  ['scheduleItem', 'POST', '/items/own/schedule', { languages: ['en'], cancel: true }, 'eo'],
  ['askForReview', 'POST', '/items/one/en/review', undefined, 't'],
  ['askForReview', 'POST', '/items/own/es/review', undefined, 'a'],
  ['withdrawReview', 'DELETE', '/items/asked/es/review', undefined, 'a'],
  ['sendBack', 'POST', '/items/asked/es/send-back', { note: 'Falta algo.' }, 'eo'],
  ['listRevisions', 'GET', '/items/one/revisions', undefined, 'ateo'],
  ['readRevision', 'GET', '/items/one/revisions/es/1', undefined, 'ateo'],
  ['restoreItem', 'POST', '/items/one/restore', { languages: ['es'], revision: 1 }, 'eo'],
  ['restoreItem', 'POST', '/items/gone/restore', {}, 'eo'],
  ['readItemHealth', 'GET', '/items/one/health', undefined, 'ateo'],
  ['markMinorEdit', 'POST', '/items/one/minor-edit', {}, 'eo'],
  ['markMinorEdit', 'POST', '/items/own/minor-edit', {}, 'aeo'],
  ['markCurrent', 'POST', '/items/one/en/mark-current', { units: ['title'] }, 'teo'],
  ['listMessages', 'GET', '/messages', undefined, 'eo'],
  ['listContentTypes', 'GET', '/content-types', undefined, 'vateo'],
  ['uploadMedia', 'POST', '/media', picture, 'aeo'],
  ['readMedia', 'GET', `/media/${await mediaIdOf(kept)}`, undefined, 'ateo'],
  ['listFiles', 'GET', '/files', undefined, 'ateo'],
  ['readFile', 'GET', `/files/${await mediaIdOf(kept)}`, undefined, 'ateo'],
  ['changeFile', 'PATCH', `/files/${await mediaIdOf(kept)}`, { tags: ['x'] }, 'eo'],
  ['describeFile', 'PATCH', `/files/${await mediaIdOf(kept)}/en`, { title: 'X' }, 'teo'],
  ['describeFile', 'PATCH', `/files/${await mediaIdOf(kept)}/es`, { title: 'X' }, 'eo'],
  ['listFileUses', 'GET', `/files/${await mediaIdOf(kept)}/uses`, undefined, 'ateo'],
  ['replaceFile', 'PUT', `/files/${await mediaIdOf(kept)}/contents?version=1`, picture, 'eo'],
  ['restoreFileVersion', 'POST', `/files/${REPLACED}/restore-version`, { version: 3, former: 1 }, 'eo'],
  ['removeFilePart', 'DELETE', `/files/${REPLACED}/contents?version=3&language=en`, undefined, 'eo'],
  ['trashFile', 'DELETE', `/files/${await mediaIdOf(kept)}`, undefined, 'eo'],
  ['untrashFile', 'POST', `/files/${TRASHED}/restore`, undefined, 'eo'],
  ['deleteMedia', 'DELETE', `/media/${await mediaIdOf(kept)}?force=true`, undefined, 'o'],
];

/** Shared by the sites of all tests: each would start a process for its picture. */
const pictures = createPictures();
afterAll(() => pictures.close());

/**
 * `one` has another author and is published in Spanish, `own` and `asked` are the author's and were never published, the
 * review of `asked` was asked for, `gone` is in the trash; `section` is a page;
 * of three pictures, one is in the trash, and one was replaced.
 */
async function createSite() {
  const site = await createApiSite({ pictures });
  const editor = await site.createProgram('editor');
  const programs = Object.fromEntries(
    await Promise.all(
      ROLES.map(async (role) => [role, await site.createProgram(role, role === 'translator' ? ['en'] : [])] as const),
    ),
  ) as { [role in (typeof ROLES)[number]]: ApiClient };
  for (const [id, by] of [
    ['one', editor],
    ['own', programs.author],
    ['asked', programs.author],
    ['gone', editor],
  ] as const) {
    const made = await by.send('POST', '/items', { ...item, id });
    if (made.status !== 201) throw new Error(`${id} could not be made: ${made.status}`);
  }
  await editor.send('POST', '/items', { ...item, id: 'section', type: 'pages' });
  await programs.author.send('POST', '/items/asked/es/review');
  await editor.send('POST', '/items/one/publish', { languages: ['es'] });
  await editor.send('DELETE', '/items/gone');
  await editor.send('POST', '/media', kept, asPicture);
  for (const width of [3, 4]) await editor.send('POST', '/media', drawing(width), asPicture);
  await editor.send('DELETE', `/files/${TRASHED}`);
  await editor.send('PUT', `/files/${REPLACED}/contents?version=1`, drawing(5), asPicture);
  await editor.send('PUT', `/files/${REPLACED}/contents?version=2&language=en`, drawing(6), asPicture);
  const contents = async () => {
    const all = await Promise.all(
      ['items', 'item-cards', 'publications', 'media', 'files', 'saved-versions'].map((collection) =>
        site.store.runQuery({ collection }),
      ),
    );
    return JSON.stringify(all);
  };
  return { ...site, editor, programs, contents };
}

type Site = Awaited<ReturnType<typeof createSite>>;

function isDone(status: number): boolean {
  return status >= 200 && status < 300;
}

test('the walk has every route', () => {
  expect(new Set(requests.map(([operation]) => operation))).toEqual(
    new Set(routes.map(({ operationId }) => operationId)),
  );
});

describe.each(requests)('%s: %s %s', (_, method, path, body, who) => {
  const headers = body instanceof Uint8Array ? asPicture : {};

  test(`is for ${who}`, async () => {
    // One site for everybody who changes nothing, and for the first who does.
    let site = await createSite();
    let isChanged = false;
    const isAllowed = (role: Role) => who.includes(role[0] ?? '');
    for (const role of ROLES.filter((one) => !isAllowed(one))) await expectRefused(site, role);
    for (const role of ROLES.filter(isAllowed)) {
      if (isChanged) site = await createSite();
      const reply = await site.programs[role].send(method, path, body, headers);
      expect([role, reply.status, reply.body?.code]).toEqual([role, expect.toSatisfy(isDone), undefined]);
      expect(site.refused).toEqual([]);
      isChanged = method !== 'GET';
    }
  });

  async function expectRefused({ programs, contents, refused }: Site, role: Role): Promise<void> {
    const before = await contents();
    const reply = await programs[role].send(method, path, body, headers);
    expect([role, reply.status, reply.body.code]).toEqual([role, 403, 'forbidden']);
    expect(await contents()).toBe(before);
    expect(refused.splice(0)).toEqual([[role, expect.any(String)]]);
    // The body must not be read if the sender lacks the right.
    if (body === undefined) return;
    const long = { 'content-type': 'x/y', 'content-length': '999999999' };
    expect([role, (await programs[role].send(method, path, body, long)).status]).toEqual([role, 403]);
    refused.splice(0);
  }
});

test('a translator for English can change nothing Spanish', async () => {
  const { programs, editor, store } = await createSite();
  const cover = { media: await mediaIdOf(kept), alt: { es: 'Una placa', en: 'A film' } };
  await editor.send('PATCH', '/items/one', { cover, author: 'Ana' });
  const spanish = async () => {
    const { body } = await editor.get('/items/one');
    const { state: _, ...es } = body.languages.es;
    const { media, alt } = body.cover;
    return { es, author: body.author, tags: body.tags, fields: body.fields, cover: [media, alt.es] };
  };
  const before = await spanish();
  const published = await store.runQuery({ collection: 'publications' });
  for (const [, method, path, body] of requests) {
    const headers = body instanceof Uint8Array ? asPicture : {};
    await programs.translator.send(method, path, body, headers);
  }
  for (const path of ['/items/one/en%2f..%2fes', '/items/one/ES', '/items/one%2fes', '/items/one/en/../es']) {
    for (const method of ['PUT', 'PATCH']) {
      await programs.translator.send(method, path, { title: 'X', coverAlt: 'X' });
    }
  }
  expect(await spanish()).toEqual(before);
  expect(await store.runQuery({ collection: 'publications' })).toEqual(published);
  await programs.translator.send('PATCH', '/items/one/en', { coverAlt: 'An X-ray film' });
  const { languages: written, cover: shown } = (await editor.get('/items/one')).body;
  expect([written.en.title, written.en.coverAlt, shown.alt.en]).toEqual(['X', 'An X-ray film', 'An X-ray film']);
});

test('what a program did is on record as its own', async () => {
  const { editor, site } = await createSite();
  const entries = await site.audited();
  expect(entries.filter(({ action }) => action === 'item.published')).toMatchObject([
    { actor: { kind: 'program', id: editor.program.id, name: 'editor' }, object: { id: 'one' } },
  ]);
});
