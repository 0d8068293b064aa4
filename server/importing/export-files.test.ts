import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { createContentSite, testCollections, testConfig } from '../../test/helpers/content/create-content-site.ts';
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
  expect(await bring(second, join(folder, 'one'))).toMatchObject({ imported: 3, problems: [], drafts: [], notes: [] });
  await exportFiles(second.target, join(folder, 'two'));
  const one = await contentsOf(join(folder, 'one'));
  expect(await contentsOf(join(folder, 'two'))).toEqual(one);
  expect(Object.keys(one)).toEqual([
    expect.stringMatching(/^\/media\/[0-9a-f]{32}\.svg$/),
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
  expect(await bring(first, join(folder, 'one'))).toMatchObject({ unchanged: 2 });
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
