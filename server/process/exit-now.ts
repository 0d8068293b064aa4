/**
 * Ends the process at once. `process.exit` first waits for the threads of the process, for example for a picture that is being
 * scaled. `execve` ends all threads, and the program that replaces this one exits with the code. On systems without `execve`,
 * threads are waited for.
 */
export function exitNow(code: 0 | 1): never {
  if (process.platform === 'linux') {
    try {
      process.execve?.(process.execPath, [process.execPath, '-e', `process.exit(${code})`], {});
    } catch {
      // Not permitted by the system.
    }
  }
  process.exit(code);
}
