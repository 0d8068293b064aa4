import type { Container, Leaf } from '#core/shared-text/shared-text.ts';

/** Keys of containers and ids as an editor has them: none twice, nested leaf blocks without an id. */
export function asEdited(leaves: Leaf[]): Leaf[] {
  const ids = new Set<unknown>();
  const used = new Set<string>();
  let open: { from: string; container: Container }[] = [];
  let count = 0;
  const distinct = (wanted: unknown, key: string) => {
    let id = typeof wanted === 'string' ? wanted : key;
    while (ids.has(id)) id = `${key}-${count++}`;
    ids.add(id);
    return id;
  };
  return leaves.map((leaf) => {
    let isContinued = true;
    const next: typeof open = [];
    for (const [depth, container] of leaf.path.entries()) {
      const present = isContinued ? open[depth] : undefined;
      if (present?.from === container.key) {
        next.push(present);
        continue;
      }
      isContinued = false;
      let key = container.key;
      while (used.has(key)) key = `${container.key}~x${count++}`;
      used.add(key);
      const { id, ...attrs } = container.attrs;
      next.push({
        from: container.key,
        container: {
          key,
          type: container.type,
          attrs: depth === 0 ? { ...attrs, id: distinct(id, key.replaceAll('~', '-')) } : attrs,
        },
      });
    }
    open = next;
    const { id, ...attrs } = leaf.attrs;
    // A block within others has no id.
    return {
      ...leaf,
      path: next.map(({ container }) => container),
      attrs: next.length > 0 ? attrs : { ...attrs, id: distinct(id, leaf.key.replaceAll('~', '-')) },
    };
  });
}
