import { accessSync, constants, statfsSync } from 'node:fs';

const FOLDER = '/dev/shm';

/** The type of a file system in memory, as `statfs` gives it on Linux. */
const TMPFS = 0x01021994;

/** Bytes that the data of a whole run may take. */
const ROOM = 2_000_000_000;

/**
 * A folder in memory, where a database that syncs each commit does not wait for a disk. What a killed process has written is
 * there as it would be on a disk. @returns undefined where there is none, or too little room
 */
export function memoryFolder(): string | undefined {
  try {
    accessSync(FOLDER, constants.W_OK);
    const { type, bavail, bsize } = statfsSync(FOLDER);
    return type === TMPFS && bavail * bsize >= ROOM ? FOLDER : undefined;
  } catch {
    return undefined;
  }
}
