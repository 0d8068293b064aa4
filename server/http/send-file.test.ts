import { describe, expect, test } from 'vitest';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { type FileRequest, fileNotModified, readByteRange, sendFile } from './send-file.ts';

const CONTENT = Uint8Array.from({ length: 1_000_000 }, (_, index) => (index * 31) % 251);
const FILE = { key: 'a', tag: '"a-1"', headers: { 'Cache-Control': 'public' }, contentType: 'image/png' };

async function createSender() {
  const files = createMemoryFileStore();
  await files.write('a', CONTENT);
  const reads: [start: number, length: number][] = [];
  const counting = {
    size: files.size,
    readPart(key: string, start: number, length: number) {
      reads.push([start, length]);
      return files.readPart(key, start, length);
    },
  };
  const send = (headers: { [name: string]: string } = {}, method = 'GET', file = FILE) =>
    sendFile(counting, request(headers, method), file);
  return { files, reads, send };
}

const request = (headers: { [name: string]: string }, method = 'GET'): FileRequest => ({
  method,
  header: (name) => headers[name],
});

const bytesOf = async (response: Response | undefined) => new Uint8Array((await response?.arrayBuffer()) ?? []);
const headersOf = (response: Response | undefined, ...names: string[]) =>
  names.map((name) => response?.headers.get(name));

describe('a file', () => {
  test('is sent whole', async () => {
    const { send } = await createSender();
    const response = await send();
    expect(response?.status).toBe(200);
    expect(headersOf(response, 'content-length', 'etag', 'accept-ranges', 'content-type', 'cache-control')).toEqual([
      '1000000',
      '"a-1"',
      'bytes',
      'image/png',
      'public',
    ]);
    expect(await bytesOf(response)).toEqual(CONTENT);
  });

  test('is read only as far as the client takes it', async () => {
    const { send, reads } = await createSender();
    const reader = (await send())?.body?.getReader();
    expect(reads).toHaveLength(1);
    await reader?.read();
    await reader?.read();
    expect(reads.length).toBeLessThanOrEqual(2);
    await reader?.cancel();
    expect(reads.length).toBeLessThanOrEqual(2);
    for (const [, length] of reads) expect(length).toBeLessThanOrEqual(65_536);
  });

  test('is not read for HEAD, nor for a client that has it', async () => {
    const { send, reads } = await createSender();
    const response = await send({}, 'HEAD');
    expect([response?.status, ...headersOf(response, 'content-length')]).toEqual([200, '1000000']);
    expect(await bytesOf(response)).toHaveLength(0);
    expect(fileNotModified(request({ 'if-none-match': '"a-1"' }), FILE)?.status).toBe(304);
    expect(reads).toEqual([]);
  });

  test('that does not exist is not there for any method', async () => {
    const { send } = await createSender();
    for (const method of ['GET', 'HEAD']) {
      expect(await send({ range: 'bytes=0-1' }, method, { ...FILE, key: 'b' })).toBeUndefined();
    }
  });

  test('that is replaced while it is sent ends in an error, and not in a mixture', async () => {
    const { send, files } = await createSender();
    const response = await send();
    await files.write('a', new Uint8Array(2_000_000));
    await expect(bytesOf(response)).rejects.toThrow('changed while it was sent');
  });
});

describe('a range', () => {
  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=65530-200000', 65_530, 200_000],
    ['bytes=999999-', 999_999, 999_999],
    ['bytes=-500000', 500_000, 999_999],
    ['bytes=5-9999999', 5, 999_999],
  ])('%s is sent alone', async (range, start, end) => {
    const { send } = await createSender();
    const response = await send({ range });
    expect(response?.status).toBe(206);
    expect(headersOf(response, 'content-range', 'content-length')).toEqual([
      `bytes ${start}-${end}/1000000`,
      String(end - start + 1),
    ]);
    expect(await bytesOf(response)).toEqual(CONTENT.subarray(start, end + 1));
  });

  test('beyond the end is refused with the size', async () => {
    const { send } = await createSender();
    const response = await send({ range: 'bytes=1000000-' });
    expect([response?.status, ...headersOf(response, 'content-range')]).toEqual([416, 'bytes */1000000']);
  });

  test('is sent only of the version that the client has', async () => {
    const { send } = await createSender();
    const statusOf = async (ifRange: string) => (await send({ range: 'bytes=0-9', 'if-range': ifRange }))?.status;
    expect(await statusOf('"a-1"')).toBe(206);
    expect(await statusOf('"a-0"')).toBe(200);
    expect(await statusOf('W/"a-1"')).toBe(200);
    expect(await statusOf('Wed, 21 Oct 2015 07:28:00 GMT')).toBe(200);
  });

  test('is left aside for HEAD', async () => {
    const { send } = await createSender();
    expect((await send({ range: 'bytes=0-9' }, 'HEAD'))?.status).toBe(200);
  });
});

test.each([
  ['"a-1"', true],
  ['W/"a-1"', true],
  ['"x", "a-1"', true],
  ['*', true],
  ['"a-1-old"', false],
  ['"a"', false],
  ['a-1', false],
])('a client that names %s has the file: %s', (header, expected) => {
  expect(fileNotModified(request({ 'if-none-match': header }), FILE) !== undefined).toBe(expected);
});

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=0-999', { start: 0, end: 9 }],
  ['bytes=3-', { start: 3, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['Bytes=3-4', { start: 3, end: 4 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=10-11', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  [undefined, undefined],
  ['', undefined],
  ['bytes=', undefined],
  ['bytes=-', undefined],
  ['bytes=5-3', undefined],
  ['bytes=0-1,3-4', undefined],
  ['bytes=a-b', undefined],
  ['bytes=1.5-2', undefined],
  ['bytes=--1', undefined],
  ['items=0-1', undefined],
  [`bytes=0-${'9'.repeat(400)}`, undefined],
])('the range %j of ten bytes is %j', (header, expected) => {
  expect(readByteRange(header, 10)).toEqual(expected);
});

test('nothing can be satisfied of a resource without bytes', () => {
  expect(['bytes=0-', 'bytes=-1', 'bytes=0-0'].map((header) => readByteRange(header, 0))).toEqual(
    Array(3).fill('unsatisfiable'),
  );
});
