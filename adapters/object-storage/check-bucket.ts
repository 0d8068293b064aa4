import { type FileStore, FileStoreUnavailable } from '#core/media/file-store.ts';

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
