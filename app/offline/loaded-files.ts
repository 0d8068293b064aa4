/** The part of React Router's manifest of the build that is needed; the router leaves it at the window. */
interface BuildManifest {
  routes: { [id: string]: { module: string; imports?: string[]; css?: string[] } | undefined };
}

/**
 * Tells of the files under a path that the window has loaded, and of those that links to other pages of the admin area
 * would load: at once, and of all again whenever there are more.
 */
export function watchLoadedFiles(under: string, signal: AbortSignal, tell: (files: readonly string[]) => void): void {
  const files = new Set(routeFiles());
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
  signal.addEventListener('abort', () => observer.disconnect());
}

/** Without them, a link could not even lead to the page that says that there is no connection. */
function routeFiles(): string[] {
  const { __reactRouterManifest: manifest } = window as { __reactRouterManifest?: BuildManifest };
  const routes = Object.entries(manifest?.routes ?? {}).filter(([id]) => id.startsWith('admin/'));
  return routes.flatMap(([, route]) => (route ? [route.module, ...(route.imports ?? []), ...(route.css ?? [])] : []));
}
