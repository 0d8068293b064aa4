import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { getDocument, setDocument } from '#core/documents/typed-documents.ts';
import { trashFile } from '#core/files/change-file.ts';
import { describeFile, tagFile } from '#core/files/describe-file.ts';
import { replaceFile } from '#core/files/replace-file.ts';
import { FILE_LIMITS, fileReport, files } from '#core/files/site-file.ts';
import { storeFile } from '#core/files/store-file.ts';
import { bytesOf, type FileContents } from '#core/media/file-store.ts';
import { mediaIdOf } from '#core/media/media-file.ts';
import { readSiteContact } from '#core/public-content/published-site.ts';
import { settingRef } from '#core/settings/setting-documents.ts';
import { SITE_CONTACT } from '#core/site/site-types.ts';
import { countStates } from '#core/translation/translation-state.ts';
import { createContentSite, testCollections, testConfig } from '../../test/helpers/content/create-content-site.ts';
import { finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { createSiteContent } from '../../test/helpers/content/create-site-content.ts';
import { publish } from '../../test/helpers/content/publish.ts';
import { acceptPictures } from '../../test/helpers/importing/accept-pictures.ts';
import { exportFiles } from './export-files.ts';
import { importFiles } from './import-files.ts';

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><path d="M0 0"/></svg>';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meki-export-'));
});
afterEach(() => rm(folder, { recursive: true }));

function createSite() {
  const site = createContentSite();
  const files = createMemoryFileStore();
  const actor = { kind: 'command-line' } as const;
  return { ...site, files, target: { store: site.store, files, pictures: acceptPictures, config: testConfig, actor } };
}

/** The files of a folder, by their path. */
async function contentsOf(path: string): Promise<{ [name: string]: string }> {
  const names = await readdir(path, { recursive: true, withFileTypes: true });
  const found = names.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const entries = found.sort().map(async (name) => [name.slice(path.length), await readFile(name, 'latin1')] as const);
  return Object.fromEntries(await Promise.all(entries));
}

const ITEMS = `id: a
type: notice
sourceLanguage: es
publishedAt: 2024-05-04T09:00:00-06:00
author: Ana
tags: [x, y]
cover: { file: a.svg, alt: { es: Dibujo } }
fields: { minutes: 5 }
languages:
  es:
    title: "Uno: «sí», 2024-01-01"
    summary: Resumen
    seo: { description: "null" }
    oldAddresses: [/2019/05/uno, "/caf%C3%A9 con leche"]
    fields: { steps: [uno, dos] }
    body:
      markdown: |
        ## Uno

        Hola **a todos**, [dos](item:b).

        ![Un dibujo](a.svg)
  en:
    title: One
    author: Ann
    state: draft
    body: { markdown: "## One\\n\\nHello" }
---
id: b
type: notice
sourceLanguage: en
languages:
  en: { title: Two }
---
id: empty
type: pages
sourceLanguage: es
languages:
  es: { title: "", state: draft }
`;

async function bring(into: ReturnType<typeof createSite>, path: string) {
  return importFiles(into.target, [path]);
}

