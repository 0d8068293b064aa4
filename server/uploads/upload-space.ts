import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { networkOf } from '#core/accounts/network-of.ts';
import { FileStoreUnavailable } from '#core/media/file-store.ts';

/** Who uploads: a person or a program, and the IP address if it is known. */
export interface UploadSender {
  account: string;
  address: string | undefined;
}

/**
 * Why a body was not received. `too-many`: the account or the network has too many bytes at work; `full`: the server has. Both
 * pass within seconds.
 */
export type UploadRefusal = 'too-large' | 'incomplete' | 'too-many' | 'full';

/** Seconds after which a sender may try again. Source: Meki's own; a picture is judged within a second. */
export const UPLOAD_RETRY_SECONDS = 10;

/** A received body. */
export interface Upload {
  /** In a file of its own: its bytes are read from there whenever they are used. */
  body: Blob;
  /** Deletes the file. Until then, its bytes are at work. */
  release(): Promise<void>;
}

/** Receives large bodies into files, so that memory does not grow with their number. */
export interface UploadSpace {
  /**
   * Refuses what is too large, or too much at once, before it reads anything, as far as `Content-Length` tells.
   * @param leastKept bytes from which on what has arrived of a body that breaks off is returned; default: it is not
   * @throws {FileStoreUnavailable} if the folder cannot be written
   */
  receive(
    request: Pick<Request, 'headers' | 'body'>,
    mostBytes: number,
    sender: UploadSender,
    leastKept?: number,
  ): Promise<Upload | UploadRefusal>;
  /** Deletes what a killed process has left, once. The first upload waits for it. */
  clean(): Promise<void>;
}

export interface UploadSpaceOptions {
  /** For these files alone; the first upload creates it. */
  folder: string;
  /** Whether other processes use it. What they have at work stays. */
  isShared?: boolean;
  /** Bytes of the largest file that is taken. */
  largest?: number;
  limits?: UploadLimits;
}

/** Maximum bytes at work. */
export interface UploadLimits {
  account: number;
  network: number;
  all: number;
}

const LARGEST_BODY = 25_100_000;

/** Bytes around a file in a form. */
const FORM = 100_000;

/** Source: Meki's own. Four pictures of the usual limit of one account at once, twelve in all; at least one of the largest files. */
function usualLimits(largest: number): UploadLimits {
  const unit = Math.max(LARGEST_BODY, (largest + FORM) / 4);
  return { account: 4 * unit, network: 8 * unit, all: 12 * unit };
}

/** Milliseconds after which no process of a shared folder works on a file. Source: Meki's own; more than a request and a picture may take. */
const LEFT_AFTER = 600_000;

/** Bytes that are written to a file at once, however small the pieces are that arrive. */
const WRITTEN_AT_ONCE = 256 * 1024;

/** @see UploadSpace */
export function createUploadSpace({
  folder,
  isShared = false,
  largest = 0,
  limits = usualLimits(largest),
}: UploadSpaceOptions): UploadSpace {
  const taken = new Map<string, number>();
  let cleaning: Promise<void> | undefined;

  function clean(): Promise<void> {
    cleaning ??= isShared ? deleteOld(folder) : rm(folder, { recursive: true, force: true });
    return cleaning;
  }

  /** @returns a function that gives the bytes back */
  function take(bytes: number, { account, address }: UploadSender): (() => void) | 'too-many' | 'full' {
    const network = networkOf(address ?? '', { v4: 32, v6: 64 }) ?? address;
    const isBeyond = (key: string, most: number) => (taken.get(key) ?? 0) + bytes > most;
    const [ofAccount, ofNetwork] = [`account ${account}`, `network ${network}`];
    const keys = [ofAccount, ofNetwork, 'all'];
    if (isBeyond(ofAccount, limits.account) || isBeyond(ofNetwork, limits.network)) return 'too-many';
    if (isBeyond('all', limits.all)) return 'full';
    for (const key of keys) taken.set(key, (taken.get(key) ?? 0) + bytes);
    return () => {
      for (const key of keys) {
        const left = (taken.get(key) ?? 0) - bytes;
        if (left > 0) taken.set(key, left);
        else taken.delete(key);
      }
    };
  }

  async function store(request: Pick<Request, 'body'>, mostBytes: number, file: string) {
    const handle = await open(file, 'wx', 0o600);
    const write = async (pieces: Uint8Array[], bytes: number) => {
      const { bytesWritten } = await handle.writev(pieces);
      // A disk that is full takes a part, and says why at the rest.
      if (bytesWritten < bytes) await handle.appendFile(Buffer.concat(pieces).subarray(bytesWritten));
    };
    try {
      return await writeBody(request, mostBytes, write);
    } finally {
      await handle.close();
    }
  }

  return {
    async receive(request, mostBytes, sender, leastKept = Number.POSITIVE_INFINITY) {
      const declared = Number(request.headers.get('content-length') ?? Number.NaN);
      if (declared > mostBytes) return 'too-large';
      const giveBack = take(declared >= 0 ? declared : mostBytes, sender);
      if (typeof giveBack === 'string') return giveBack;
      const file = join(folder, randomUUID());
      const release = async () => {
        // What cannot be deleted now is deleted at the next start.
        await rm(file, { force: true }).catch(() => {});
        giveBack();
      };
      let outcome: 'whole' | UploadRefusal = 'incomplete';
      try {
        // If it failed, the server's start has said so.
        await clean().catch(() => {});
        await mkdir(folder, { recursive: true, mode: 0o700 });
        outcome = await store(request, mostBytes, file);
        if (outcome === 'incomplete' && (await stat(file)).size >= leastKept) outcome = 'whole';
        if (outcome === 'whole') return { body: Object.assign(await openAsBlob(file), { path: file }), release };
        return outcome;
      } catch (error) {
        outcome = 'incomplete';
        throw new FileStoreUnavailable(`An upload could not be written to ${folder}`, { cause: error });
      } finally {
        if (outcome !== 'whole') await release();
      }
    },
    clean,
  };
}

/** Deletes files that are left in a shared folder. */
async function deleteOld(folder: string): Promise<void> {
  const before = Date.now() - LEFT_AFTER;
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    // Another process may delete it, too.
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtimeMs < before) await rm(file, { recursive: true, force: true });
  }
}

/** @throws whatever `write` throws */
async function writeBody(
  { body }: Pick<Request, 'body'>,
  mostBytes: number,
  write: (pieces: Uint8Array[], bytes: number) => Promise<void>,
): Promise<'whole' | 'too-large' | 'incomplete'> {
  const pieces = body?.getReader();
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let size = 0;
  for (;;) {
    const piece = await pieces?.read().catch(() => 'broken' as const);
    if (piece === 'broken') return 'incomplete';
    if (piece?.value) {
      size += piece.value.length;
      if (size > mostBytes) return 'too-large';
      waiting.push(piece.value);
      waitingBytes += piece.value.length;
    }
    const isEnd = piece?.done !== false;
    if (waitingBytes >= WRITTEN_AT_ONCE || (isEnd && waitingBytes > 0)) {
      await write(waiting, waitingBytes);
      waiting = [];
      waitingBytes = 0;
    }
    if (isEnd) return 'whole';
  }
}
