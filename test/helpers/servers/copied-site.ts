import { accountEmails, credentials, users, waitingSignUps } from '#core/accounts/account-collections.ts';
import type { Write } from '#core/documents/document-store.ts';
import { setDocument } from '#core/documents/typed-documents.ts';
import { trashFile } from '#core/files/change-file.ts';
import { describeFile, tagFile } from '#core/files/describe-file.ts';
import { replaceFile } from '#core/files/replace-file.ts';
import { fileCollectionsIn } from '#core/files/stage-file.ts';
import { storeFile } from '#core/files/store-file.ts';
import { movePage } from '#core/items/move-page.ts';
import { jobs } from '#core/jobs/jobs-collection.ts';
import { changeSettings } from '#core/settings/change-settings.ts';
import { settingsOf } from '#core/settings/settings.ts';
import { SITE_NAVIGATION } from '#core/site/site-navigation-type.ts';
import { SITE_NOTICES } from '#core/site/site-notices-type.ts';
import { SITE_TYPES } from '#core/site/site-types.ts';
import { COPIED_FOLDER, type CopySide } from '#server/copying/copy-side.ts';
import { collections } from '#server/services/services.ts';
import { createContentSite, testConfig } from '../content/create-content-site.ts';
import { finishedLanguage, person } from '../content/create-item-site.ts';
import { publish } from '../content/publish.ts';
import { acceptPictures } from '../importing/accept-pictures.ts';

/** The bytes of a text. */
export const someWords = (text: string) => new TextEncoder().encode(text);

const DIGEST = 'd'.repeat(43);

/** Fills an empty side for tests: documents of several collections and sizes, drafts half written, files and three people. */
export async function fillSite({ store, draftLog, files, passwords }: CopySide): Promise<void> {
  const writes: Write[] = [];
  for (const name of ['ana', 'berta', 'carla']) {
    const email = `${name}@meki.test`;
    const times = { createdAt: 1_000, updatedAt: 2_000 };
    const password = await passwords.hold(`password of ${name}`);
    writes.push(
      setDocument(users.at(name), {
        ...{ name, email, emailVerified: true, language: 'es', role: 'editor', languages: [], disabled: false },
        ...{ sessionEpoch: 0, ...times },
      }),
      setDocument(credentials.at(name), {
        userId: name,
        providerId: 'credential',
        accountId: name,
        password,
        ...times,
      }),
      setDocument(accountEmails.at(name), { userId: name }),
    );
  }
  const person = { name: 'Dora', email: 'dora@meki.test', language: 'en', password: await passwords.hold('of Dora') };
  const signUp = { seal: DIGEST, triesLeft: 3, codeExpiresAt: 5_000, expiresAt: 6_000, person };
  writes.push(
    setDocument(waitingSignUps.at(DIGEST), {
      signUps: [{ ...signUp }, { ...signUp, ticket: DIGEST }],
      expiresAt: 6_000,
    }),
    setDocument(jobs.at('item-cards'), { purpose: 'cards', done: true }),
  );
  for (let index = 0; index < 230; index++) {
    // Names whose order by code points is not that of their UTF-16 units, and some of the largest documents.
    const name = `job-${String.fromCodePoint(index % 2 ? 0x1f600 + index : 0xff00 + index)}`;
    writes.push(setDocument(jobs.at(name), { purpose: 'x'.repeat(index % 100 === 0 ? 600_000 : index), until: index }));
  }
  for (const [index, write] of writes.entries()) {
    const times = { createdAt: 1_700_000_000_000 + index, updatedAt: 1_700_000_100_000 + index };
    await store.commit([{ ...write, times } as Write]);
  }

  for (const [name, count, settled] of [
    ['item/one/es', 3, 2],
    ['item/one/shared', 1, 1],
    ['item/two/es', 120, 70],
    ['item/two/en', 2, 0],
    ['item/a-three/es', 1, 0],
  ] as const) {
    const positions: number[] = [];
    for (let index = 0; index < count; index++)
      positions.push(await draftLog.append(name, someWords(`${name} ${index}`)));
    await draftLog.settle(name, positions[settled - 1] ?? 0);
  }
  const [second] = (await draftLog.read('item/two/es')).slice(1);
  await draftLog.compact('item/two/es', second?.position ?? 0, someWords('the first two'));
  await draftLog.append('item/removed/es', someWords('x'));
  await draftLog.remove('item/removed/es');

  await fillSettings(store);
  await fillLibrary({ store, files });
  await files.write('checks/probe', someWords('not of the site'));
  await files.write('media/empty/original.svg', new Uint8Array());
  for (let index = 0; index < 3; index++) {
    await files.write(`media/f${index}/original.jpg`, new Uint8Array(100_000).fill(index + 1));
    await files.write(`media/f${index}/public.webp`, someWords(`a form of ${index}`));
  }
}

