/**
 * Ends the process at once. `process.exit` first waits for the threads of the process: a picture that is being scaled
 * would delay the end for as long as that takes. `execve` ends all threads, and the program that takes the place of
 * this one exits with the code. Where the system has no `execve`, threads are waited for.
 */
export function exitNow(code: 0 | 1): never {
  if (process.platform === 'linux') {
    try {
      process.execve?.(process.execPath, [process.execPath, '-e', `process.exit(${code})`], {});
    } catch {
      // The system refuses it.
    }
  }
  process.exit(code);
}
