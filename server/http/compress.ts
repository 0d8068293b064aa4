import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, gzipSync } from 'node:zlib';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/**
 * Compression level: `instant` for a response sent once, `first` for what is compressed again when there is time, `quick` while
 * a visitor waits, `thorough` in the background.
 */
export type Effort = 'instant' | 'first' | 'quick' | 'thorough';

const QUALITIES = {
  instant: { br: 2, gzip: 1 },
  first: { br: 4, gzip: 6 },
  quick: { br: 5, gzip: 6 },
  thorough: { br: 11, gzip: 9 },
};

/** Smaller responses fit into one packet anyway and are not worth the time while somebody waits. */
const WORTH_WAITING_FOR = 860;

/** Base-2 logarithm of brotli's window: pages are smaller than 256 kB, and a larger window costs memory. */
const WINDOW_BITS = 18;

/** A buffer for the whole output, so that it comes in one chunk: each chunk takes a turn of a thread. */
function chunkSize({ length }: Buffer): number {
  return Math.max(constants.Z_DEFAULT_CHUNK, length >> 1);
}

/** Compresses with brotli. @returns `undefined` if the result is not smaller. */
export async function compressBrotli(bytes: Buffer, effort: Effort): Promise<Buffer | undefined> {
  if (!isWorth(bytes, effort)) return undefined;
  const compressed = await brotliAsync(bytes, {
    chunkSize: chunkSize(bytes),
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: QUALITIES[effort].br,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  return compressed.length < bytes.length ? alone(compressed) : undefined;
}

/** Compresses with gzip. @returns `undefined` if the result is not smaller. */
export async function compressGzip(bytes: Buffer, effort: Effort): Promise<Buffer | undefined> {
  if (!isWorth(bytes, effort)) return undefined;
  const compressed = await gzipAsync(bytes, { chunkSize: chunkSize(bytes), level: QUALITIES[effort].gzip });
  return compressed.length < bytes.length ? alone(compressed) : undefined;
}

/** Compresses with gzip at once, even if the result is not smaller. */
export function compressGzipNow(bytes: Buffer, effort: Effort): Buffer {
  return alone(gzipSync(bytes, { chunkSize: chunkSize(bytes), level: QUALITIES[effort].gzip }));
}

function isWorth({ length }: Buffer, effort: Effort): boolean {
  return effort === 'thorough' || length >= WORTH_WAITING_FOR;
}

/** Copies the bytes out of their larger buffer, which a long-lived result would keep alive. */
function alone(compressed: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(compressed.length);
  compressed.copy(copy);
  return copy;
}
