import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { ROOT } from '../project-root.ts';

const TEXTS = new Set(['.js', '.css', '.json']);

/** Beside the packages that its server needs. */
const PLACE = join(ROOT, 'node_modules', '.cache');

/** A build that differs from the project's in the name of every asset, as after a change of all of them. */
export function makeOtherBuild(): { folder: string; remove(): void } {
  mkdirSync(PLACE, { recursive: true });
  const folder = mkdtempSync(join(PLACE, 'other-build-'));
  cpSync(join(ROOT, 'build'), folder, { recursive: true });
  const assets = join(folder, 'client', 'assets');
  const names = readdirSync(assets).filter((name) => !/\.(br|gz)$/.test(name));
  const nextName = (name: string) => name.replace(/\.([a-z0-9]+)$/, 'f.$1');
  const [manifest = ''] = names.filter((name) => /^manifest-/.test(name));
  const version = /-([0-9a-f]+)\./.exec(manifest)?.[1] ?? '';
  const anyName = new RegExp(names.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  const rename = (text: string) =>
    text.replace(anyName, nextName).replaceAll(JSON.stringify(version), JSON.stringify(`${version}f`));
  const rewrite = (file: string) => writeFileSync(file, rename(readFileSync(file, 'utf8')));

  for (const file of readdirSync(assets)) if (/\.(br|gz)$/.test(file)) rmSync(join(assets, file));
  for (const name of names) {
    const file = join(assets, nextName(name));
    renameSync(join(assets, name), file);
    if (!TEXTS.has(extname(name))) continue;
    rewrite(file);
    const packed = brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
    writeFileSync(`${file}.br`, packed);
  }
  const server = join(folder, 'server');
  for (const name of readdirSync(server, { recursive: true, encoding: 'utf8' })) {
    if (extname(name) === '.js') rewrite(join(server, name));
  }
  writeFileSync(join(folder, 'build.json'), JSON.stringify({ id: randomUUID(), timestamp: Date.now() }));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
