import { expect, onTestFinished, test } from 'vitest';
import { type FileStore, FileStoreUnavailable } from '#core/media/file-store.ts';
import { type ObjectStorage, refuse, startObjectStorage } from '../../test/helpers/cloud/start-object-storage.ts';
import { fileStoreContract } from '../contracts/file-store.contract.ts';
import type { BucketTimes } from './bucket-client.ts';
import { checkBucket, createObjectFileStore } from './file-store.ts';

/** A storage for one test. */
async function openStorage(): Promise<ObjectStorage> {
  const storage = await startObjectStorage();
  onTestFinished(storage.stop);
  return storage;
}

const quick: BucketTimes = { request: 5_000, retry: () => 1 };
const bytes = (length: number, value = 7) => new Uint8Array(length).fill(value);

fileStoreContract('an object storage', async () => createObjectFileStore({ bucket: (await openStorage()).bucket }));

async function start(times = quick): Promise<{ storage: ObjectStorage; files: FileStore }> {
  const storage = await openStorage();
  return { storage, files: createObjectFileStore({ bucket: storage.bucket, times }) };
}

/** Whether the first `count` requests have passed. */
function afterFirst(count: number): () => boolean {
  let seen = 0;
  return () => seen++ >= count;
}

test('a file is written in one request, and its size and parts are read in one', async () => {
  const { storage, files } = await start();
  await files.write('media/a/original.png', bytes(10));
  await files.size('media/a/original.png');
  await files.readPart('media/a/original.png', 2, 3);
  const path = '/media/media/a/original.png';
  expect(storage.requests).toEqual([`PUT ${path}`, `GET ${path}`, `GET ${path}`]);
});

test('a storage that is overloaded for a moment is asked again', async () => {
  const { storage, files } = await start();
  for (const [status, code] of [
    [503, 'SlowDown'],
    [500, 'InternalError'],
    [400, 'RequestTimeout'],
  ] as const) {
    const isOver = afterFirst(2);
    storage.fault = (_, response) => {
      if (isOver()) return false;
      refuse(response, status, code);
      return true;
    };
    await files.write('a', bytes(3, status % 256));
    expect(await files.read('a')).toEqual(bytes(3, status % 256));
  }
});

test('a download whose connection is cut begins again, and is complete', async () => {
  const { storage, files } = await start();
  await files.write('a', bytes(100_000));
  const isOver = afterFirst(1);
  storage.fault = (_, response) => {
    if (isOver()) return false;
    response.writeHead(200, { 'Content-Length': 100_000 });
    response.write(bytes(40_000), () => response.destroy());
    return true;
  };
  expect(await files.read('a')).toEqual(bytes(100_000));
});

test('an upload whose connection is cut leaves the file as it was, and is done when tried again', async () => {
  const { storage, files } = await start();
  await files.write('a', bytes(3, 1));
  storage.fault = ({ method, socket }) => {
    if (method !== 'PUT') return false;
    setTimeout(() => socket.destroy(), 5);
    return true;
  };
  await expect(files.write('a', bytes(5_000_000, 2))).rejects.toThrow(FileStoreUnavailable);
  await expect(files.write('b', bytes(5_000_000, 2))).rejects.toThrow(FileStoreUnavailable);
  storage.fault = undefined;
  expect(await files.read('a')).toEqual(bytes(3, 1));
  expect(await files.read('b')).toBeUndefined();
  await files.write('a', bytes(5_000_000, 2));
  expect(await files.size('a')).toBe(5_000_000);
});

test('a storage that is killed during an upload has nothing of it, and takes it after its restart', async () => {
  const { storage, files } = await start();
  const killed = new Promise<void>((resolve) => {
    storage.fault = ({ method }) => {
      if (method === 'PUT') void storage.kill().then(resolve);
      return method === 'PUT';
    };
  });
  await expect(files.write('a', bytes(5_000_000))).rejects.toThrow(/cannot be reached/);
  await killed;
  await expect(files.read('a')).rejects.toThrow(/^The file a could not be read from the object storage: 127.0.0.1:/);
  storage.fault = undefined;
  await storage.restart();
  expect(await files.read('a')).toBeUndefined();
  await files.write('a', bytes(5_000_000));
  expect(await files.size('a')).toBe(5_000_000);
});

test('a slow storage is waited for as long as something arrives, and not when nothing does', async () => {
  const { storage, files } = await start({ request: 300, retry: () => 1 });
  storage.fault = (_, response) => {
    response.writeHead(200, { 'Content-Length': 8 });
    let sent = 0;
    const timer = setInterval(() => {
      response.write(bytes(1));
      if (++sent === 8) clearInterval(timer);
    }, 60);
    return true;
  };
  expect(await files.read('a')).toEqual(bytes(8));
  storage.fault = () => true;
  await expect(files.read('a')).rejects.toThrow(/cannot be reached \(no answer in time\)/);
});

