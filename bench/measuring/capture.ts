import { writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { ACCEPT_ENCODING } from './measure-load.ts';

/** A raw response, still compressed. */
export interface Captured {
  status: number;
  /** Alternating names and values. */
  headers: string[];
  body: Buffer;
}

/** Requests an address without decompressing the response. */
export function capture(
  url: string,
  acceptEncoding = ACCEPT_ENCODING,
  own: { [name: string]: string } = {},
): Promise<Captured> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { ...own, 'accept-encoding': acceptEncoding } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.rawHeaders, body: Buffer.concat(chunks) });
      });
    });
    request.on('error', reject);
  });
}

/** Headers that `node:http` adds itself. */
const AUTOMATIC = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']);

/** Writes a response to a file for the plain server. @returns the file. */
export function writeCapture(folder: string, name: string, { headers, body }: Captured): string {
  const kept = ['Content-Length', String(body.length)];
  for (let at = 0; at < headers.length; at += 2) {
    const header = headers[at] ?? '';
    if (!AUTOMATIC.has(header.toLowerCase())) kept.push(header, headers[at + 1] ?? '');
  }
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify({ headers: kept, body: body.toString('base64') }));
  return file;
}
