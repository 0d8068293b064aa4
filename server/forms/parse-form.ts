import type { FormParsing } from './form-entry.ts';
import { parseMultipart } from './parse-multipart.ts';
import { parseUrlEncoded } from './parse-url-encoded.ts';

/** The media types of HTML forms. Browsers send other types cross-origin only after a CORS preflight. */
export const URL_ENCODED = 'application/x-www-form-urlencoded';
export const MULTIPART = 'multipart/form-data';

/** The media type of a header, in lower case without parameters. */
export function mediaTypeOf(contentType: string): string {
  return contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Parses a form in linear time. @param mostFields nothing is parsed if there are more */
export async function parseForm(body: Blob, contentType: string, mostFields: number): Promise<FormParsing> {
  return mediaTypeOf(contentType) === MULTIPART
    ? parseMultipart(body, contentType, mostFields)
    : parseUrlEncoded(new Uint8Array(await body.arrayBuffer()), mostFields);
}
