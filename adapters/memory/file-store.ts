import { bytesOf, type FileStore, requireFileKey } from '#core/media/file-store.ts';

/** An in-memory file store for tests. */
export function createMemoryFileStore(): FileStore {
  const files = new Map<string, Uint8Array>();
  const read = async (key: string) => files.get(requireFileKey(key))?.slice();
  return {
    async list(folder, after = '', limit) {
      const start = `${requireFileKey(folder)}/`;
      const keys = [...files.keys()].filter((key) => key.startsWith(start) && key > after);
      return keys.sort().slice(0, limit);
    },
    async write(key, contents) {
      files.set(requireFileKey(key), (await bytesOf(contents)).slice());
    },
    async delete(key) {
      files.delete(requireFileKey(key));
    },
    read,
    open: read,
    async size(key) {
      return files.get(requireFileKey(key))?.byteLength;
    },
    async readPart(key, start, length) {
      const file = files.get(requireFileKey(key));
      return file && { bytes: file.slice(start, start + length), size: file.byteLength };
    },
  };
}
