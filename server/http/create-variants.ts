import { hash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { compressBrotli, compressGzipNow, type Effort } from './compress.ts';
import type { ContentEncoding } from './negotiate-encoding.ts';
import { createRepresentation, type FlatHeaders, type PackedBody, type Variants } from './representation.ts';

export interface VariantsOptions {
  contentType: string;
  cacheControl: string;
  /** Request headers other than `Accept-Encoding` that the resource depends on. */
  vary: string[];
  extra: FlatHeaders;
  effort: Effort;
  /** Called when a form was made on request, which takes memory. */
  onMade?: () => void;
}

/**
 * A resource in each encoding that makes it smaller. Only the brotli form is made and kept: the plain one, which would take most
 * memory, and gzip are made from it for the few clients that ask for them.
 */
export async function createVariants(bytes: Buffer, options: VariantsOptions): Promise<Variants> {
  return createPacked(bytes, await compressBrotli(bytes, options.effort), options);
}

/** The same with brotli at its highest level. */
export async function improveVariants(variants: Variants, options: VariantsOptions): Promise<Variants> {
  const bytes = variants.identity.body;
  const br = await compressBrotli(bytes, 'thorough');
  return br ? createPacked(bytes, br, { ...options, effort: 'thorough' }) : variants;
}

function createPacked(bytes: Buffer, br: Buffer | undefined, options: VariantsOptions): Variants {
  const represent = (body: Buffer | PackedBody, encoding: ContentEncoding, effort?: string) =>
    createRepresentation({
      body,
      encoding,
      hash: digest,
      ...(effort !== undefined && { effort }),
      contentType: options.contentType,
      cacheControl: options.cacheControl,
      vary: ['Accept-Encoding', ...options.vary].join(', '),
      extra: options.extra,
    });
  const digest = hashBytes(bytes);
  if (!br) return { identity: represent(bytes, 'identity') };
  const plain = { length: bytes.length, size: 0, unpack: () => brotliDecompressSync(br) };
  return {
    identity: represent(plain, 'identity'),
    br: represent(br, 'br', options.effort.charAt(0)),
    gzip: represent(packLater(plain.unpack, options.onMade), 'gzip', 'q'),
  };
}

/** A gzip form that is made on first use. */
function packLater(unpack: () => Buffer, onMade: (() => void) | undefined): PackedBody {
  let made: Buffer | undefined;
  const body = () => {
    if (!made) {
      made = compressGzipNow(unpack(), 'quick');
      onMade?.();
    }
    return made;
  };
  return {
    get length() {
      return body().length;
    },
    get size() {
      return made?.length ?? 0;
    },
    unpack: body,
  };
}

/** Memory in bytes that the variants take. */
export function variantsSize({ identity, gzip, br }: Variants): number {
  return identity.size + (gzip?.size ?? 0) + (br?.size ?? 0);
}

/** A short hash: 22 characters of the SHA-256. */
export function hashBytes(bytes: Uint8Array | string): string {
  return hash('sha256', bytes, 'base64url').slice(0, 22);
}
