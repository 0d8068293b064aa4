import { createFreeNames } from '../content-types/free-name.ts';
import { NODE_RULES } from '../rich-text/node-rules.ts';
import { MAX_NODE_DEPTH } from '../rich-text/rich-text-problems.ts';
import { isContainerType, readAttributes } from './block-kinds.ts';
import { type Container, REGISTER, type SharedRegisters } from './shared-text.ts';

/** Maximum containers around a leaf block: its own characters and the document are nodes too. */
const MAX_CONTAINERS = MAX_NODE_DEPTH - 2;

interface OpenContainer extends Container {
  /** The key that leaf blocks name; that of the container itself differs if something stands between its parts. */
  named: string;
}

/**
 * Reads the containers of leaf blocks in the order of the text. Containers that cannot stand where they are named are left out.
 * A container whose leaf blocks do not follow each other appears several times, with different keys. Blocks of the document get
 * distinct ids.
 */
export function createPathReader(registers: SharedRegisters) {
  let open: OpenContainer[] = [];
  const used = new Set<string>();
  const freeKey = createFreeNames(
    (key) => used.has(key),
    (named, number) => `${named}~${number}`,
  );
  const ids = new Set<string>();
  const freeId = createFreeNames(
    (id) => ids.has(id),
    (base, number) => `${base.slice(0, 58)}-${number}`,
  );

  function containerAt(depth: number, named: string, isContinued: boolean): OpenContainer | undefined {
    const present = isContinued ? open[depth] : undefined;
    if (present && (present.named === named || present.key === named)) return present;
    const key = freeKey(named);
    const type = registers.get(REGISTER.type(key)) ?? registers.get(REGISTER.type(named));
    if (!isContainerType(type)) return undefined;
    const attrs = readAttributes(type, (name) => {
      const value = registers.get(REGISTER.attribute(key, name));
      return value === undefined ? registers.get(REGISTER.attribute(named, name)) : value;
    });
    return attrs && { key, named, type, attrs };
  }

  function distinctId(wanted: unknown, key: string): string {
    const base = typeof wanted === 'string' ? wanted : key.replace(/[^\w-]/g, '-').slice(0, 60);
    const id = freeId(base);
    ids.add(id);
    return id;
  }

  /** @param named the containers' keys @param ownId of the leaf block @returns its containers, and its id without containers */
  return (leafKey: string, named: readonly string[], ownId: unknown): { path: Container[]; id?: string } => {
    const path: OpenContainer[] = [];
    let isContinued = true;
    for (const key of new Set(named)) {
      if (path.length >= MAX_CONTAINERS) break;
      const container = containerAt(path.length, key, isContinued);
      const parent = path.at(-1)?.type ?? 'doc';
      if (!container || !NODE_RULES[parent]?.children?.includes(container.type)) continue;
      isContinued &&= open[path.length] === container;
      path.push(container);
    }
    while (path.length > 0 && !NODE_RULES[path.at(-1)?.type ?? '']?.children?.includes('paragraph')) path.pop();
    for (const [depth, container] of path.entries()) {
      if (open[depth] === container) continue;
      used.add(container.key);
      const { id: _, ...attrs } = container.attrs;
      container.attrs = depth === 0 ? { ...attrs, id: distinctId(container.attrs.id, container.key) } : attrs;
    }
    open = path;
    return path.length > 0 ? { path } : { path, id: distinctId(ownId, leafKey) };
  };
}
