import { statSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';

/** Whether a path is that of a file in a folder or below it. */
export function isFileWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) return false;
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
