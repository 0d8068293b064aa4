import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDataFolder, runServer } from './testing/run-server.ts';

const BUILD = join(import.meta.dirname, '../build/server');

/** A module that tells which modules of Node are loaded when the server says that it is ready. */
const TELL = `const { write } = process.stdout;
process.stdout.write = function (text, ...rest) {
  const isReady = String(text).includes('"msg":"ready"');
  const written = write.call(this, text, ...rest);
  if (isReady) write.call(this, JSON.stringify({ loaded: process.moduleLoadList }) + '\\n');
  return written;
};`;

/** A module of the build and all that it imports at once. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const code = readFileSync(join(BUILD, name), 'utf8');
  for (const [, imported = ''] of code.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) withImports(imported, found);
  return found;
}

test('the client behind fetch and the certificate authorities are not loaded before a request needs them', async () => {
  const variables = { MEKI_DATA_DIR: createDataFolder(), MAIN: join(import.meta.dirname, 'main.js') };
  const started = runServer(
    { ...variables, TELL: `data:text/javascript,${encodeURIComponent(TELL)}` },
    'exec "$NODE" --import "$TELL" "$MAIN"',
  );
  const line = (await started.says('"loaded"')).split('\n').find((text) => text.startsWith('{"loaded"')) ?? '{}';
  const { loaded } = JSON.parse(line) as { loaded: string[] };
  expect(loaded).toContain('NativeModule http');
  for (const name of ['internal/deps/undici/undici', 'tls', 'http2'])
    expect(loaded).not.toContain(`NativeModule ${name}`);
});

/** Texts of libraries that only programs' texts, imports and drafts need. */
const LATER = { marked: 'type was not found', parse5: 'eof-in-comment', yjs: 'Yjs was already imported' };

test('the parsers of texts and the library of drafts are not loaded at the start', () => {
  const start = withImports('start-server.js');
  const all = readdirSync(BUILD).filter((name) => name.endsWith('.js'));
  for (const [library, sign] of Object.entries(LATER)) {
    const files = all.filter((name) => readFileSync(join(BUILD, name), 'utf8').includes(sign));
    expect(files, library).not.toEqual([]);
    expect(
      files.filter((name) => start.has(name)),
      library,
    ).toEqual([]);
  }
});

test('the server is loaded without the pages, and public pages without the admin area', () => {
  const text = (name: string) =>
    [...withImports(name)].map((file) => readFileSync(join(BUILD, file), 'utf8')).join('\n');
  const RENDERER = 'renderToString';
  expect(text('start-server.js')).not.toContain(RENDERER);
  expect(text('public.js')).toContain(RENDERER);
  expect(withImports('public.js')).not.toContain('index.js');
  expect(withImports('index.js').size).toBeGreaterThan(withImports('public.js').size);
});
