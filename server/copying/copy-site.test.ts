import { expect, onTestFinished, test } from 'vitest';
import { createPasswordHasher } from '#adapters/document-identity/password-hasher.ts';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { createMemoryDraftLog } from '#adapters/memory/draft-log.ts';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { openSqlite } from '#adapters/sqlite/open-sqlite.ts';
import { credentials } from '#core/accounts/account-collections.ts';
import type { PasswordProvider, Passwords } from '#core/accounts/passwords.ts';
import { jobs } from '#core/jobs/jobs-collection.ts';
import { contentsOf, fillSite, someWords } from '../../test/helpers/servers/copied-site.ts';
import { makeTemporaryFolder } from '../../test/helpers/temporary-folder.ts';
import { collections } from '../services/services.ts';
import { markServer, whyNoServer } from './copy-marks.ts';
import type { CopySide } from './copy-side.ts';
import { type CopyOptions, copySite } from './copy-site.ts';

const hasher = createPasswordHasher({ memory: 64, passes: 1 }, 1);

function createMemorySide(name: string): CopySide {
  const store = createMemoryDocumentStore({ collections });
  const [draftLog, files] = [createMemoryDraftLog(), createMemoryFileStore()];
  return { name, store, draftLog, files, passwords: hasher, isShared: false };
}

function createSqliteSide(): CopySide {
  const { store, draftLog } = openSqlite({ file: `${makeTemporaryFolder()}/meki.sqlite`, collections, role: 'sole' });
  onTestFinished(() => store.close());
  return {
    name: 'the data folder',
    store,
    draftLog,
    files: createMemoryFileStore(),
    passwords: hasher,
    isShared: false,
  };
}

async function createSite(): Promise<CopySide> {
  const site = createMemorySide('the original');
  await fillSite(site);
  return site;
}

const copy = (from: CopySide, to: CopySide, more: Partial<CopyOptions> = {}) =>
  copySite({ from, to, collections, ...more });

test('a site is copied with its times, histories and files, through a file and back, and nothing is lost', async () => {
  const original = await createSite();
  const before = await contentsOf(original);
  const [onDisk, back] = [createSqliteSide(), createMemorySide('the third')];
  const outcome = await copy(original, onDisk);
  expect(outcome).toMatchObject({ kind: 'copied', plan: { needCode: 0, isResumed: false } });
  expect(outcome).toMatchObject({ totals: { drafts: 5, updates: 126, files: 15 } });
  expect(await contentsOf(onDisk)).toEqual(before);
  expect(await copy(onDisk, back)).toMatchObject({ kind: 'copied' });
  expect(await contentsOf(back)).toEqual(before);
  expect(await contentsOf(original)).toEqual(before);
  expect(await whyNoServer(back.store, Date.now())).toBeUndefined();
  expect(await back.draftLog.unsettled()).toEqual(await original.draftLog.unsettled());
});

test('a place that is not empty is refused and left as it is', async () => {
  const original = await createSite();
  const places = ['documents', 'drafts', 'files'].map(createMemorySide);
  const [withDocument, withDraft, withFile] = places as [CopySide, CopySide, CopySide];
  await withDocument.store.commit([{ kind: 'set', path: jobs.at('item-cards').path, data: { done: true } }]);
  await withDraft.draftLog.append('item/a/es', someWords('x'));
  await withFile.files.write('media/a/original.png', someWords('x'));
  for (const [index, what] of ['jobs', 'drafts', 'files'].entries()) {
    const to = places[index] as CopySide;
    const before = await contentsOf(to);
    expect(await copy(original, to)).toEqual({
      kind: 'refused',
      refusal: { reason: 'not-empty', side: to.name, what },
    });
    expect(await contentsOf(to)).toEqual(before);
  }
});

/** A side whose writes fail after some of them, as if the process had been killed. */
function failingAfter(side: CopySide, writes: number) {
  let done = 0;
  const orFail = <Args extends unknown[], T>(write: (...args: Args) => Promise<T>) => {
    return async (...args: Args) => {
      if (done >= writes) throw new Error('killed');
      done += 1;
      return write(...args);
    };
  };
  const { store, draftLog, files } = side;
  return {
    ...side,
    store: { ...store, commit: orFail(store.commit) },
    draftLog: { ...draftLog, append: orFail(draftLog.append) },
    files: { ...files, write: orFail(files.write) },
    done: () => done,
  };
}

test('a copy that is interrupted anywhere goes on and ends equal, and no server starts on it before', async () => {
  const original = await createSite();
  const before = await contentsOf(original);
  const counting = failingAfter(createMemorySide('the target'), Number.POSITIVE_INFINITY);
  await copy(original, counting);
  const all = Array.from({ length: counting.done() - 1 }, (_, index) => index + 1);
  for (const writes of all.filter((each) => each < 6 || each > all.length - 8 || each % 17 === 0)) {
    const target = createMemorySide('the target');
    await expect(copy(original, failingAfter(target, writes))).rejects.toThrow('killed');
    const why = await whyNoServer(target.store, Date.now());
    expect(why).toContain('The copy of the original to here has not been finished');
    expect(await copy(target, createMemorySide('another'))).toMatchObject({ refusal: { reason: 'unfinished' } });
    expect(await copy(createMemorySide('another'), target)).toMatchObject({ refusal: { reason: 'other-copy' } });
    expect(await copy(original, target)).toMatchObject({ kind: 'copied', plan: { isResumed: true } });
    expect(await contentsOf(target)).toEqual(before);
  }
});