test('what is exported is imported and exported again to the same files, byte for byte', async () => {
  await mkdir(join(folder, 'content'));
  await writeFile(join(folder, 'content', 'items.yaml'), ITEMS);
  await writeFile(join(folder, 'content', 'a.svg'), DRAWING);
  const [first, second] = [createSite(), createSite()];
  expect(await bring(first, join(folder, 'content'))).toMatchObject({ imported: 3, problems: [], drafts: [] });
  await first.editItem('b', (item) => {
    const { en } = item.languages;
    return { ...item, languages: { ...item.languages, ...(en && { en: { ...en, slug: 'two-new' } }) } };
  });
  await publish(first, 'b', ['en']);
  const progress: number[] = [];
  const report = await exportFiles(first.target, join(folder, 'one'), ({ items }) => progress.push(items));
  expect(report).toEqual({ items: 3, files: 1, notes: [] });
  expect(progress).toEqual([1, 2, 3]);
  expect(await bring(second, join(folder, 'one'))).toMatchObject({ imported: 4, problems: [], drafts: [], notes: [] });
  await exportFiles(second.target, join(folder, 'two'));
  const one = await contentsOf(join(folder, 'one'));
  expect(await contentsOf(join(folder, 'two'))).toEqual(one);
  expect(Object.keys(one)).toEqual([
    expect.stringMatching(/^\/media\/[0-9a-f]{32}\.svg$/),
    expect.stringMatching(/^\/media\/[0-9a-f]{32}\.yaml$/),
    '/notice/a.yaml',
    '/notice/b.yaml',
    '/pages/empty.yaml',
  ]);
  expect(one['/notice/b.yaml']).toContain('/en/notice-en/two');

  const a = (site: typeof first) => site.getItem('a').then(({ data }) => data);
  const { languages, ...shared } = await a(second);
  const before = await a(first);
  expect({ ...shared, createdAt: 0, editedAt: 0 }).toEqual({
    ...before,
    languages: undefined,
    createdAt: 0,
    editedAt: 0,
  });
  expect(languages.es).toEqual(before.languages.es);
  expect(languages.en).toEqual(before.languages.en);
  expect(await second.content.followImported('/2019/05/uno')).toBe('/notice-es/uno-si-2024-01-01');
  expect(await second.content.followImported('/en/notice-en/two')).toBe('/en/notice-en/two-new');
  // The same site takes its own export as unchanged.
  expect(await bring(first, join(folder, 'one'))).toMatchObject({ unchanged: 3 });
});

test('the library is exported and imported with what it says in both languages, and imported again unchanged', async () => {
  const [first, second] = [createSite(), createSite()];
  const eva = person('editor', 'eva');
  const bytes = (name: string) => new TextEncoder().encode(DRAWING.replace('M0 0', name));
  const store = async (name: string) => {
    const stored = await storeFile(first.target, eva, { name, contents: bytes(name), language: 'es', isKept: true });
    if (!stored.ok) throw new Error(stored.problem);
    return stored.file.id;
  };
  const [price, plain, gone] = [await store('precios.svg'), await store('fondo.svg'), await store('fuera.svg')];
  const say = (id: string, language: string, rest: object) =>
    describeFile(first.target, eva, { id, language, texts: {}, ...rest });
  const texts = { title: 'Precios: «2026»', alt: 'Una lista', caption: 'no', credit: 'Ana' };
  await say(price, 'es', { texts });
  await say(price, 'en', { texts: { title: 'Prices', alt: 'A list' } });
  await say(plain, 'en', { decorative: true });
  await tagFile(first.target, eva, { id: price, add: ['sala', 'fachada'] });
  const replacement = { id: price, expectedVersion: 1, name: 'precios 2.svg', contents: bytes('M2') };
  expect(await replaceFile(first.target, eva, replacement)).toMatchObject({ ok: true });
  const own = { ...replacement, expectedVersion: 2, name: 'prices.svg', contents: bytes('M3'), language: 'en' };
  expect(await replaceFile(first.target, eva, own)).toMatchObject({ ok: true });
  await trashFile(first.target, eva, { id: gone });
  const body = { type: 'doc', content: [{ type: 'image', attrs: { media: price, id: 'b1' } }] } as never;
  await first.putItem('a', 'notice', { es: finishedLanguage('a', { body }) });
  expect(await publish(first, 'a', ['es'])).toMatchObject({ ok: true });

  await exportFiles(first.target, join(folder, 'one'));
  const report = await bring(second, join(folder, 'one'));
  expect(report, 'the picture has its alternative text before the text is published').toMatchObject({
    ...{ imported: 3, problems: [], drafts: [] },
  });
  await exportFiles(second.target, join(folder, 'two'));
  const one = await contentsOf(join(folder, 'one'));
  expect(await contentsOf(join(folder, 'two'))).toEqual(one);
  expect(Object.keys(one).filter((name) => name.startsWith('/media/'))).toHaveLength(5);
  const fileOf = async (site: typeof first, id: string) => (await getDocument(site.store, files.at(id)))?.data;
  const [before, after] = [await fileOf(first, price), await fileOf(second, price)];
  expect(after).toMatchObject({
    current: { name: 'precios 2.svg', media: before?.current.media },
    tags: ['fachada', 'sala'],
    languages: { es: texts, en: { title: 'Prices', own: { name: 'prices.svg' } } },
  });
  expect(after && countStates(fileReport(after, 'en') ?? [])).toMatchObject({ current: 3, missing: 2, stale: 0 });
  expect(await fileOf(second, plain)).toMatchObject({ languages: { en: { decorative: true } }, isKept: true });
  expect(await fileOf(second, gone)).toBeUndefined();
  expect((await second.getItem('a')).data.media).toEqual([price]);
  for (const site of [first, second]) {
    expect(await bring(site, join(folder, 'one'))).toMatchObject({ imported: 0, unchanged: 3 });
  }

  await writeFile(join(folder, 'one', 'media', 'new.svg'), DRAWING);
  for (const name of [`media/${price}.yaml`, 'notice/a.yaml']) {
    const said = await readFile(join(folder, 'one', name), 'utf8');
    const next = said.replace('title: Prices', 'title: Price list').replace(`${before?.current.media}.svg`, 'new.svg');
    await writeFile(join(folder, 'one', name), next);
  }
  expect(await bring(second, join(folder, 'one'))).toMatchObject({ imported: 1, unchanged: 2 });
  expect(await fileOf(second, price)).toMatchObject({
    ...{ version: 2, former: [{ version: 1, media: before?.current.media }] },
    languages: { en: { title: 'Price list' } },
  });
});

