import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fieldsOf, fileField, formShape, listField, MAX_FORM_BYTES, textField } from '#core/forms/form-shape.ts';
import { makeTemporaryFolder } from '../../test/helpers/temporary-folder.ts';
import { createUploadSpace } from '../uploads/upload-space.ts';
import { createFormReceiver } from './receive-form.ts';

const PLAIN = 'application/x-www-form-urlencoded';
const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const END = `--${BOUNDARY}--\r\n`;

const SHAPE = formShape({ email: textField(), role: textField(10), languages: listField(3) });
const FILE = formShape({ file: fileField() }, 1_000_000);

/** A body in chunks, as from the network. */
function streamOf(...pieces: (string | Uint8Array)[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  const left = pieces.map((piece) => new Uint8Array(Buffer.from(piece)));
  return new ReadableStream({
    pull(controller) {
      const next = left.shift();
      if (next) controller.enqueue(next);
      else controller.close();
    },
  });
}

const part = (head: string, content: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;

/** With a folder for files, as in the admin area. */
function createReceiver(headers: Headers, body: ReadableStream<Uint8Array<ArrayBuffer>> | null) {
  const uploads = createUploadSpace({ folder: join(makeTemporaryFolder(), 'uploads') });
  const sender = { account: 'ana', address: undefined };
  return createFormReceiver({ headers, body }, (most) => uploads.receive({ headers, body }, most, sender));
}

async function receive(
  type: string | undefined,
  body: string | Uint8Array | ReadableStream<Uint8Array<ArrayBuffer>> | null,
  shape = SHAPE,
) {
  const stream = typeof body === 'string' || body instanceof Uint8Array ? streamOf(body) : body;
  const headers = new Headers(type === undefined ? {} : { 'content-type': type });
  const received = await createReceiver(headers, stream).receive(shape);
  if ('status' in received) return received.status;
  return { fields: [...received.fields.entries()], isAltered: received.isAltered };
}

const asSent = (...fields: [string, string][]) => ({ fields, isAltered: false });

describe('a form', () => {
  test.each([
    ['of the plain type', `${PLAIN};charset=UTF-8`, ['email=ana', '%40example.org&languages=es&languages=en']],
    ['of no type', undefined, ['email=ana@example.org&languages=es', '&languages=en']],
    [
      'in parts',
      MULTIPART,
      [
        part('name="email"', 'ana@example.org'),
        part('name="languages"', 'es'),
        `${part('name=languages', 'en')}${END}`,
      ],
    ],
  ])('%s is received with its fields', async (_, type, pieces) => {
    expect(await receive(type, streamOf(...pieces))).toEqual(
      asSent(['email', 'ana@example.org'], ['languages', 'es'], ['languages', 'en']),
    );
  });

  test('keeps what people type: spaces, signs, line ends and every letter', async () => {
    const typed = 'a + b & "ñ" 100% 😀\r\n=';
    expect(await receive(PLAIN, new URLSearchParams({ email: typed }).toString())).toEqual(asSent(['email', typed]));
    expect(await receive(MULTIPART, part('name="email"', typed) + END)).toEqual(asSent(['email', typed]));
    expect(await receive(MULTIPART, part('name="email"', '') + END)).toEqual(asSent(['email', '']));
  });

  test('may be empty', async () => {
    for (const body of [null, '']) expect(await receive(PLAIN, body)).toEqual(asSent());
    expect(await receive(MULTIPART, END)).toEqual(asSent());
  });

  test('loses plain names that it does not have', async () => {
    expect(await receive(PLAIN, 'email=a&added-by-extension=1&constructor=2&toString=3')).toEqual(
      asSent(['email', 'a']),
    );
  });

  test.each([
    'email[4294967294]=1',
    'email[]=1',
    'email.toString=1',
    '__intent__={',
    '__state__={',
    '__proto__=1',
    `a${'.b'.repeat(8_000)}=1`,
    '%ff=1',
    'email=%ff',
    'email=%zz',
    'role=a%00b',
    'role=longer-than-ten',
    'role=a&role=b',
    'languages=a&languages=b&languages=c&languages=d',
    `${'n'.repeat(65)}=1`,
    '=1',
  ])('with %.40s is an altered one, and what is wrong reaches nobody', async (extra) => {
    const received = await receive(PLAIN, `languages=es&${extra}`);
    expect(received).toMatchObject({ isAltered: true });
    const { fields } = received as { fields: [string, string][] };
    expect(fields.every(([name, value]) => Object.hasOwn(SHAPE.fields, name) && value.length <= 10)).toBe(true);
  });

  test.each([
    ['plain', PLAIN, '&a=1'.repeat(10_000)],
    ['in parts', MULTIPART, part('name="a"', '1').repeat(500) + END],
  ])('%s with thousands of fields is not parsed at all', async (_, type, body) => {
    expect(await receive(type, body)).toEqual({ fields: [], isAltered: true });
  });

  test('with a file in the place of a text, or a part that is no UTF-8, is an altered one', async () => {
    expect(await receive(MULTIPART, part('name="email"; filename="x"', 'x') + END)).toMatchObject({ isAltered: true });
    const [before = '', after = ''] = (part('name="email"', '|') + END).split('|');
    const broken = Buffer.concat([Buffer.from(before), Buffer.from([0xff]), Buffer.from(after)]);
    expect(await receive(MULTIPART, broken)).toEqual({ fields: [], isAltered: true });
  });

  test.each([
    ['is no form', 415, 'application/json', '{}'],
    ['is plain text, which other sites may send', 415, 'text/plain', 'email=a'],
    ['turns out too large', 413, PLAIN, streamOf('a'.repeat(MAX_FORM_BYTES), 'b')],
    ['has no end', 400, MULTIPART, part('name="email"', 'a')],
    ['ends within a part', 400, MULTIPART, part('name="email"', 'a').slice(0, -20)],
    ['goes on after its end', 400, MULTIPART, `${END}x`],
    ['has parts without a boundary', 400, 'multipart/form-data', 'email=a'],
    ['has a part without a name', 400, MULTIPART, part('a="b"', 'x') + END],
    ['has a part without headers', 400, MULTIPART, `--${BOUNDARY}\r\n\r\nx\r\n${END}`],
    ['has endless headers', 400, MULTIPART, part(`name="email"\r\nX-A: ${'a'.repeat(5_000)}`, 'x') + END],
    [
      'is encoded as browsers never do',
      400,
      MULTIPART,
      part('name="email"\r\nContent-Transfer-Encoding: base64', 'x') + END,
    ],
    ['breaks off', 400, PLAIN, new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })],
  ])('that %s is refused with %i', async (_, status, type, body) => {
    expect(await receive(type, body)).toBe(status);
  });

  test('that says that it is too large is refused before a byte is read', async () => {
    const headers = new Headers({ 'content-length': String(MAX_FORM_BYTES + 1) });
    const body = streamOf('email=a');
    expect(await createFormReceiver({ headers, body }).receive(SHAPE)).toMatchObject({ status: 413 });
    expect((await body.getReader().read()).done).toBe(false);
  });

  test('is received once', async () => {
    const { receive: once } = createFormReceiver({ headers: new Headers(), body: null });
    await once(SHAPE);
    await expect(once(SHAPE)).rejects.toThrow('received once');
  });
});

