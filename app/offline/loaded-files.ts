/** The part of React Router's build manifest that is used; the router stores it on `window`. */
interface BuildManifest {
  /** Its own address. */
  url: string;
}

/**
 * Reports the files under a path that the window has loaded, and those needed for links to other admin pages: immediately, and
 * again whenever there are more.
 */
export function watchLoadedFiles(under: string, signal: AbortSignal, tell: (files: readonly string[]) => void): void {
  const files = new Set<string>();
  const note = (entries: readonly PerformanceEntry[]) => {
    for (const { name } of entries) {
      const { origin, pathname } = new URL(name);
      if (origin === window.location.origin && pathname.startsWith(under)) files.add(pathname);
    }
  };
  note(performance.getEntriesByType('resource'));
  tell([...files]);
  const observer = new PerformanceObserver((list) => {
    const before = files.size;
    note(list.getEntries());
    if (files.size > before) tell([...files]);
  });
  observer.observe({ type: 'resource', buffered: true });
  void routeFiles(signal).then((found) => {
    for (const file of found) files.add(file);
    if (found.length > 0 && !signal.aborted) tell([...files]);
  });
  signal.addEventListener('abort', () => observer.disconnect());
}

/**
 * Without them, a link could not even lead to the offline page. The build lists them beside its manifest. Empty if they cannot
 * be fetched.
 */
async function routeFiles(signal: AbortSignal): Promise<string[]> {
  const { __reactRouterManifest: manifest } = window as { __reactRouterManifest?: BuildManifest };
  if (!manifest) return [];
  try {
    const answer = await fetch(manifest.url.replace(/manifest-(.*)\.js$/, 'admin-files-$1.json'), { signal });
    return answer.ok ? ((await answer.json()) as string[]) : [];
  } catch {
    return [];
  }
}
