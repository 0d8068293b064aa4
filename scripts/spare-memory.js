/**
 * Settings of glibc's allocator: one arena for all threads, and freed memory is returned to the system. By default, each thread
 * has an arena that never shrinks, and compressing a page takes some megabytes.
 */
const SETTINGS = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** An environment with these settings, unless the operator set some. The allocator reads them before a program starts. */
export function sparingMemory(variables) {
  return Object.keys(SETTINGS).some((name) => name in variables) ? variables : { ...variables, ...SETTINGS };
}

/** Restarts this process in these settings. Does nothing if they are set already, or on systems other than Linux. */
export function spareMemory() {
  const variables = sparingMemory(process.env);
  if (process.platform === 'linux' && variables !== process.env) restart(variables);
}

/**
 * Restarts this process in place (exec), with the same id, arguments and files: what it has loaded so far is gone from memory.
 * Does nothing on systems that cannot.
 */
export function restart(variables = process.env) {
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  try {
    process.execve?.(process.execPath, command, variables);
  } catch {
    // Not permitted by the system: the server works, but uses more memory.
  }
}
