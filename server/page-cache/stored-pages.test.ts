import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createSqliteDocumentStore } from '#adapters/sqlite/document-store.ts';
import { defineCollection } from '#core/documents/collection.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { openStoredSite, type StoredSiteOptions } from '../../test/helpers/page-cache/open-stored-site.ts';
import type { RenderPage } from '../rendering/rendered-page.ts';
import { renderedPage } from '../testing/rendered.ts';
import { pageIdentity } from './page-file.ts';

const notes = defineCollection({
  name: 'notes',
  schema: z.looseObject({}) as never,
  indexes: [],
  policy: { read: 'public' },
});
const PATHS = ['/faq', '/estudios'];

let folder: string;
let file: string;
let stores: DocumentStore[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stored-pages-'));
  file = join(folder, 'pages.sqlite');
  stores = [];
});

afterEach(async () => {
  for (const store of stores) await store.close();
  rmSync(folder, { recursive: true });
});

function connect(): DocumentStore {
  const store = createSqliteDocumentStore({ file: join(folder, 'meki.sqlite'), collections: [notes] });
  stores.push(store);
  return store;
}

/** A page shows the note of its path. */
const showNote: RenderPage = async (target, store) => {
  const [note] = await store.batchGet([`notes/${target.slice(1)}`]);
  return renderedPage(`${note?.data.text} ${'radiografía '.repeat(200)}`, {
    headers: new Headers({ 'Content-Type': 'text/html; charset=utf-8', 'X-Own': 'yes' }),
  });
};

const write = (store: DocumentStore, path: string, text: string) =>
  store.commit([{ kind: 'set', path: `notes/${path.slice(1)}`, data: { text } }]);

const open = (options: Partial<StoredSiteOptions> = {}) =>
  openStoredSite({ store: connect(), file, render: showNote, collections: ['notes'], ...options });

/** Renders both pages in a process that ends. */
async function renderBefore(options: Partial<StoredSiteOptions> = {}) {
  const store = connect();
  for (const path of PATHS) await write(store, path, `text of ${path}`);
  const site = await open({ store, ...options });
  for (const path of PATHS) await site.load(path);
  const pages = site.cache.pages();
  await site.stop();
  return pages;
}

const textAt = (site: Awaited<ReturnType<typeof open>>, path: string) =>
  site.cache.lookup(path)?.full.identity.body.toString().split(' radiografía')[0];

test('a page from before the start is answered with the same bytes and headers, and is not rendered', async () => {
  const before = await renderBefore();
  const site = await open();
  expect(site.cache.paths().sort()).toEqual([...PATHS].sort());
  for (const page of before) {
    const after = site.cache.lookup(page.address.key);
    for (const form of ['br', 'gzip', 'identity'] as const) {
      expect(after?.full[form]?.headers).toEqual(page.full[form]?.headers);
      expect(after?.full[form]?.notModifiedHeaders).toEqual(page.full[form]?.notModifiedHeaders);
      expect(after?.full[form]?.body.equals(page.full[form]?.body ?? Buffer.of())).toBe(true);
    }
    expect(after?.full.br?.headers).toContain('x-own');
    expect((await after?.payload())?.identity.body).toEqual((await page.payload()).identity.body);
    expect((await after?.lite())?.identity.body).toEqual((await page.lite()).identity.body);
  }
  expect(site.cache.bytes()).toBeGreaterThan(0);
  expect(site.rendered).toEqual([]);
  await site.stop();
});

test('the file can be read by its owner only, and survives several starts', async () => {
  await renderBefore();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  for (let start = 0; start < 3; start++) {
    const site = await open();
    if (start > 0) expect(textAt(site, '/faq')).toBe('text of /faq');
    expect(site.rendered).toEqual([]);
    await site.stop();
  }
});

test('a page that was compressed again is kept in that form', async () => {
  const store = connect();
  await write(store, '/faq', 'one');
  const first = await open({ store });
  await first.load('/faq');
  await first.cache.pages()[0]?.improve();
  const tag = first.cache.pages()[0]?.full.br?.notModifiedHeaders[1];
  await first.stop();
  const site = await open();
  const page = site.cache.lookup('/faq');
  expect(page?.improved).toBe(true);
  expect(page?.full.br?.notModifiedHeaders[1]).toBe(tag);
  await site.stop();
});

test('a change while no server runs drops the pages that read it, before and after their reads are loaded', async () => {
  for (const starts of [false, true]) {
    await renderBefore();
    const other = connect();
    await write(other, '/faq', 'changed');
    const site = await open({ starts });
    expect(textAt(site, '/estudios')).toBe('text of /estudios');
    expect(textAt(site, '/faq')).toBeUndefined();
    await site.load('/faq');
    expect(textAt(site, '/faq')).toBe('changed');
    expect(site.rendered).toEqual(['/faq']);
    await site.stop();
  }
});

test('a change drops and renders again a page that nobody has asked for since the start', async () => {
  await renderBefore();
  const store = connect();
  const site = await open({ store });
  await write(store, '/faq', 'changed');
  await eventually(() => expect(textAt(site, '/faq')).toBe('changed'));
  expect(site.rendered).toEqual(['/faq']);
  await site.stop();
});

test.each([true, false])(
  'a page whose time is over at the start is not answered (reads loaded: %s)',
  async (starts) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const until = Date.now() + 60_000;
      await renderBefore({
        render(target, store) {
          if (target === '/faq') store.until?.(until);
          return showNote(target, store);
        },
      });
      vi.setSystemTime(until);
      const site = await open({ starts });
      expect(textAt(site, '/faq')).toBeUndefined();
      expect(textAt(site, '/estudios')).toBe('text of /estudios');
      await eventually(() => expect(site.rendered).toEqual(['/faq']));
      await site.stop();
    } finally {
      vi.useRealTimers();
    }
  },
);

