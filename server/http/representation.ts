import type { ContentEncoding } from './negotiate-encoding.ts';

/** Alternating header names and values, as `ServerResponse.writeHead` takes them. */
export type FlatHeaders = readonly string[];

/** One encoding of a resource, with its headers prepared. */
export interface Representation {
  readonly headers: FlatHeaders;
  /** Headers of a 304. */
  notModifiedHeaders: FlatHeaders;
  readonly body: Buffer;
  /** Memory in bytes that the body takes. */
  readonly size: number;
  /** The start of these bytes' strong ETags, including the quotation mark; the rest identifies the compression. */
  tagStart: string;
}

/** A resource in its cached encodings. */
export interface Variants {
  identity: Representation;
  gzip?: Representation;
  br?: Representation;
}

/** A body that is made on request from another encoding. */
export interface PackedBody {
  readonly length: number;
  /** Memory in bytes that it takes. */
  readonly size: number;
  unpack(): Buffer;
}

export interface RepresentationParts {
  body: Buffer | PackedBody;
  encoding: ContentEncoding;
  /** Identifies the version of the resource, whatever its encoding. */
  hash: string;
  /** Distinguishes compressions of the same bytes. */
  effort?: string;
  contentType: string;
  cacheControl: string;
  vary: string;
  /** Sent with 200 and 304. */
  extra: FlatHeaders;
}

export function createRepresentation(parts: RepresentationParts): Representation {
  const tagStart = `"${parts.hash}-${parts.encoding}`;
  const notModifiedHeaders = [
    'ETag',
    `${tagStart}${parts.effort ?? ''}"`,
    'Cache-Control',
    parts.cacheControl,
    'Vary',
    parts.vary,
    ...parts.extra,
  ];
  const { body } = parts;
  const headers = () => [
    'Content-Type',
    parts.contentType,
    'Content-Length',
    String(body.length),
    ...(parts.encoding === 'identity' ? [] : ['Content-Encoding', parts.encoding]),
    ...notModifiedHeaders,
  ];
  if (Buffer.isBuffer(body)) return { headers: headers(), notModifiedHeaders, body, size: body.length, tagStart };
  let made: FlatHeaders | undefined;
  return {
    get headers() {
      made ??= headers();
      return made;
    },
    notModifiedHeaders,
    get body() {
      return body.unpack();
    },
    get size() {
      return body.size;
    },
    tagStart,
  };
}

/** The representation for an encoding, or the plain one if that does not exist. */
export function pickRepresentation(variants: Variants, encoding: ContentEncoding): Representation {
  return variants[encoding] ?? variants.identity;
}

/** Whether the client already has these bytes, possibly compressed with another level. */
export function isUnchanged(representation: Representation, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.includes(representation.tagStart) || ifNoneMatch.trim() === '*';
}
