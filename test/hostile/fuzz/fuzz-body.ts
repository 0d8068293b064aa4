import type { Random } from '../../helpers/random.ts';
import { fuzzJson, type JsonSchema } from './fuzz-json.ts';
import { fieldName, fieldValue, happens, oddText, pick } from './fuzz-values.ts';

/** A body with its declared type. */
export interface FuzzedBody {
  contentType: string | undefined;
  bytes: Buffer;
}

const ODD_TYPES = [
  undefined,
  '',
  'text/plain',
  'application/json',
  'application/x-www-form-urlencoded; charset=utf-7',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/octet-stream',
  'image/svg+xml',
  'a/b/c',
  'application/json; charset="',
];

/** Magic numbers of files, followed by noise. */
const FILE_STARTS = [
  '\x89PNG\r\n\x1a\n\0\0\0\rIHDR',
  '\xff\xd8\xff\xe0\0\x10JFIF',
  'GIF89a',
  'RIFF\x10\0\0\0WEBPVP8 ',
  '\0\0\0\x20ftypavif',
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g>',
  '<?xml version="1.0" encoding="UTF-7"?><svg>',
  '%PDF-1.7',
];

export function fuzzForm(random: Random): FuzzedBody {
  const fields = Array.from({ length: random(8) }, (): [string, string] => [fieldName(random), fieldValue(random)]);
  const form = happens(random, 60) ? plainForm(fields) : multipartForm(random, fields);
  return damage(random, form);
}

export function fuzzJsonBody(random: Random, schema: JsonSchema): FuzzedBody {
  const text = happens(random, 92) ? JSON.stringify(fuzzJson(random, schema)) : oddText(random);
  return damage(random, { contentType: 'application/json', bytes: Buffer.from(text) });
}

export function fuzzPicture(random: Random): FuzzedBody {
  const start = Buffer.from(pick(random, FILE_STARTS), 'latin1');
  const bytes = Buffer.concat([start, noise(random, random(3_000))]);
  if (happens(random, 60)) return { contentType: 'image/png', bytes };
  return damage(
    random,
    multipartForm(random, [[happens(random, 80) ? 'file' : fieldName(random), bytes.toString('latin1')]]),
  );
}

function plainForm(fields: [string, string][]): FuzzedBody {
  const bytes = Buffer.from(
    new URLSearchParams(fields.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()])).toString(),
  );
  return { contentType: 'application/x-www-form-urlencoded', bytes };
}

function multipartForm(random: Random, fields: [string, string][]): FuzzedBody {
  const boundary = `b${random(1e9)}`;
  const parts = fields.map(([name, value]) => {
    const file = happens(random, 15) ? `; filename="${headerText(oddText(random))}"` : '';
    const type = happens(random, 10) ? `Content-Type: ${headerText(oddText(random))}\r\n` : '';
    return `--${boundary}\r\nContent-Disposition: form-data; name="${headerText(name)}"${file}\r\n${type}\r\n${value}\r\n`;
  });
  const end = happens(random, 90) ? `--${boundary}--\r\n` : '';
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.from(parts.join('') + end, 'latin1'),
  };
}

function headerText(text: string): string {
  return text.replace(/[\r\n"]/g, '_');
}

/** Leaves most bodies unchanged; others are truncated, modified, enlarged, or mislabelled. */
function damage(random: Random, body: FuzzedBody): FuzzedBody {
  const kind = random(40);
  if (kind === 0) return { ...body, contentType: pick(random, ODD_TYPES) };
  if (kind === 1) return { ...body, bytes: body.bytes.subarray(0, random(body.bytes.length + 1)) };
  if (kind === 2) return { ...body, bytes: Buffer.concat([body.bytes, noise(random, 200)]) };
  if (kind === 3) return { ...body, bytes: noise(random, random(500)) };
  if (kind === 4) return { ...body, bytes: Buffer.alloc(random(200_000), body.bytes.length > 0 ? body.bytes : 'x') };
  return body;
}

function noise(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => random(256)));
}
