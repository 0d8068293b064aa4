import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { type Passwords, PasswordsBusy } from '#core/accounts/passwords.ts';

/**
 * Argon2id with 7 MiB, 5 passes, one lane: of the equivalent settings in the OWASP Password Storage Cheat Sheet the one that
 * needs the least memory.
 */
const COST = { memory: 7168, passes: 5 };

const PARALLELISM = 1;
const NONCE_BYTES = 16;
const TAG_BYTES = 32;

/** Maximum concurrent hashes: fewer than libuv's 4 threads, which file access and compression share. */
const MOST_AT_ONCE = 2;

/** Maximum queue length: about 10 s of work. */
const MAX_WAITING = 250;

/** Maximum wait in milliseconds: below the timeout for rendering a page, so that there is an answer even on a busy machine. */
const MAX_WAIT = 10_000;

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** A password that stays with a provider, of a site of the cloud that was restored into a data folder: none opens it here. */
const OF_PROVIDER = /^[a-z-]+:/;

const derive = promisify(argon2);

/** Concurrent hashes for a number of cores: leaves one core for rendering pages. */
export function hashesAtOnce(cores: number): number {
  return Math.max(1, Math.min(MOST_AT_ONCE, cores - 1));
}

/**
 * Keeps passwords as hashes in PHC format, computed off the main thread with limited concurrency.
 * @param cost memory in KiB and passes; `verify` uses the parameters stored in the hash.
 */
export function createPasswordHasher(
  { memory, passes } = COST,
  atOnce = hashesAtOnce(availableParallelism()),
): Passwords {
  const waiting = new Set<() => void>();
  let running = 0;
  let count = 0;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.size >= MAX_WAITING) throw new PasswordsBusy('Too many passwords wait to be hashed');
      await turn();
    } else {
      running++;
    }
    try {
      count++;
      return await work();
    } finally {
      const [next] = waiting;
      if (next) next();
      else running--;
    }
  }

  /** Resolves when a slot is free. @throws {PasswordsBusy} if that takes too long */
  function turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const take = () => {
        clearTimeout(timer);
        waiting.delete(take);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(take);
        reject(new PasswordsBusy('A password waited too long to be hashed'));
      }, MAX_WAIT);
      waiting.add(take);
    });
  }

  const hold = (password: string) =>
    inTurn(async () => {
      const nonce = randomBytes(NONCE_BYTES);
      const settings = { memory, passes, parallelism: PARALLELISM, tagLength: TAG_BYTES };
      const tag = await derive('argon2id', { ...settings, message: message(password), nonce });
      return inPhc({ memory, passes, nonce, tag });
    });

  const verify = ([, m, t, p, nonce = '', tag = '']: RegExpExecArray, password: string) =>
    inTurn(async () => {
      const expected = Buffer.from(tag, 'base64');
      const made = await derive('argon2id', {
        memory: Number(m),
        passes: Number(t),
        parallelism: Number(p),
        tagLength: expected.length,
        message: message(password),
        nonce: Buffer.from(nonce, 'base64'),
      });
      return timingSafeEqual(made, expected);
    });

  return {
    get count() {
      return count;
    },
    hold,
    unusable(text) {
      const digest = (part: string) => createHash('sha256').update(`${part} ${text}`).digest();
      return inPhc({ memory, passes, nonce: digest('nonce').subarray(0, NONCE_BYTES), tag: digest('tag') });
    },
    async verify(hash, password) {
      const parts = FORM.exec(hash ?? '');
      if (parts) return verify(parts, password);
      if (hash !== undefined && !OF_PROVIDER.test(hash)) throw new Error('A stored password is not an Argon2id hash');
      await hold(password);
      return false;
    },
  };
}

/** Normalizes Unicode, so that accents compare equal however they were typed. */
function message(password: string): Buffer {
  return Buffer.from(password.normalize('NFKC'));
}

function inPhc({ memory, passes, nonce, tag }: typeof COST & { nonce: Buffer; tag: Buffer }): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${PARALLELISM}$${unpadded(nonce)}$${unpadded(tag)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