test('what was deleted leaves the file', async () => {
  await renderBefore();
  const inFile = (word: string) =>
    ['', '-wal'].some((end) => existsSync(file + end) && readFileSync(file + end).includes(`"notes/${word}"`));
  expect(inFile('faq')).toBe(true);
  const store = connect();
  const site = await open({ store, render: async () => renderedPage('gone', { status: 404 }) });
  await store.commit([{ kind: 'delete', path: 'notes/faq' }]);
  await eventually(() => expect(site.rendered).toEqual(['/faq']));
  await site.stop();
  expect(inFile('faq')).toBe(false);
  expect(inFile('estudios')).toBe(true);
});

test('a file of another build, origin or database is not used', async () => {
  const database = join(folder, 'meki.sqlite');
  connect();
  const identities = [pageIdentity(['build', 'http://a.example'], database)];
  expect(pageIdentity(['build', 'http://a.example'], database)).toBe(identities[0]);
  const copy = join(folder, 'copy.sqlite');
  writeFileSync(copy, readFileSync(database));
  identities.push(pageIdentity(['build 2', 'http://a.example'], database));
  identities.push(pageIdentity(['build', 'http://b.example'], database));
  identities.push(pageIdentity(['build', 'http://a.example'], copy));
  expect(new Set(identities).size).toBe(4);
  for (const identity of identities) {
    const site = await open({ identity });
    expect(site.cache.lookup('/faq')).toBeUndefined();
    await write(connect(), '/faq', 'text');
    await site.load('/faq');
    expect(site.log.warnings).toEqual([]);
    await site.stop();
  }
});

test('a damaged or truncated file is replaced', async () => {
  const damages = [
    () => truncateSync(file, 5_000),
    () => writeFileSync(file, 'no database'),
    () => {
      const bytes = readFileSync(file);
      // Anything but the first page.
      for (let at = 4_096; at < bytes.length; at += 64) bytes[at] = (bytes[at] ?? 0) ^ 0xff;
      writeFileSync(file, bytes);
    },
  ];
  for (const damage of damages) {
    await renderBefore();
    damage();
    const site = await open();
    expect(site.cache.lookup('/faq')).toBeUndefined();
    for (const path of PATHS) await site.load(path);
    await site.stop();
    expect(site.log.warnings).toHaveLength(1);
    await renderBefore();
    const next = await open();
    expect(textAt(next, '/faq')).toBe('text of /faq');
    await next.stop();
  }
});

test('a page with a damaged text is not used, and the others are', async () => {
  await renderBefore();
  const bytes = readFileSync(file);
  const at = bytes.indexOf('"notes/faq"');
  bytes.write('"notes/fax"', at);
  writeFileSync(file, bytes);
  const site = await open();
  expect(textAt(site, '/faq')).toBeUndefined();
  expect(textAt(site, '/estudios')).toBe('text of /estudios');
  await site.stop();
});

test('a file that cannot be made is said once, and the server runs without it', async () => {
  mkdirSync(file);
  await renderBefore();
  const site = await open();
  for (const path of PATHS) await site.load(path);
  expect(textAt(site, '/faq')).toBe('text of /faq');
  await site.stop();
  expect(site.log.warnings.length).toBeGreaterThan(0);
  expect(site.log.errors).toEqual([]);
});

test('without room on the disk, it is said once, the file goes, and the server runs without it', async () => {
  const database = DatabaseSync.prototype;
  const exec = database.exec;
  const full = vi.spyOn(database, 'exec').mockImplementation(function (this: DatabaseSync, sql: string) {
    if (sql === 'COMMIT') throw new Error('database or disk is full');
    return exec.call(this, sql);
  });
  try {
    const store = connect();
    const site = await open({ store });
    for (const path of PATHS) {
      await write(store, path, 'text');
      await site.load(path);
    }
    await eventually(() => expect(existsSync(file)).toBe(false));
    await write(store, '/faq', 'changed');
    await eventually(() => expect(textAt(site, '/faq')).toBe('changed'));
    await site.stop();
    expect(site.log.warnings).toHaveLength(1);
  } finally {
    full.mockRestore();
  }
});

test('the file has a limit, and pages that nobody asked for leave first', async () => {
  await renderBefore();
  const first = await open();
  expect(textAt(first, '/estudios')).toBe('text of /estudios');
  await first.stop();
  const size = statSync(file).size;
  const site = await open({ maxFileBytes: 1_000 });
  expect(textAt(site, '/estudios')).toBe('text of /estudios');
  await site.load('/noticias');
  await site.stop();
  expect(size).toBeGreaterThan(0);
  const next = await open();
  expect(next.cache.paths()).not.toContain('/faq');
  expect(textAt(next, '/estudios')).toBe('text of /estudios');
  await next.stop();
});

test('pages whose reads have no room are not used', async () => {
  await renderBefore();
  const site = await open({ maxReadBytes: 1 });
  expect(PATHS.filter((path) => site.cache.lookup(path))).toHaveLength(1);
  await site.stop();
});

test('pages that leave the memory leave the file', async () => {
  await renderBefore();
  const site = await open();
  const [page] = PATHS.map((path) => site.cache.lookup(path));
  const size = page?.size() ?? 0;
  await site.stop();
  const small = await open({ maxBytes: size * 5 });
  for (const path of PATHS) await small.load(path);
  for (let n = 0; n < 8; n++) await small.load(`/n${n}`);
  expect(small.cache.bytes()).toBeLessThanOrEqual(size * 5);
  expect(small.cache.lookup('/faq')).toBeUndefined();
  await small.stop();
  const next = await open();
  expect(next.cache.lookup('/faq')).toBeUndefined();
  await next.stop();
});
