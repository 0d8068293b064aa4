import { hash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { compressBrotli, compressGzipNow, type Effort } from './compress.ts';
import {
  type ContentEncoding,
  createRepresentation,
  type FlatHeaders,
  type PackedBody,
  type Variants,
} from './representation.ts';

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

/** The one form of a resource that is kept; the others are made from it. */
export interface PackedForm {
  /** Brotli, or plain if that is not larger. */
  body: Buffer;
  isPacked: boolean;
  /** Of the plain bytes. */
  hash: string;
  effort: Effort;
}

/**
 * A resource in each encoding that makes it smaller. Only the brotli form is made and kept: the plain one, which would take most
 * memory, and gzip are made from it for the few clients that ask for them.
 */
export async function createVariants(bytes: Buffer, options: VariantsOptions): Promise<Variants> {
  return variantsOf(await packForm(bytes, options.effort), options);
}

/** Compresses a resource with brotli. */
export async function packForm(bytes: Buffer, effort: Effort): Promise<PackedForm> {
  const br = await compressBrotli(bytes, effort);
  return { body: br ?? bytes, isPacked: br !== undefined, hash: hashBytes(bytes), effort };
}

/** The variants of a compressed resource. */
export function variantsOf(
  { body, isPacked, hash, effort }: PackedForm,
  options: Omit<VariantsOptions, 'effort'>,
): Variants {
  const represent = (own: Buffer | PackedBody, encoding: ContentEncoding, tag?: string) =>
    createRepresentation({
      body: own,
      encoding,
      hash,
      ...(tag !== undefined && { effort: tag }),
      contentType: options.contentType,
      cacheControl: options.cacheControl,
      vary: ['Accept-Encoding', ...options.vary].join(', '),
      extra: options.extra,
    });
  if (!isPacked) return { identity: represent(body, 'identity') };
  const unpack = () => brotliDecompressSync(body);
  const plain: PackedBody = {
    get length() {
      return unpack().length;
    },
    size: 0,
    unpack,
  };
  return {
    identity: represent(plain, 'identity'),
    br: represent(body, 'br', effort.charAt(0)),
    gzip: represent(packLater(unpack, options.onMade), 'gzip', 'q'),
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
