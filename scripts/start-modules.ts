import type { Plugin } from 'vite';

/** Minimum number of public routes that import a module for it to be loaded with every page. */
const OFTEN = 3;

/** The static imports of a module by id; `undefined` for a module that is not in the graph. */
type ImportsOf = (id: string) => readonly string[] | undefined;

/**
 * The modules that a first visit to any public page should load: the static imports of the client entry and the root, and those
 * that several public routes share.
 * @param roots the client entry and the root, which are not part of the result
 * @param pages the modules of public routes
 */
export function findStartModules(
  importsOf: ImportsOf,
  { roots, pages }: { roots: string[]; pages: string[] },
): Set<string> {
  const start = reach(importsOf, roots);
  for (const root of roots) start.delete(root);
  const uses = new Map<string, number>();
  for (const page of pages) for (const id of reach(importsOf, [page])) uses.set(id, (uses.get(id) ?? 0) + 1);
  for (const [id, count] of uses) if (count >= OFTEN) start.add(id);
  return start;
}

function reach(importsOf: ImportsOf, from: string[]): Set<string> {
  const found = new Set<string>();
  const open = [...from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const imports = found.has(id) ? undefined : importsOf(id);
    if (!imports) continue;
    found.add(id);
    open.push(...imports);
  }
  return found;
}

const ROOT = /\/app\/(?:entry\.client|root)\.tsx(?:\?|$)/;
const PAGE = /\/app\/site\/(?:.*\/)?route\.tsx$/;

/**
 * Finds the start modules, and those of any public page, in the client's module graph while it is built. The functions are valid after
 * that.
 */
export function createStartModules(): { plugin: Plugin; includes(id: string): boolean; isPublic(id: string): boolean } {
  let start = new Set<string>();
  let open = new Set<string>();
  return {
    plugin: {
      name: 'meki:start-modules',
      apply: 'build',
      renderStart() {
        if (this.environment.name !== 'client') return;
        const ids = [...this.getModuleIds()];
        const roots = ids.filter((id) => ROOT.test(id));
        const pages = ids.filter((id) => PAGE.test(id));
        const importsOf: ImportsOf = (id) => this.getModuleInfo(id)?.importedIds;
        start = findStartModules(importsOf, { roots, pages });
        open = reach(importsOf, [...roots, ...pages]);
      },
    },
    includes: (id) => start.has(id),
    isPublic: (id) => open.has(id),
  };
}
