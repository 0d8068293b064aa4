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
