import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure, systemReason } from '../process/start-failure.ts';

/** Makes the data folder, closed to others, and proves that it can be written. @throws {StartFailure} when it cannot. */
export function prepareDataFolder(folder: string): void {
  const probe = join(folder, `.write-test-${randomUUID()}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new StartFailure(
      `The data folder ${folder} cannot be written: ${systemReason(error)}. Change its owner, or set MEKI_DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}
