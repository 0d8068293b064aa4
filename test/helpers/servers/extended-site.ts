import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../fixtures/extended-site');

const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

/** The block and the page of `docs/extending.md`, as files of a project. */
export const EXTENSION_FILES = Object.fromEntries(
  ['blocks/video.tsx', 'pages/visit.tsx'].map((name) => [name, read(name)]),
);

/** What `docs/extending.md` puts into `site.config.ts`. */
export function extensionOf(): string {
  const [, lines = ''] = /= \{\n(.*)\};/s.exec(read('site.config.ts')) ?? [];
  return lines;
}
