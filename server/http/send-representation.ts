import type { ServerResponse } from 'node:http';
import { type FlatHeaders, isUnchanged, type Representation } from './representation.ts';

export interface SendOptions {
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

/** The same as a web `Response`. @param options.cacheControl replaces that of the representation, unless there is a cookie */
export function representationResponse(
  representation: Representation,
  { method, ifNoneMatch, setCookie, cacheControl }: SendOptions & { cacheControl?: string | undefined },
): Response {
  const unchanged = isUnchanged(representation, ifNoneMatch);
  const flat = withCookie(unchanged ? representation.notModifiedHeaders : representation.headers, setCookie);
  const headers = new Headers();
  for (let index = 0; index < flat.length; index += 2) headers.append(flat[index] ?? '', flat[index + 1] ?? '');
  if (cacheControl !== undefined && setCookie === undefined) headers.set('Cache-Control', cacheControl);
  if (unchanged) return new Response(null, { status: 304, headers });
  return new Response(method === 'HEAD' ? null : new Uint8Array(representation.body), { status: 200, headers });
}

function withCookie(own: FlatHeaders, cookie: string | undefined): string[] {
  if (cookie === undefined) return own as string[];
  const headers = [...own, 'Set-Cookie', cookie];
  headers[headers.indexOf('Cache-Control') + 1] = 'private, max-age=0, must-revalidate';
  return headers;
}
