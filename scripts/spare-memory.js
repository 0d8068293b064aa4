/**
 * Of glibc's allocator: one pool for all threads, and what is freed goes back to the system. As they come, each thread
 * keeps a pool of its own, as large as the most that it ever held, and compressing a page takes some megabytes.
 */
const SETTINGS = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** An environment with those settings, unless the operator gave some. The allocator reads them before a program's own code. */
export function sparingMemory(variables) {
  return Object.keys(SETTINGS).some((name) => name in variables) ? variables : { ...variables, ...SETTINGS };
}

/**
 * Starts this process anew in its place, with the same id, arguments and files, in an environment that spares memory.
 * Where it has one already, and elsewhere than on Linux, nothing happens.
 */
export function spareMemory() {
  const variables = sparingMemory(process.env);
  if (process.platform !== 'linux' || variables === process.env) return;
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  try {
    process.execve?.(process.execPath, command, variables);
  } catch {
    // The system does not let it: the server takes more memory, and runs as well.
  }
}
