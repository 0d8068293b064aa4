import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/** Environment variables passed to picture processes: paths of programs, fonts and folders. No secrets. */
const PASSED_ON =
  /^(?:PATH|HOME|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|SystemRoot|LD_LIBRARY_PATH|XDG_\w+|FONTCONFIG_\w+|MALLOC_\w+)$/i;

/** glibc allocator settings: return freed memory to the system, use one arena for all threads. */
const SPARING = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

/** The environment of a picture process, derived from this process's. */
export function pictureEnvironment(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const passed = Object.fromEntries(Object.entries(variables).filter(([name]) => PASSED_ON.test(name)));
  const cache = getCompileCacheDir();
  return { ...SPARING, ...passed, ...(cache !== undefined && { NODE_COMPILE_CACHE: dirname(cache) }) };
}
