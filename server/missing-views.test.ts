import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import site from '#site-config';
import { makeTemporaryFolder } from '../test/helpers/temporary-folder.ts';
import { missingViews, waitForViews } from './missing-views.ts';

const labels = { es: 'x', en: 'x' };
const blocks = [{ key: 'video', labels, icon: 'lucide:video', fields: [] }];
const config = { ...site, blocks, pages: { visit: labels } };
const BLOCK = 'site.config.ts: blocks.video: the file blocks/video.tsx is missing';
const PAGE = 'site.config.ts: pages.visit: the file pages/visit.tsx is missing';

function createRoot(): string {
  const root = makeTemporaryFolder();
  for (const folder of ['blocks', 'pages']) mkdirSync(join(root, folder));
  return root;
}

test('a block and a page need a file each', () => {
  const root = createRoot();
  expect(missingViews(root, config)).toEqual([BLOCK, PAGE]);
  writeFileSync(join(root, 'blocks/video.tsx'), '');
  expect(missingViews(root, { ...site, blocks, pages: {} })).toEqual([]);
});

test('development waits for the files, and names those that are missing', async () => {
  const root = createRoot();
  const told: string[][] = [];
  await waitForViews(root, config, (lines) => {
    told.push(lines);
    writeFileSync(join(root, told.length === 1 ? 'blocks/video.tsx' : 'pages/visit.tsx'), '');
  });
  expect(told).toEqual([[BLOCK, PAGE], [PAGE]]);
});
