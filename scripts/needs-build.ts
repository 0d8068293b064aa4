// A file of its own with nothing but Node's file system: every `npm start` asks, and what builds takes long to load.
import { readdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(fileURLToPath(import.meta.url), '../..');

/** The sources of the build, apart from dependencies. */
const SOURCES = [
  'adapters',
  'app',
  'blocks',
  'core',
  'locales',
  'pages',
  'public',
  'scripts',
  'server',
  'site.config.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
];

/** Whether there is no complete build, or a source is newer. Tests are no sources. */
export function needsBuild(root = ROOT): boolean {
  const mark = statSync(`${root}/build/build.json`, { throwIfNoEntry: false });
  return mark === undefined || SOURCES.some((source) => isYounger(`${root}/${source}`, mark.mtimeMs));
}

function isYounger(path: string, time: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return false;
  if (found.mtimeMs > time) return true;
  if (!found.isDirectory()) return false;
  return readdirSync(path).some((name) => !name.includes('.test.') && isYounger(`${path}/${name}`, time));
}