describe('a form with a file', () => {
  const fileOf = async (head: string, content: string) => {
    const received = await receive(MULTIPART, part(head, content) + END, FILE);
    const file = typeof received === 'object' ? received.fields[0]?.[1] : undefined;
    return file instanceof File ? { name: file.name, type: file.type, text: await file.text() } : received;
  };

  test.each([
    ['filename="a.png"', 'a.png'],
    ['filename="año %22x%22 \\.png"', 'año "x" \\.png'],
    ['filename="x"; filename*=UTF-8\'\'a%C3%B1o.png', 'año.png'],
    ['filename=""', ''],
  ])('is received with its name: %s', async (filename, name) => {
    expect(await fileOf(`name="file"; ${filename}\r\nContent-Type: image/png`, 'a\r\n--b\r\n')).toEqual({
      name,
      type: 'image/png',
      text: 'a\r\n--b\r\n',
    });
  });

  test.each([262_143, 262_144, 262_145, 524_288, 900_000])('is whole with %i bytes', async (size) => {
    // Each size has the boundary at another place of what is read at once.
    const bytes = Uint8Array.from({ length: size }, (_, index) => index * 7);
    const [before = '', after = ''] = `${part('name="file"; filename="a"', '|')}${END}`.split('|');
    const received = await createReceiver(
      new Headers({ 'content-type': MULTIPART }),
      streamOf(before, bytes, after),
    ).receive(FILE);
    const file = 'fields' in received ? received.fields.get('file') : undefined;
    expect(file instanceof File && Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test('with a text that is as long as a file is an altered one', async () => {
    const body = part('name="other"', 'x'.repeat(MAX_FORM_BYTES + 1)) + part('name="file"; filename="a"', 'x') + END;
    expect(await receive(MULTIPART, body, FILE)).toMatchObject({ isAltered: true });
  });

  test.each([
    ['too-many', 429, 10],
    ['full', 503, 10],
    ['too-large', 413, undefined],
    ['incomplete', 400, undefined],
  ] as const)('that is %s is refused with %i', async (refusal, status, retryAfter) => {
    const request = { headers: new Headers({ 'content-type': MULTIPART }), body: null };
    const receiver = createFormReceiver(request, async () => refusal);
    const received = await receiver.receive(FILE);
    expect([received, receiver.refusal()]).toMatchObject([{ status }, { status }]);
    expect('status' in received && received.retryAfter).toBe(retryAfter);
  });

  test('is deleted when it is released', async () => {
    const folder = makeTemporaryFolder();
    const uploads = createUploadSpace({ folder });
    const body = streamOf(part('name="file"; filename="a"', 'x') + END);
    const request = { headers: new Headers({ 'content-type': MULTIPART }), body };
    const receiver = createFormReceiver(request, (most) =>
      uploads.receive(request, most, { account: 'ana', address: undefined }),
    );
    await receiver.receive(FILE);
    expect(readdirSync(folder)).toHaveLength(1);
    await receiver.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('comes in parts alone, and a text is no file', async () => {
    expect(await receive(PLAIN, 'file=x', FILE)).toBe(415);
    expect(await receive(MULTIPART, part('name="file"', 'x') + END, FILE)).toEqual({ fields: [], isAltered: true });
  });
});

test('the fields of a schema are its members; arrays may occur several times', () => {
  const schema = z.object({
    email: z.email(),
    languages: z.array(z.string()).min(1),
    remember: z.boolean().optional(),
  });
  const fields = fieldsOf(schema.refine(() => true));
  expect(Object.keys(fields)).toEqual(['email', 'languages', 'remember']);
  expect(fields.email?.most).toBe(1);
  expect(fields.languages?.most).toBeGreaterThan(1);
});