test('a part is read from a service that answers with the whole file', async () => {
  const { storage, files } = await start();
  storage.fault = (_, response) => {
    response.end(Uint8Array.of(1, 2, 3, 4));
    return true;
  };
  expect(await files.readPart('a', 1, 2)).toEqual({ bytes: Uint8Array.of(2, 3), size: 4 });
});

test.each([
  ['key', { accessKeyId: 'nobody' }, 'does not know the key'],
  ['secret', { secretAccessKey: 'hunter2' }, 'the secret in MEKI_FILES_URL is wrong'],
  ['bucket', { name: 'photos' }, 'There is no bucket "photos" at 127.0.0.1:'],
])('a wrong %s is named in one sentence, by reading, writing and asking for a size', async (_, wrong, sentence) => {
  const { bucket } = await openStorage();
  const files = createObjectFileStore({ bucket: { ...bucket, ...wrong }, times: quick });
  const uses = [
    () => files.read('a'),
    () => files.write('a', bytes(1)),
    () => files.size('a'),
    () => files.readPart('a', 0, 1),
  ];
  for (const use of uses) {
    const error = await use().then(String, String);
    expect(error).toContain(sentence);
    expect(error).toMatch(/^FileStoreUnavailable: The [^\n]+\.$/);
    expect(error).not.toContain('hunter2');
  }
});

test.each([
  [403, 'AccessDenied', '', 'may not list, read and write the bucket "media"'],
  [403, 'RequestTimeTooSkewed', '', 'the clock of this machine is wrong'],
  [400, 'AuthorizationHeaderMalformed', '<Region>us-east-2</Region>', 'is in the region us-east-2, not in eu-west-1'],
  [301, 'PermanentRedirect', '', 'is not in the region eu-west-1'],
  [507, 'InsufficientStorage', '', 'refused the request (507 InsufficientStorage)'],
  [503, 'SlowDown', '', 'is overloaded or failing now (503 SlowDown)'],
])('%i %s is told in one sentence', async (status, code, more, sentence) => {
  const { storage, files } = await start();
  storage.fault = (_, response) => {
    refuse(response, status, code, more);
    return true;
  };
  await expect(files.write('a', bytes(1))).rejects.toThrow(sentence);
  expect(storage.requests).toHaveLength(status === 503 ? 3 : 1);
});

test('another kind of server is told from an object storage', async () => {
  const { storage, files } = await start();
  storage.fault = (_, response) => {
    response.writeHead(404, { 'Content-Type': 'text/html' });
    response.end('<h1>Not found</h1>');
    return true;
  };
  await expect(files.read('a')).rejects.toThrow('is not an object storage (404 without an error code)');
});

test('a bucket is ready, or what it lacks is told in one sentence', async () => {
  const { storage, files } = await start();
  expect(await checkBucket(files)).toEqual([]);
  const wrong = createObjectFileStore({ bucket: { ...storage.bucket, name: 'photos' }, times: quick });
  expect(await checkBucket(wrong)).toEqual([expect.stringContaining('There is no bucket "photos"')]);
  storage.fault = ({ method }, response) => {
    if (method === 'GET') response.writeHead(206, { 'Content-Range': 'bytes 8-15/16' }).end(bytes(8));
    return method === 'GET';
  };
  expect(await checkBucket(files)).toEqual(['The object storage gives back something else than what was written.']);
});

test('objects that are not the store’s are left out of a list, however many there are', async () => {
  const { storage, files } = await start();
  const lists = [['media/', 'media/A&amp;B'], ['media/b', 'media/c d'], ['media/d']];
  storage.fault = (_, response) => {
    const keys = lists.shift()?.map((key) => `<Contents><Key>${key}</Key></Contents>`) ?? [];
    response.end(`<?xml version="1.0"?><ListBucketResult><Name>media</Name>${keys.join('')}</ListBucketResult>`);
    return true;
  };
  expect(await files.list('media', undefined, 2)).toEqual(['media/b', 'media/d']);
  const asked = storage.requests.map((request) => new URL(request.slice(4), 'http://x').searchParams);
  expect(asked.map((query) => query.get('marker'))).toEqual(['', 'media/A&B', 'media/c d']);
  storage.fault = (_, response) => {
    response.end('<html></html>');
    return true;
  };
  await expect(files.list('media', undefined, 2)).rejects.toThrow(FileStoreUnavailable);
});
