/** The part of React Router's manifest of the build that is needed; the router leaves it at the window. */
interface BuildManifest {
  /** Its own address. */
  url: string;
}

/**
 * Tells of the files under a path that the window has loaded, and of those that links to other pages of the admin area
 * would load: at once, and of all again whenever there are more.
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
 * Without them, a link could not even lead to the page that says that there is no connection. The build lists them beside
 * its manifest. None where they cannot be had now.
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
