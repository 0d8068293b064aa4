import { accountEmails, credentials, users, waitingSignUps } from '#core/accounts/account-collections.ts';
import type { Document, Write } from '#core/documents/document-store.ts';
import { setDocument } from '#core/documents/typed-documents.ts';
import { describeFile, tagFile } from '#core/files/describe-file.ts';
import { replaceFile } from '#core/files/replace-file.ts';
import { fileCollectionsIn } from '#core/files/stage-file.ts';
import { storeFile } from '#core/files/store-file.ts';
import { trashFile } from '#core/files/trash-file.ts';
import { jobs } from '#core/jobs/jobs-collection.ts';
import { COPIED_FOLDER, type CopySide } from '#server/copying/copy-side.ts';
import { testConfig } from '../content/create-content-site.ts';
import { person } from '../content/create-item-site.ts';
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

  await fillLibrary({ store, files });
  await files.write('checks/probe', someWords('not of the site'));
  await files.write('media/empty/original.svg', new Uint8Array());
  for (let index = 0; index < 3; index++) {
    await files.write(`media/f${index}/original.jpg`, new Uint8Array(100_000).fill(index + 1));
    await files.write(`media/f${index}/public.webp`, someWords(`a form of ${index}`));
  }
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

/** All that a side has and a copy must keep, in a form that tests compare. */
export async function contentsOf({ store, draftLog, files }: CopySide) {
  const documents: Omit<Document, 'version'>[] = [];
  const library = fileCollectionsIn([]);
  for (const { name } of [users, credentials, accountEmails, waitingSignUps, jobs, ...library]) {
    for (const { version: _, ...document } of await store.runQuery({ collection: name })) {
      if (document.path !== jobs.at('copy').path) documents.push(document);
    }
  }
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
