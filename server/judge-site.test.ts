import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { SiteConfig } from '#core/site/site-config.ts';
import site from '#site-config';
import { testFile } from '../test/helpers/content/create-content-site.ts';
import { makeTemporaryFolder } from '../test/helpers/temporary-folder.ts';
import { judgeSite, missingViews, waitForViews } from './judge-site.ts';

const complete = { 'locales/es/mail.json': '{"a":"A"}', 'locales/en/mail.json': '{"a":"A"}' };

async function judge(files: { [path: string]: string }, load: () => Promise<{ default: SiteConfig }>) {
  const root = makeTemporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return judgeSite(root, load);
}

const config = async () => ({ default: testFile });

test('a complete site has nothing to say', async () => {
  expect(await judge(complete, config)).toEqual({ problems: [], missing: [], ignored: [] });
});

test('everything that is wrong is said at once, by file and key', async () => {
  const wrong = { ...testFile, navigation: ['notice', 'notice'], timeZone: 'Mars' };
  const files = {
    ...complete,
    'locales/es/common.json': '{"a":',
    'locales/en/common.json': '{"b":{"c":"{n, plural"}}',
  };
  const { problems } = await judge(files, async () => ({ default: wrong }));
  expect(problems).toEqual([
    expect.stringMatching(/^site\.config\.ts: timeZone: /),
    expect.stringMatching(/^site\.config\.ts: navigation: "notice" stands twice/),
    expect.stringMatching(/^locales\/en\/common\.json: b\.c: is not a message: /),
    expect.stringMatching(/^locales\/es\/common\.json: is not JSON: /),
  ]);
});

test('a configuration that cannot be read is named, with the reason', async () => {
  const { problems } = await judge(complete, async () => {
    throw new SyntaxError('Unexpected token\n    at site.config.ts');
  });
  expect(problems).toEqual(['site.config.ts: cannot be read: Unexpected token']);
});

test('what a new language lacks is said by file and key', async () => {
  const french = { code: 'fr', language: 'fr-FR', name: 'Français', direction: 'ltr' } as const;
  const { problems, missing } = await judge({ ...complete, 'locales/fr/mail.json': '{}' }, async () => ({
    default: { ...testFile, locales: [...testFile.locales, french] },
  }));
  expect(problems).toEqual([]);
  expect(missing).toContain('site.config.ts: name: the text in "fr" is missing');
  expect(missing.at(-1)).toBe('locales/fr/mail.json: messages are missing, those of locales/en are shown: a');
});

test('texts in a language that was removed are named once, and nothing else', async () => {
  const [spanish] = testFile.locales.filter(({ code }) => code === 'es');
  if (!spanish) throw new Error('The configuration has no Spanish');
  const judgement = await judge(complete, async () => ({
    default: { ...testFile, locales: [spanish] },
  }));
  const ignored = ['site.config.ts: the site has no language "en", texts in it are ignored'];
  expect(judgement).toEqual({ problems: [], missing: [], ignored });
});

const labels = { es: 'x', en: 'x' };
const blocks = [{ key: 'video', labels, icon: 'lucide:video', fields: [] }];
const withViews = { ...site, blocks, pages: { visit: labels } };
const BLOCK = 'site.config.ts: blocks.video: the file blocks/video.tsx is missing';
const PAGE = 'site.config.ts: pages.visit: the file pages/visit.tsx is missing';

function createRoot(): string {
  const root = makeTemporaryFolder();
  for (const folder of ['blocks', 'pages']) mkdirSync(join(root, folder));
  return root;
}

test('a block and a page need a file each', () => {
  const root = createRoot();
  expect(missingViews(root, withViews)).toEqual([BLOCK, PAGE]);
  writeFileSync(join(root, 'blocks/video.tsx'), '');
  expect(missingViews(root, { ...site, blocks, pages: {} })).toEqual([]);
});

test('development waits for the files, and names those that are missing', async () => {
  const root = createRoot();
  const told: string[][] = [];
  await waitForViews(root, withViews, (lines) => {
    told.push(lines);
    writeFileSync(join(root, told.length === 1 ? 'blocks/video.tsx' : 'pages/visit.tsx'), '');
  });
  expect(told).toEqual([[BLOCK, PAGE], [PAGE]]);
});
