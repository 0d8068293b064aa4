import { posix } from 'node:path';

/** A source file and its imports, including types. Paths are relative to the root. */
export interface ImportingFile {
  path: string;
  imports: readonly string[];
}

/** The graph of imports between folders; subfolders are separate nodes. */
function readFolderGraph(files: readonly ImportingFile[]): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of files) {
    const folder = posix.dirname(path);
    const targets = graph.get(folder) ?? new Set();
    graph.set(folder, targets);
    for (const target of imports.map((file) => posix.dirname(file))) if (target !== folder) targets.add(target);
  }
  return graph;
}

/** Groups of folders that import each other, directly or indirectly: Tarjan's strongly connected components. */
export function findFolderCycles(files: readonly ImportingFile[]): string[][] {
  const graph = readFolderGraph(files);
  const indexes = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];

  function visit(folder: string): number {
    const index = indexes.size;
    indexes.set(folder, index);
    lowest.set(folder, index);
    stack.push(folder);
    for (const target of graph.get(folder) ?? []) {
      const reached = indexes.has(target) ? stack.includes(target) && lowest.get(target) : visit(target);
      if (typeof reached === 'number') lowest.set(folder, Math.min(lowest.get(folder) ?? index, reached));
    }
    const low = lowest.get(folder) ?? index;
    if (low === index) {
      const group = stack.splice(stack.indexOf(folder));
      if (group.length > 1) cycles.push(group.sort());
    }
    return low;
  }

  for (const folder of graph.keys()) if (!indexes.has(folder)) visit(folder);
  return cycles;
}

/** Folders that directly contain more than `limit` files. */
export function findLargeFolders(files: readonly ImportingFile[], limit: number): { folder: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { path } of files) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);
  return [...counts].map(([folder, count]) => ({ folder, count })).filter(({ count }) => count > limit);
}
