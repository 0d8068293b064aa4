import type { FormParsing } from './form-entry.ts';
import { parseMultipart } from './parse-multipart.ts';
import { parseUrlEncoded } from './parse-url-encoded.ts';

/** The media types of HTML forms. A browser sends no other type to a site without asking it first. */
export const URL_ENCODED = 'application/x-www-form-urlencoded';
export const MULTIPART = 'multipart/form-data';

/** The media type of a header, without its parameters and in lower case. */
export function mediaTypeOf(contentType: string): string {
  return contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Parses a form in time linear in its bytes. @param mostFields above this, nothing is parsed */
export function parseForm(bytes: Uint8Array<ArrayBuffer>, contentType: string, mostFields: number): FormParsing {
  return mediaTypeOf(contentType) === MULTIPART
    ? parseMultipart(bytes, contentType, mostFields)
    : parseUrlEncoded(bytes, mostFields);
}
