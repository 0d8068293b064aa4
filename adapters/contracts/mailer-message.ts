/** A parsed message, as far as the contract of mailers needs it. */
export interface ParsedMessage {
  /** Decoded values by lower-case name. */
  headers: Map<string, string>;
  /** The parts by content type: `text/plain`. */
  parts: Map<string, string>;
}

/** Parses an RFC 5322 message: encoded words, and parts that are quoted-printable, base64 or plain. */
export function parseMessage(raw: string): ParsedMessage {
  const parts = new Map<string, string>();
  const headers = readPart(raw, parts);
  return { headers, parts };
}

function readPart(raw: string, parts: Map<string, string>): Map<string, string> {
  const end = raw.indexOf('\r\n\r\n');
  const headers = new Map<string, string>();
  for (const line of raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim()));
  }
  const body = raw.slice(end + 4);
  const type = headers.get('content-type') ?? 'text/plain';
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1];
  if (boundary === undefined) {
    parts.set(type.split(';')[0] ?? type, decodeBody(body, headers.get('content-transfer-encoding') ?? '7bit'));
    return headers;
  }
  for (const part of body.split(`--${boundary}`).slice(1, -1)) readPart(part.replace(/^\r\n/, ''), parts);
  return headers;
}

function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
      decodeBody(encoding.toLowerCase() === 'q' ? word.replaceAll('_', ' ') : word, encoding.toLowerCase()),
    );
}

function decodeBody(text: string, encoding: string): string {
  if (encoding === 'base64' || encoding === 'b') return Buffer.from(text, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable' && encoding !== 'q') return text;
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
