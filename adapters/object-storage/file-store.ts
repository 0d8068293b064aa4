import {
  type FilePart,
  type FileStore,
  FileStoreBusy,
  FileStoreUnavailable,
  isFileKey,
  requireFileKey,
} from '#core/media/file-store.ts';
import type { Bucket } from '#core/media/files-url.ts';
import { limitConcurrency } from '#core/media/limit-concurrency.ts';
import {
  type BucketAnswer,
  type BucketTimes,
  BucketUnavailable,
  createBucketClient,
  type Refusal,
} from './bucket-client.ts';

/** The object that the check writes, and leaves: the port has no deletion. */
const PROBE = 'checks/probe';

/** What keeps the site from storing files: one sentence for the operator, or none. Writes a small file and reads it back. */
export async function checkBucket(files: FileStore): Promise<string[]> {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  try {
    await files.write(PROBE, bytes);
    const found = await files.readPart(PROBE, 8, 8);
    const isSame = found?.size === 16 && Buffer.from(found.bytes).equals(bytes.subarray(8));
    return isSame ? [] : ['The object storage gives back something else than what was written.'];
  } catch (error) {
    if (error instanceof FileStoreUnavailable) return [error.message];
    throw error;
  }
}

/** Maximum requests at once, each of which has a connection and at most one file in memory. */
const REQUESTS = 32;

/** Maximum queued requests. */
const WAITING_REQUESTS = 2_000;

/** Maximum keys that the services list at once. */
const MAX_LISTED = 1_000;

const isMissing = ({ code }: Refusal) => code === 'NoSuchKey';
const isBeyondEnd = ({ status }: Refusal) => status === 416;

/** Stores each file as an object under its key. The service makes an object visible only when all of it has arrived. */
export function createObjectFileStore({ bucket, times }: { bucket: Bucket; times?: BucketTimes }): FileStore {
  const client = createBucketClient(bucket, times);
  const requests = limitConcurrency(REQUESTS, WAITING_REQUESTS, () => new FileStoreBusy('Too many files are in use'));

  async function run<T>(what: string, work: () => Promise<T>): Promise<T> {
    try {
      return await requests.run(work);
    } catch (error) {
      if (!(error instanceof BucketUnavailable)) throw error;
      throw new FileStoreUnavailable(`${what} the object storage: ${error.message}`, { cause: error });
    }
  }

  /** Asks for a range of at least one byte. @returns `beyond` if the file ends before it */
  async function range(key: string, start: number, length: number): Promise<FilePart | 'beyond' | undefined> {
    const headers = { Range: `bytes=${start}-${start + length - 1}` };
    const answer = await client.send(
      { method: 'GET', key, headers },
      (refusal) => isMissing(refusal) || isBeyondEnd(refusal),
    );
    if (answer.status === 416) return 'beyond';
    return answer.status === 404 ? undefined : partOf(answer, start, length);
  }

  async function sizeOf(key: string): Promise<number | undefined> {
    // Not HEAD, whose errors have no body: a missing bucket would look like a missing file.
    const first = await range(key, 0, 1);
    return first === 'beyond' ? 0 : first?.size;
  }

  /** The keys of a folder after one, of which the store may have made none, such as those that consoles make for folders. */
  async function listObjects(folder: string, after: string, limit: number): Promise<string[]> {
    // The first version of the request, which every service knows; its marker is a key, not a token.
    const query = { prefix: `${folder}/`, marker: after, 'max-keys': String(limit) };
    const { bytes } = await client.send({ method: 'GET', key: '', query });
    const text = new TextDecoder().decode(bytes);
    if (!text.includes('<ListBucketResult')) throw new BucketUnavailable('What answers is not a list of files.');
    return Array.from(text.matchAll(/<Key>([^<]+)<\/Key>/g), ([, key = '']) => unescaped(key));
  }

  async function read(key: string): Promise<Uint8Array | undefined> {
    const request = { method: 'GET', key: requireFileKey(key) } as const;
    const answer = await run(`The file ${key} could not be read from`, () => client.send(request, isMissing));
    return answer.status === 404 ? undefined : answer.bytes;
  }

  return {
    async list(folder, after, limit) {
      requireFileKey(folder);
      const keys: string[] = [];
      for (let last = after ?? ''; keys.length < limit; ) {
        const found = await run(`The files of ${folder} could not be listed in`, () =>
          listObjects(folder, last, Math.min(limit - keys.length, MAX_LISTED)),
        );
        keys.push(...found.filter(isFileKey));
        last = found.at(-1) ?? '';
        if (last === '') break;
      }
      return keys;
    },

    async write(key, contents) {
      const headers = { 'Content-Type': 'application/octet-stream' };
      const body = contents instanceof Blob ? contents : new Blob([new Uint8Array(contents)]);
      const request = { method: 'PUT', key: requireFileKey(key), headers, body } as const;
      await run(`The file ${key} could not be written to`, () => client.send(request));
    },

    async delete(key) {
      const request = { method: 'DELETE', key: requireFileKey(key) } as const;
      // Some services tell that there was nothing to delete.
      await run(`The file ${key} could not be deleted from`, () => client.send(request, isMissing));
    },

    read,
    open: read,

    async size(key) {
      requireFileKey(key);
      return run(`The size of the file ${key} could not be read from`, () => sizeOf(key));
    },

    async readPart(key, start, length) {
      requireFileKey(key);
      return run(`The file ${key} could not be read from`, async () => {
        const part = length > 0 ? await range(key, start, length) : 'beyond';
        if (part !== 'beyond') return part;
        const size = await sizeOf(key);
        return size === undefined ? undefined : { bytes: new Uint8Array(), size };
      });
    },
  };
}

/** The text of an XML element. */
function unescaped(text: string): string {
  const names: { [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replace(/&(?:#(\d+)|(\w+));/g, (all, code, name) =>
    code ? String.fromCodePoint(Number(code)) : (names[name] ?? all),
  );
}

/** The part in an answer to a range request; some services answer with the whole file. */
function partOf({ status, headers, bytes }: BucketAnswer, start: number, length: number): FilePart {
  if (status !== 206) return { bytes: bytes.slice(start, start + length), size: bytes.byteLength };
  const [, from, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
  if (Number(from) !== start || size === undefined) {
    throw new BucketUnavailable('What answers is not the range that was asked for.');
  }
  return { bytes, size: Number(size) };
}