test('a film is exported and imported with its captions and its poster', async () => {
  const sites = [createSite(), createSite()] as const;
  const readOther = async (contents: FileContents) => {
    const bytes = await bytesOf(contents);
    const contentType = bytes.length > 20 ? ('video/mp4' as const) : ('text/vtt' as const);
    return { ok: true as const, id: await mediaIdOf(bytes), contentType };
  };
  for (const { target } of sites) target.pictures = { ...acceptPictures, readOther };
  const [first, second] = sites;
  const eva = person('editor', 'eva');
  const stored = await storeFile(first.target, eva, { name: 'a.mp4', contents: new Uint8Array(30) });
  const id = stored.ok ? stored.file.id : '';
  const parts = [
    { name: 'es.vtt', contents: new TextEncoder().encode('WEBVTT'), language: 'es', part: 'captions' },
    { name: 'p.svg', contents: new TextEncoder().encode(DRAWING), part: 'poster' },
  ] as const;
  for (const [index, part] of parts.entries()) {
    const outcome = await replaceFile(first.target, eva, { id, expectedVersion: index + 1, ...part });
    expect(outcome).toMatchObject({ ok: true });
  }
  await exportFiles(first.target, join(folder, 'one'));
  expect((await bring(second, join(folder, 'one'))).problems).toEqual([]);
  await exportFiles(second.target, join(folder, 'two'));
  const one = await contentsOf(join(folder, 'one'));
  expect(await contentsOf(join(folder, 'two'))).toEqual(one);
  expect(Object.keys(one)).toHaveLength(4);
  expect((await getDocument(second.store, files.at(id)))?.data).toMatchObject({
    ...{ kind: 'video', poster: { name: 'p.svg' }, languages: { es: { captions: { name: 'es.vtt' } } } },
  });
  expect(await bring(second, join(folder, 'one'))).toMatchObject({ imported: 0, unchanged: 1 });

  const next = {
    name: 'q.svg',
    contents: new TextEncoder().encode(DRAWING.replace('M0 0', 'M9')),
    part: 'poster',
  } as const;
  expect(await replaceFile(first.target, eva, { id, expectedVersion: 3, ...next })).toMatchObject({ ok: true });
  await exportFiles(first.target, join(folder, 'three'));
  expect((await bring(second, join(folder, 'three'))).problems).toEqual([]);
  const former = await mediaIdOf(new TextEncoder().encode(DRAWING));
  for (const site of [first, second]) {
    expect((await getDocument(site.store, files.at(id)))?.data.former).toMatchObject([
      { part: 'poster', media: former },
    ]);
  }
});

