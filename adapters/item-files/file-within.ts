import { createReadStream, realpathSync, statSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { MAX_OTHER_FILE_BYTES } from '#core/media/media-limits.ts';

/** Whether a path is that of a file in a folder or below it, also where its symbolic links lead. */
export function isFileWithin(folder: string, path: string): boolean {
  if (!isBelow(folder, path)) return false;
  try {
    const real = realpathSync(path);
    return isBelow(realpathSync(folder), real) && statSync(real).isFile();
  } catch {
    return false;
  }
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The bytes of a file: of one that is larger than any file may be, one more than the limit. */
export function readPicture(path: string): Promise<Uint8Array> {
  return buffer(createReadStream(path, { end: MAX_OTHER_FILE_BYTES }));
}
