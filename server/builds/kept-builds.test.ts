import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { builds } from '#core/site/builds-collection.ts';
import { createFakeLog } from '#server/testing/fake-log.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { makeTemporaryFolder } from '../../test/helpers/temporary-folder.ts';
import { KeptBuilds } from './kept-builds.ts';

const DAY = 86_400_000;

/** A site with instances of different builds. */
function createSite() {
  const store = createMemoryDocumentStore({ collections: [builds] });
  const files = createMemoryFileStore();
  const log = createFakeLog();
  const clock = { now: Date.UTC(2026, 0, 15) };
  const read = vi.spyOn(files, 'read');

  function startInstance(id: string, assets: { [name: string]: string }) {
    const clientFolder = makeTemporaryFolder();
    mkdirSync(join(clientFolder, 'assets'));
    for (const [name, text] of Object.entries(assets)) {
      writeFileSync(join(clientFolder, 'assets', name), text);
      if (name.endsWith('.js')) {
        writeFileSync(join(clientFolder, 'assets', `${name}.br`), brotliCompressSync(text));
      }
    }
    const build = { id, clientFolder };
    const kept = new KeptBuilds({ store, files, build, securityHeaders: [], log, now: () => clock.now });
    onTestFinished(() => kept.stop());
    const textOf = async (path: string) => (await kept.lookup(path))?.identity.body.toString();
    return Object.assign(kept, { textOf });
  }

  return { store, files, log, clock, read, startInstance };
}

test('instances of two builds serve the assets of each other, as they are sent by their own', async () => {
  const { startInstance, log } = createSite();
  const old = startInstance('old', { 'desk-1aB_.js': 'old()', 'font-1.woff2': 'old font' });
  await old.store();
  const next = startInstance('next', { 'desk-2.js': 'next()' });
  await next.store();
  await eventually(async () => expect(await old.textOf('/assets/desk-2.js')).toBe('next()'));
  await eventually(async () => expect(await next.textOf('/assets/desk-1aB_.js')).toBe('old()'));
  expect(await next.textOf('/assets/font-1.woff2')).toBe('old font');
  const found = await next.lookup('/assets/desk-1aB_.js');
  expect(found?.br?.headers).toEqual(
    expect.arrayContaining(['text/javascript; charset=utf-8', 'br', 'public, max-age=31536000, immutable']),
  );
  expect(log.warnings).toEqual([]);
});

test('a name that no build has costs no read, and the assets of a build are read once', async () => {
  const { startInstance, read } = createSite();
  await startInstance('old', { 'a.js': 'a', 'b.js': 'b' }).store();
  const next = startInstance('next', { 'c.js': 'c' });
  await eventually(async () => expect(await next.textOf('/assets/a.js')).toBe('a'));
  read.mockClear();
  for (const path of ['/assets/b.js', '/assets/a.js', '/assets/none.js', '/assets/../b.js', '/b.js', '/assets/c.js']) {
    await next.lookup(path);
  }
  expect(read).not.toHaveBeenCalled();
});

test('of many builds whose assets are asked for at once, one is read at a time, and each once', async () => {
  const { startInstance, read, files } = createSite();
  const ids = Array.from({ length: 12 }, (_, index) => `build-${index}`);
  for (const id of ids) await startInstance(id, { [`${id}.js`]: id }).store();
  const next = startInstance('next', {});
  await eventually(async () => expect(await next.textOf('/assets/build-0.js')).toBe('build-0'));
  let [reading, most] = [0, 0];
  read.mockClear().mockImplementation(async (key) => {
    most = Math.max(most, ++reading);
    const part = await files.readPart(key, 0, 10_000);
    reading--;
    return part?.bytes;
  });
  const asked = [...ids, ...ids, ...ids].map((id) => next.textOf(`/assets/${id}.js`));
  expect(await Promise.all(asked)).toEqual([...ids, ...ids, ...ids]);
  expect(most).toBe(1);
  expect(read.mock.calls.length).toBeLessThanOrEqual(ids.length);
});

test('assets stay for a week after a build was last run, and as long as one runs', async () => {
  const { startInstance, clock, files } = createSite();
  await startInstance('gone', { 'a.js': 'a' }).store();
  const running = startInstance('running', { 'b.js': 'b' });
  await running.store();
  clock.now += 6 * DAY;
  await running.store();
  expect(await files.list('builds', undefined, 10)).toEqual(['builds/gone', 'builds/running']);
  clock.now += 2 * DAY;
  await startInstance('next', { 'c.js': 'c' }).store();
  expect(await files.list('builds', undefined, 10)).toEqual(['builds/next', 'builds/running']);
});

test('a storage that is away is logged, and asked again later', async () => {
  const { startInstance, read, log, clock } = createSite();
  await startInstance('old', { 'a.js': 'a' }).store();
  const next = startInstance('next', {});
  read.mockRejectedValueOnce(new Error('The storage is away'));
  await eventually(async () => {
    await next.lookup('/assets/a.js');
    expect(log.warnings).toHaveLength(1);
  });
  expect(await next.textOf('/assets/a.js')).toBeUndefined();
  clock.now += 61_000;
  expect(await next.textOf('/assets/a.js')).toBe('a');
});
