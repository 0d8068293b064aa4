import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/** What the process that draws is told of its surroundings: where programs, fonts and folders are. No secrets. */
const PASSED_ON =
  /^(?:PATH|HOME|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|SystemRoot|LD_LIBRARY_PATH|XDG_\w+|FONTCONFIG_\w+|MALLOC_\w+)$/i;

/** Of glibc's allocator: freed memory goes back to the system, from one pool for all threads. */
const SPARING = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

/** The environment of the process that draws, made of this one's. */
export function pictureEnvironment(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const passed = Object.fromEntries(Object.entries(variables).filter(([name]) => PASSED_ON.test(name)));
  const cache = getCompileCacheDir();
  return { ...SPARING, ...passed, ...(cache !== undefined && { NODE_COMPILE_CACHE: dirname(cache) }) };
}
