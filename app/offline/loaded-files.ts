/**
 * Tells of the files under a path that the window has loaded: of all of them at once, and of all again whenever there are
 * more.
 */
export function watchLoadedFiles(under: string, signal: AbortSignal, tell: (files: readonly string[]) => void): void {
  const files = new Set<string>();
  const note = (entries: readonly PerformanceEntry[]) => {
    const before = files.size;
    for (const { name } of entries) {
      const { origin, pathname } = new URL(name);
      if (origin === window.location.origin && pathname.startsWith(under)) files.add(pathname);
    }
    if (files.size > before) tell([...files]);
  };
  note(performance.getEntriesByType('resource'));
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'resource', buffered: true });
  signal.addEventListener('abort', () => observer.disconnect());
}
