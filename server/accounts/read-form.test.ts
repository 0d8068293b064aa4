import { describe, expect, test } from 'vitest';
import { MAX_FORM_BYTES, readForm } from './read-form.ts';

const PLAIN = 'application/x-www-form-urlencoded';
const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const PARTS = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="email"\r\n\r\nana@example.org\r\n--${BOUNDARY}--\r\n`;

/** A body in pieces, as it comes from the network. */
function streamOf(...pieces: string[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  const left = pieces.map((piece) => new TextEncoder().encode(piece));
  return new ReadableStream({
    pull(controller) {
      const next = left.shift();
      if (next) controller.enqueue(next);
      else controller.close();
    },
  });
}

const read = (headers: { [name: string]: string }, body: ReadableStream<Uint8Array<ArrayBuffer>> | null) =>
  readForm({ headers: new Headers(headers), body });

const failing = () =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.error(new Error('The connection is gone')),
  });

describe('a form', () => {
  test.each([
    ['of the plain type', { 'content-type': `${PLAIN};charset=UTF-8` }, ['email=ana', '%40example.org']],
    ['in parts', { 'content-type': MULTIPART }, [PARTS.slice(0, 20), PARTS.slice(20)]],
    ['that says no type', {}, ['email=a']],
    ['as long as may be', { 'content-type': PLAIN }, ['a'.repeat(MAX_FORM_BYTES - 1), 'b']],
  ])('%s is read whole, with its type', async (_, headers, pieces) => {
    const reading = await read(headers, streamOf(...pieces));
    expect(reading).toMatchObject({ ok: true, type: new Headers(headers).get('content-type') ?? PLAIN });
    expect(reading.ok && Buffer.from(reading.body).toString()).toBe(pieces.join(''));
  });

  test('may be empty', async () => {
    expect(await read({}, null)).toEqual({ ok: true, type: PLAIN, body: new Uint8Array() });
  });

  test.each([
    ['is no form', 415, { 'content-type': 'application/json' }, streamOf('{}')],
    ['is plain text, which other sites may send', 415, { 'content-type': 'text/plain' }, streamOf('email=a')],
    ['says that it is too large', 413, { 'content-length': String(MAX_FORM_BYTES + 1) }, streamOf('email=a')],
    ['turns out too large', 413, { 'content-length': '1' }, streamOf('a'.repeat(MAX_FORM_BYTES), 'b')],
    ['has no end', 400, { 'content-type': MULTIPART }, streamOf(PARTS.slice(0, 80))],
    ['has parts without a boundary', 400, { 'content-type': 'multipart/form-data' }, streamOf('email=a')],
    ['breaks off', 400, {}, failing()],
  ])('that %s is refused with %i', async (_, status, headers, body) => {
    expect(await read(headers, body)).toMatchObject({ ok: false, status });
  });
});