test('a file that cannot be brought in is told with its line and member, and the others are', async () => {
  const site = createSite();
  await mkdir(join(folder, 'media'));
  const media = (name: string, text: string) => writeFile(join(folder, 'media', name), text);
  await media('a.svg', DRAWING);
  await media('b.svg', 'no picture');
  const long = 'x'.repeat(FILE_LIMITS.title + 1);
  await media('1.yaml', `file: a.svg\nlanguages:\n  fr: { title: x }\n---\nfile: none.svg\n---\nfile: b.svg\n`);
  await media(
    '2.yaml',
    `file: a.svg\nlanguages:\n  es: { title: ${long}, caption: 3 }\n  en: { alt: x, decorative: true }\n`,
  );
  await media(
    '3.yaml',
    `file: ../../a.svg\n---\nfile: a.svg\nname: "C:\\\\x\\\\CON.svg"\nlanguages: { es: { alt: Un dibujo } }\n`,
  );
  const report = await bring(site, folder);
  expect(report.problems.map((line) => line.slice(folder.length + 1))).toEqual([
    'media/1.yaml:3: languages.fr: the site has no language "fr"',
    expect.stringMatching(/^media\/1\.yaml:5: file: there is no file "none\.svg": /),
    expect.stringMatching(/^media\/1\.yaml:7: file: cannot be used: is of a type that the site does not take/),
    expect.stringMatching(/^media\/2\.yaml:3: languages\.es\.title: must have at most \d+ characters/),
    'media/2.yaml:3: languages.es.caption: must be a text',
    'media/2.yaml:4: languages.en.alt: may not be given with decorative',
    expect.stringMatching(/^media\/3\.yaml:1: file: there is no file /),
  ]);
  const found = await site.store.runQuery({ collection: files.name });
  expect(found.map(({ data }) => data)).toMatchObject([
    { current: { name: '_CON.svg' }, languages: { es: { alt: 'Un dibujo' } } },
  ]);
});

test('what cannot come back as it is is told, and a folder with something in it is refused', async () => {
  const site = createSite();
  await writeFile(join(folder, 'items.yaml'), ITEMS.split('---')[1] ?? '');
  await bring(site, join(folder, 'items.yaml'));
  await site.editItem('b', (item) => {
    const { en } = item.languages;
    return { ...item, languages: { ...(en && { en: { ...en, title: 'Edited', state: 'changed' } }) } };
  });
  const { notes } = await exportFiles(site.target, join(folder, 'out'));
  expect(notes).toEqual(['b: a draft in en, since its text differs from the one that is public']);
  expect(await readFile(join(folder, 'out', 'notice', 'b.yaml'), 'utf8')).toContain('state: draft');
  await expect(exportFiles(site.target, join(folder, 'out'))).rejects.toThrow(/is not empty/);
  await expect(exportFiles(site.target, join(folder, 'items.yaml'))).rejects.toThrow(/is not a folder/);
});

