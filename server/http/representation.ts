import type { ServerResponse } from 'node:http';

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

/** The representation in the best encoding that an `Accept-Encoding` header allows, or the plain one if that does not exist. */
export function pickRepresentation(variants: Variants, acceptEncoding: string | undefined): Representation {
  return variants[negotiateEncoding(acceptEncoding)] ?? variants.identity;
}

export type ContentEncoding = 'br' | 'gzip' | 'identity';

/** An encoding of an `Accept-Encoding` header, with its parameters. Regular expressions make no garbage on every request. */
const BROTLI = codingPattern('br');
const GZIP = codingPattern('gzip');
const ANY = codingPattern('\\*');

/** Parameters that refuse an encoding. */
const REFUSED = /;\s*q=(?!\s*0*(?:\.0*)?[1-9])/i;

/** The best encoding that an `Accept-Encoding` header allows: brotli, else gzip, else none. */
export function negotiateEncoding(header: string | undefined): ContentEncoding {
  if (header === undefined || header === '') return 'identity';
  if (takes(header, BROTLI)) return 'br';
  return takes(header, GZIP) ? 'gzip' : 'identity';
}

function takes(header: string, coding: RegExp): boolean {
  const found = coding.exec(header) ?? ANY.exec(header);
  return found !== null && !REFUSED.test(found[0]);
}

function codingPattern(name: string): RegExp {
  return new RegExp(`(?:^|,)\\s*${name}\\s*(?:;[^,]*)?(?=,|$)`, 'i');
}

/** Whether the client already has these bytes, possibly compressed with another level. */
function isUnchanged(representation: Representation, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.includes(representation.tagStart) || ifNoneMatch.trim() === '*';
}

interface SendOptions {
  /** `GET` or `HEAD`. */
  method: string | undefined;
  ifNoneMatch: string | undefined;
  /** Makes the response private. */
  setCookie?: string | undefined;
}

/** Writes a representation, or a 304 if the client has it, to a Node response. @returns the status. */
export function sendRepresentation(
  outgoing: ServerResponse,
  representation: Representation,
  { method, ifNoneMatch, setCookie }: SendOptions,
): number {
  if (isUnchanged(representation, ifNoneMatch)) {
    outgoing.writeHead(304, withCookie(representation.notModifiedHeaders, setCookie));
    outgoing.end();
    return 304;
  }
  outgoing.writeHead(200, withCookie(representation.headers, setCookie));
  if (method === 'HEAD') outgoing.end();
  else outgoing.end(representation.body);
  return 200;
}

/**
 * A resource as a web `Response` to a request.
 * @param options.cacheControl replaces that of the resource, unless there is a cookie
 */
export function variantsResponse(
  request: { method: string; header(name: string): string | undefined },
  variants: Variants,
  { setCookie, cacheControl }: Pick<SendOptions, 'setCookie'> & { cacheControl?: string | undefined } = {},
): Response {
  const representation = pickRepresentation(variants, request.header('accept-encoding'));
  const unchanged = isUnchanged(representation, request.header('if-none-match'));
  const flat = withCookie(unchanged ? representation.notModifiedHeaders : representation.headers, setCookie);
  const headers = new Headers();
  for (let index = 0; index < flat.length; index += 2) headers.append(flat[index] ?? '', flat[index + 1] ?? '');
  if (cacheControl !== undefined && setCookie === undefined) headers.set('Cache-Control', cacheControl);
  if (unchanged) return new Response(null, { status: 304, headers });
  const body = request.method === 'HEAD' ? null : new Uint8Array(representation.body);
  return new Response(body, { status: 200, headers });
}

function withCookie(own: FlatHeaders, cookie: string | undefined): string[] {
  if (cookie === undefined) return own as string[];
  const headers = [...own, 'Set-Cookie', cookie];
  headers[headers.indexOf('Cache-Control') + 1] = 'private, max-age=0, must-revalidate';
  return headers;
}

/** Whether the client prefers JSON to a page. */
export function wantsJson(accept: string | undefined): boolean {
  return accept !== undefined && /\bapplication\/(problem\+)?json\b/i.test(accept) && !/\btext\/html\b/i.test(accept);
}
