import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { hashBytes, type VariantsOptions } from './create-variants.ts';
import { type ContentEncoding, createRepresentation, type FlatHeaders, type Variants } from './representation.ts';
import { CROSS_ORIGIN, resourcePolicy } from './resource-policy.ts';

/** The files of the client build, with the compressed forms made by the build. */
export interface StaticAssets {
  /** The file at a path, read from disk on first use and then cached. */
  lookup(path: string): Variants | undefined;
}

const CONTENT_TYPES: { [extension: string]: string } = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
};

/** File names in `/assets/` contain a hash of their contents. */
const HASHED = 'public, max-age=31536000, immutable';
/** Other files keep their names: ten minutes. */
const NAMED = 'public, max-age=600';

/** A service worker, which controls other requests, is revalidated every time. */
const WORKER = 'no-cache';

/** Scripts that other websites include. */
const EMBEDDED = '/embed/';

/** Lists the directory once; later files are not seen. A missing directory counts as empty. */
export function createStaticAssets(directory: string, extra: FlatHeaders): StaticAssets {
  const files = new Map<string, string>();
  const kept = new Map<string, Variants>();
  for (const name of existsSync(directory) ? readdirSync(directory, { recursive: true, encoding: 'utf8' }) : []) {
    if (/\.(br|gz)$/.test(name) || name.startsWith('.')) continue;
    const file = join(directory, name);
    if (statSync(file).isFile()) files.set(`/${name.split(sep).map(encodeURIComponent).join('/')}`, file);
  }

  return {
    lookup(path) {
      const file = files.get(path);
      if (file === undefined) return undefined;
      let variants = kept.get(path);
      if (!variants) {
        variants = readVariants(path, file, extra);
        kept.set(path, variants);
      }
      return variants;
    },
  };
}

/** How a file at a path is sent. */
export function assetOptions(path: string, extra: FlatHeaders): Omit<VariantsOptions, 'effort'> {
  const contentType = CONTENT_TYPES[extname(path)] ?? 'application/octet-stream';
  const policy = resourcePolicy(contentType);
  const own = path.startsWith(EMBEDDED) ? [...extra, ...Object.entries(CROSS_ORIGIN).flat()] : extra;
  return {
    contentType,
    cacheControl: path.startsWith('/assets/') ? HASHED : path.endsWith('-worker.js') ? WORKER : NAMED,
    vary: [],
    extra: policy === undefined ? own : ['Content-Security-Policy', policy, ...own],
  };
}

function readVariants(path: string, file: string, extra: FlatHeaders): Variants {
  const bytes = readFileSync(file);
  const hash = hashBytes(bytes);
  const options = { ...assetOptions(path, extra), vary: 'Accept-Encoding' };
  const represent = (body: Buffer, encoding: ContentEncoding) =>
    createRepresentation({ body, encoding, hash, ...options });
  return {
    identity: represent(bytes, 'identity'),
    ...(existsSync(`${file}.br`) && { br: represent(readFileSync(`${file}.br`), 'br') }),
    ...(existsSync(`${file}.gz`) && { gzip: represent(readFileSync(`${file}.gz`), 'gzip') }),
  };
}
