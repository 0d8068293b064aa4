import { fromBufferPromise } from 'yauzl';
import type { JudgedFile } from '#core/media/file-reading.ts';
import type { OtherContentType } from '#core/media/file-types.ts';

/** Entries of an archive. Source: Meki's own; a workbook of a thousand sheets has some 2,000. */
const MAX_ENTRIES = 20_000;

/** Bytes of all entries, unpacked. Source: Meki's own, ten of the largest files. */
const MAX_UNPACKED = 1_000_000_000;

/** How many times larger than the archive its entries may be. Source: Meki's own; deflate reaches 1,032, text about 10. */
const MAX_RATIO = 200;

/** Reads the directory of a ZIP archive, which Office documents and books are, too. Nothing is unpacked. */
export async function readArchive(bytes: Uint8Array, contentType: OtherContentType): Promise<JudgedFile> {
  let entries = 0;
  let unpacked = 0;
  try {
    const archive = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      lazyEntries: true,
      validateEntrySizes: true,
      decodeStrings: true,
    });
    if (archive.entryCount > MAX_ENTRIES) return { ok: false, reason: 'bomb' };
    for await (const entry of archive.eachEntry()) {
      entries++;
      unpacked += entry.uncompressedSize;
      if (entries > MAX_ENTRIES || unpacked > MAX_UNPACKED) return { ok: false, reason: 'bomb' };
      if (contentType !== 'application/zip' && /(?:^|\/)vbaProject\.bin$/i.test(entry.fileName)) {
        return { ok: false, reason: 'macros' };
      }
    }
  } catch {
    return { ok: false, reason: 'unreadable' };
  }
  if (unpacked > bytes.byteLength * MAX_RATIO) return { ok: false, reason: 'bomb' };
  return { ok: true, contentType };
}