/** What owners decide: a page below another one, a topic, menus, a notice and a setting. */
async function fillSettings(store: CopySide['store']): Promise<void> {
  const site = {
    ...createContentSite(store),
    config: { ...testConfig, contentTypes: [...testConfig.contentTypes, ...SITE_TYPES] },
  };
  const put = async (id: string, type: string, fields = {}) => {
    await site.putItem(id, type, { es: finishedLanguage(id), en: finishedLanguage(`${id}-en`) }, { fields });
    const outcome = await publish(site, id, ['es', 'en']);
    if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  };
  await put('services', 'pages');
  await put('children', 'pages');
  await put('bones', 'topics', { order: 1 });
  await put(SITE_NAVIGATION, SITE_NAVIGATION, { header: [{ id: 'a', target: 'item:children' }] });
  await put(SITE_NOTICES, SITE_NOTICES, { notices: [{ id: 'a', kind: 'closed', until: '2030-01-01T00:00' }] });
  const moved = await movePage(site, person('editor', 'eva'), { id: 'children', parent: 'services' });
  const setting = settingsOf(site.config).find(({ id }) => id === 'page-size');
  if (!moved.ok || !setting) throw new Error(JSON.stringify(moved));
  await changeSettings({ store }, person('owner'), [{ setting, before: '', after: '24' }]);
}

/** Files of the library: one with texts and bytes in both languages, a former version and tags, and one in the trash. */
async function fillLibrary({ store, files }: Pick<CopySide, 'store' | 'files'>): Promise<void> {
  const dependencies = { store, files, config: testConfig, pictures: acceptPictures };
  const eva = person('editor', 'eva');
  const drawing = (name: string) => someWords(`<svg xmlns="http://www.w3.org/2000/svg"><!--${name}--></svg>`);
  const ids: string[] = [];
  for (const name of ['precios.svg', 'trash.svg']) {
    const stored = await storeFile(dependencies, eva, { name, contents: drawing(name), isKept: true });
    if (!stored.ok) throw new Error(stored.problem);
    ids.push(stored.file.id);
  }
  const [id = '', trashed = ''] = ids;
  const replacement = { id, expectedVersion: 1, name: 'precios 2.svg', contents: drawing('2') };
  const own = { id, expectedVersion: 2, name: 'prices.svg', contents: drawing('en'), language: 'en' };
  const outcomes = [
    await describeFile(dependencies, eva, { id, language: 'es', texts: { title: 'Precios', alt: 'Lista' } }),
    await describeFile(dependencies, eva, { id, language: 'en', texts: { title: 'Prices' } }),
    await describeFile(dependencies, eva, { id, language: 'es', texts: { title: 'Los precios' }, isMinor: true }),
    await tagFile(dependencies, eva, { id, add: ['sala'] }),
    await replaceFile(dependencies, eva, replacement),
    await replaceFile(dependencies, eva, own),
    await trashFile(dependencies, eva, { id: trashed }),
  ];
  if (outcomes.some(({ ok }) => !ok)) throw new Error(JSON.stringify(outcomes));
}

/** What no server changes by itself when it starts. */
const COMPARED = new Set([
  ...[users, credentials, accountEmails, waitingSignUps, jobs, ...fileCollectionsIn([])].map(({ name }) => name),
  ...['publications', 'addresses', 'page-trees', 'site-settings'],
]);

/** All that a side has and a copy must keep, in a form that tests compare. */
export async function contentsOf({ store, draftLog, files }: CopySide) {
  const compared = collections.filter(({ name }) => COMPARED.has(name));
  const found = await Promise.all(compared.map(({ name }) => store.runQuery({ collection: name })));
  const documents = found
    .flat()
    .map(({ version: _, ...document }) => document)
    .filter(({ path }) => path !== jobs.at('copy').path);
  const drafts: { [name: string]: { updates: string[]; settled: number } } = {};
  for (const name of await draftLog.names(undefined, 1_000)) {
    const entries = await draftLog.read(name);
    const through = (await draftLog.open([name]))[0]?.settled ?? 0;
    const updates = entries.map(({ update }) => new TextDecoder().decode(update));
    drafts[name] = { updates, settled: entries.filter(({ position }) => position <= through).length };
  }
  const stored: { [key: string]: string } = {};
  for (const key of await files.list(COPIED_FOLDER, undefined, 1_000)) {
    stored[key] = Buffer.from((await files.read(key)) ?? []).toString('base64');
  }
  return { documents, drafts, files: stored };
}
