import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { compressBrotli, compressGzip, type Effort } from './compress.ts';
import type { ContentEncoding } from './negotiate-encoding.ts';
import {
  createRepresentation,
  type FlatHeaders,
  type PackedBody,
  type Representation,
  type Variants,
} from './representation.ts';

export interface VariantsOptions {
  contentType: string;
  cacheControl: string;
  /** Request headers other than `Accept-Encoding` that the resource depends on. */
  vary: string[];
  extra: FlatHeaders;
  effort: Effort;
}

/**
 * A resource in each encoding that makes it smaller. If there is a gzip form, the plain one, which would take most memory and
 * is rarely requested, is decompressed on request.
 */
export async function createVariants(bytes: Buffer, options: VariantsOptions): Promise<Variants> {
  const [br, gzip] = await Promise.all([compressBrotli(bytes, options.effort), compressGzip(bytes, options.effort)]);
  return {
    identity: represent(bytes, gzip ? packed(gzip, bytes.length) : bytes, 'identity', options),
    ...(br && { br: represent(bytes, br, 'br', options) }),
    ...(gzip && { gzip: represent(bytes, gzip, 'gzip', options) }),
  };
}

/** The same with brotli at its highest level. Gzip would gain only a thousandth. */
export async function improveVariants(variants: Variants, options: VariantsOptions): Promise<Variants> {
  const bytes = variants.identity.body;
  const br = await compressBrotli(bytes, 'thorough');
  return br ? { ...variants, br: represent(bytes, br, 'br', { ...options, effort: 'thorough' }) } : variants;
}

function packed(gzip: Buffer, length: number): PackedBody {
  return { length, unpack: () => gunzipSync(gzip) };
}

function represent(
  bytes: Buffer,
  body: Buffer | PackedBody,
  encoding: ContentEncoding,
  options: VariantsOptions,
): Representation {
  return createRepresentation({
    body,
    encoding,
    hash: hashBytes(bytes),
    ...(encoding !== 'identity' && { effort: options.effort === 'quick' ? 'q' : 't' }),
    contentType: options.contentType,
    cacheControl: options.cacheControl,
    vary: ['Accept-Encoding', ...options.vary].join(', '),
    extra: options.extra,
  });
}

/** Memory in bytes that the variants take. */
export function variantsSize({ identity, gzip, br }: Variants): number {
  return identity.size + (gzip?.size ?? 0) + (br?.size ?? 0);
}

/** A short hash: 22 characters of the SHA-256. */
export function hashBytes(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}
