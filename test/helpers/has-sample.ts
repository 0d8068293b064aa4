import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Whether the project has the content of the sample site; without it, tests of that site are skipped. */
export const HAS_SAMPLE = existsSync(join(import.meta.dirname, '../../sample'));

/** Why a test is skipped. */
export const NO_SAMPLE = 'there is no folder sample/';
