import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestProject } from './test-project.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'meki-project-'));
  write('site.config.ts', 'tested');
  write('test/fixtures/clinic/site.config.ts', 'tested');
  write('app/data/route.tsx', 'route');
  write('node_modules/zod/index.js', 'zod');
  write('data/meki.sqlite', 'content');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}

test('the tests of a project with the tested configuration run in its folder', () => {
  expect(openTestProject(root)).toMatchObject({ root, isCopy: false, hasSample: false });
});

test('the tests of a site with its own configuration run in a copy with the tested one', () => {
  write('site.config.ts', 'own');
  write('sample/pages/home.yaml', 'home');
  const project = openTestProject(root);
  const read = (name: string) => readFileSync(join(project.root, name), 'utf8');
  expect(project).toMatchObject({ isCopy: true, hasSample: true });
  expect([read('site.config.ts'), read('app/data/route.tsx'), read('node_modules/zod/index.js')]).toEqual([
    'tested',
    'route',
    'zod',
  ]);
  expect(existsSync(join(project.root, 'data'))).toBe(false);
  project.remove();
  expect([existsSync(project.root), existsSync(join(root, 'node_modules/zod/index.js'))]).toEqual([false, true]);
});