test('a dry run tells what would become of each item, and stores nothing', async () => {
  const site = createSite();
  await writeFile(join(folder, 'items.yaml'), ITEMS.replace('cover: { file: a.svg, alt: { es: Dibujo } }', ''));
  await writeFile(join(folder, 'a.svg'), DRAWING);
  await bring(site, join(folder, 'items.yaml'));
  const documents = async () => {
    const found = [];
    for (const { name } of testCollections) found.push(...(await site.store.runQuery({ collection: name })));
    return found;
  };
  const before = JSON.stringify(await documents());
  const written: string[] = [];
  const { write } = site.files;
  site.files.write = (key, bytes) => {
    written.push(key);
    return write(key, bytes);
  };
  const others = `---
id: c
type: notice
sourceLanguage: es
cover: { file: b.svg }
languages: { es: { title: Tres, slug: dos, body: { markdown: "[d](item:d)" } } }
---
id: d
type: notice
sourceLanguage: es
languages: { es: { title: Cuatro, slug: dos } }
`;
  await writeFile(join(folder, 'b.svg'), DRAWING.replace('M0 0', 'M1 1'));
  await writeFile(join(folder, 'items.yaml'), ITEMS.replace('title: Two', 'title: Three') + others);
  const dryRun = async () => {
    const outcomes: string[] = [];
    const onOutcome = ({ id, outcome }: { id: string; outcome: string }) => outcomes.push(`${id} ${outcome}`);
    const report = await importFiles(site.target, [join(folder, 'items.yaml')], { isDryRun: true, onOutcome });
    return { outcomes: outcomes.sort(), report };
  };
  const { outcomes, report } = await dryRun();
  expect(outcomes).toEqual(['a changed', 'b changed', 'c created', 'd refused', 'empty unchanged']);
  expect(report.problems).toEqual([
    expect.stringMatching(
      /items\.yaml:\d+: languages\.es\.slug: another item stands at this address: ".+" \(\/admin\/items\/[a-z-]+\/c\)$/,
    ),
  ]);
  expect(JSON.stringify(await documents())).toBe(before);
  expect(written).toEqual([]);
  const { imported, unchanged, refused } = await bring(site, join(folder, 'items.yaml'));
  expect({ imported, unchanged, refused }).toEqual({ imported: 3, unchanged: 1, refused: 1 });
});

test('what is published about the site and its settings are exported and imported, and nothing else has its id', async () => {
  const [first, second] = [createSiteContent(), createSiteContent()];
  const targetOf = ({ store, config }: typeof first) => ({ ...createSite().target, store, config });
  await first.write(SITE_CONTACT, { phone: '33 1234 5678' }, { es: { fields: { address: 'Calle 1' } } });
  await publish(first, SITE_CONTACT, ['es', 'en']);
  await first.store.commit([setDocument(settingRef({ id: 'page-size' }), { value: '24' })]);
  await exportFiles(targetOf(first), folder);
  expect(await importFiles(targetOf(second), [folder])).toMatchObject({ imported: 2, problems: [], notes: [] });
  expect(await second.content.setting('page-size')).toBe('24');
  expect(await readSiteContact(second.content, 'es', {})).toMatchObject({
    phone: '33 1234 5678',
    address: 'Calle 1',
  });
  const wrong = '- { setting: page-size, value: "900" }\n- { setting: nothing, value: x }\n';
  await writeFile(join(folder, 'wrong.yaml'), wrong);
  const refused = await importFiles(targetOf(createSiteContent()), [join(folder, 'wrong.yaml')]);
  expect(refused.problems).toEqual([
    expect.stringMatching(/wrong.yaml:1: value: is no value that the setting can have$/),
    expect.stringMatching(/wrong.yaml:2: setting: is no setting of this site$/),
  ]);
  const other = `id: ${SITE_CONTACT}\ntype: pages\nsourceLanguage: es\nlanguages:\n  es: { title: Uno, slug: uno }\n`;
  await writeFile(join(folder, 'other.yaml'), other);
  const { problems } = await importFiles(targetOf(createSiteContent()), [join(folder, 'other.yaml')]);
  expect(problems).toEqual([expect.stringContaining('one item each')]);
});