test('what changed in the source between an interruption and the next try ends as it is in the source', async () => {
  const original = await createSite();
  const target = createMemorySide('the target');
  await expect(copy(original, failingAfter(target, 34))).rejects.toThrow('killed');
  await target.store.commit([
    { kind: 'set', path: 'jobs/gone', data: { done: true } },
    { kind: 'set', path: 'jobs/item-cards', data: { done: false } },
  ]);
  await target.draftLog.append('item/gone/es', someWords('x'));
  await original.draftLog.remove('item/one/es');
  await original.draftLog.append('item/one/es', someWords('anew'));
  const [longest] = await original.draftLog.names(undefined, 9);
  const entries = await original.draftLog.read(longest ?? '');
  await original.draftLog.compact(longest ?? '', entries[1]?.position ?? 0, someWords('compacted'));
  expect(await copy(original, target)).toMatchObject({ kind: 'copied' });
  expect(await contentsOf(target)).toEqual(await contentsOf(original));
});

test('what is not equal at the end is named, and the place stays unfinished', async () => {
  const original = await createSite();
  const target = createMemorySide('the target');
  const { store, draftLog, files } = target;
  const damaging: CopySide = {
    ...target,
    store: {
      ...store,
      commit: (writes) =>
        store.commit(
          writes.map((write) =>
            write.kind === 'set' && write.path === 'jobs/item-cards' ? { ...write, data: { done: false } } : write,
          ),
        ),
    },
    draftLog: { ...draftLog, settle: async () => {} },
    files: { ...files, write: (key, bytes) => files.write(key, key.endsWith('.jpg') ? new Uint8Array(9) : bytes) },
  };
  const outcome = await copy(original, damaging);
  if (outcome.kind !== 'differs') throw new Error(outcome.kind);
  expect(outcome.differences).toContain('The document jobs/item-cards is not the same.');
  expect(outcome.differences).toContain('The draft item/one/es is not the same.');
  expect(outcome.differences).toContainEqual(expect.stringMatching(/^The file media\/.+\.jpg is not the same\.$/));
  expect(await whyNoServer(store, Date.now())).toContain('not been finished');
  expect(await copy(original, target)).toMatchObject({ kind: 'copied' });
});

test('a dry run tells what would happen, and writes nothing', async () => {
  const [original, target] = [await createSite(), createMemorySide('the target')];
  expect(await copy(original, target, { isDryRun: true })).toEqual({
    kind: 'planned',
    plan: { people: 3, needCode: 0, isResumed: false },
  });
  expect(await contentsOf(target)).toEqual(await contentsOf(createMemorySide('nothing')));
});

/** Passwords at a provider that takes all hashes but the one of `refused`. */
function createProvider(refused = ''): Passwords {
  const provider: Partial<PasswordProvider> = {
    takeHashes: async (hashes) => hashes.map((hash) => (hash === refused ? undefined : `provider:account-of-${hash}`)),
  };
  return { ...hasher, count: 0, unusable: (text) => `nobody:${text}`, provider: provider as PasswordProvider };
}

test('passwords go to a provider as hashes; from one, people need a code, which is told before anything is written', async () => {
  const original = await createSite();
  const hashes = (await original.store.runQuery({ collection: 'accounts' })).map(({ data }) => String(data.password));
  const atProvider = { ...createMemorySide('the provider'), passwords: createProvider(hashes[1]) };
  expect(await copy(original, atProvider)).toMatchObject({ kind: 'copied', plan: { people: 3, needCode: 0 } });
  const holders = (await atProvider.store.runQuery({ collection: 'accounts' })).map(({ data }) => data.password);
  expect(holders).toEqual([
    `provider:account-of-${hashes[0]}`,
    `nobody:${hashes[1]}`,
    `provider:account-of-${hashes[2]}`,
  ]);
  const [waiting] = await atProvider.store.runQuery({ collection: 'waiting-sign-ups' });
  expect(JSON.stringify(waiting)).toContain('provider:account-of-$argon2id$');

  const back = createMemorySide('back');
  let told: unknown;
  const onPlan = async (plan: unknown) => {
    told = [plan, await contentsOf(back)];
  };
  expect(await copy(atProvider, back, { onPlan: (plan) => void onPlan(plan) })).toMatchObject({ kind: 'copied' });
  expect(told).toEqual([{ people: 3, needCode: 3, isResumed: false }, await contentsOf(createMemorySide('nothing'))]);
  for (const { data } of await back.store.runQuery({ collection: credentials.name })) {
    expect(await hasher.verify(String(data.password), 'a password', undefined)).toBe(false);
  }
  const [without, original2] = [await contentsOf(back), await contentsOf(original)].map(({ documents }) =>
    documents.filter(({ path }) => !/^(accounts|waiting-sign-ups)\//.test(path)),
  );
  expect(without).toEqual(original2);
});

test('where several machines can reach a side, a server that runs there prevents the copy, and the copy a server', async () => {
  const [original, target] = [await createSite(), createMemorySide('the target')];
  const sides = [original, target].map((side) => ({ ...side, isShared: true })) as [CopySide, CopySide];
  for (const side of sides) {
    const end = await markServer(side.store, { host: 'vm', version: '1', build: 'a', startedAt: 0 }, () => {});
    expect(await copy(...sides)).toEqual({ kind: 'refused', refusal: { reason: 'served', side: side.name } });
    await end();
  }
  const whileCopying: (string | undefined)[] = [];
  const look = async () => {
    const now = Date.now();
    whileCopying.push(...(await Promise.all(sides.map(({ store }) => whyNoServer(store, now)))));
  };
  let looking: Promise<void> | undefined;
  const onPlan = () => {
    looking = look();
  };
  expect(await copy(...sides, { onPlan })).toMatchObject({ kind: 'copied' });
  await looking;
  expect(whileCopying).toEqual([
    expect.stringContaining('is being copied'),
    expect.stringContaining('is being copied'),
  ]);
  for (const { store } of sides) expect(await whyNoServer(store, Date.now())).toBeUndefined();
});
