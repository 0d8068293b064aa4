import type { ContentEncoding } from './negotiate-encoding.ts';

/** Header names and values, one after the other, as `ServerResponse.writeHead` takes them. */
export type FlatHeaders = readonly string[];

/** The bytes of one encoding of a resource, with everything that is sent with them made ready beforehand. */
export interface Representation {
  headers: FlatHeaders;
  /** Headers of a 304. */
  notModifiedHeaders: FlatHeaders;
  readonly body: Buffer;
  /** Bytes of memory that the body takes. */
  size: number;
  /** How the strong ETags of these bytes begin, quotation mark included; what follows says how they were compressed. */
  tagStart: string;
}

/** A resource in the encodings that it is kept in. */
export interface Variants {
  identity: Representation;
  gzip?: Representation;
  br?: Representation;
}

/** Bytes that are made when they are asked for. */
export interface PackedBody {
  length: number;
  unpack(): Buffer;
}

export interface RepresentationParts {
  body: Buffer | PackedBody;
  encoding: ContentEncoding;
  /** Tells versions of the resource apart, whatever its encoding. */
  hash: string;
  /** Tells compressions of the same bytes apart. */
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
  const headers = [
    'Content-Type',
    parts.contentType,
    'Content-Length',
    String(parts.body.length),
    ...(parts.encoding === 'identity' ? [] : ['Content-Encoding', parts.encoding]),
    ...notModifiedHeaders,
  ];
  const { body } = parts;
  if (Buffer.isBuffer(body)) return { headers, notModifiedHeaders, body, size: body.length, tagStart };
  return {
    headers,
    notModifiedHeaders,
    get body() {
      return body.unpack();
    },
    size: 0,
    tagStart,
  };
}

/** The encoding that the client takes, or the plain bytes where that is not kept. */
export function pickRepresentation(variants: Variants, encoding: ContentEncoding): Representation {
  return variants[encoding] ?? variants.identity;
}

/** Whether the client already has these bytes, perhaps compressed with another effort. */
export function isUnchanged(representation: Representation, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.includes(representation.tagStart) || ifNoneMatch.trim() === '*';
}
