import { isSameKind, isSamePath, keysOf } from './leaf-nodes.ts';
import type { PlacedLeaf, TextReading } from './read-leaves.ts';
import { type Container, type Leaf, REGISTER, type SharedRegisters, type SharedText } from './shared-text.ts';

/** Writes the kinds, attributes and containers of leaf blocks where they differ. The characters are not touched. */
export function writeKinds({ registers }: SharedText, { leaves }: TextReading, after: readonly Leaf[]): void {
  const before = new Map(leaves.map((leaf) => [leaf.key, leaf]));
  const containers = new Map(
    leaves.flatMap(({ path }) => path.map((container) => [container.key, container] as const)),
  );
  for (const leaf of after) {
    const former = before.get(leaf.key);
    if (!former) continue;
    writeKind(registers, former, leaf);
    if (!isSamePath(former, leaf)) writePath(registers, former, leaf, containers);
    // Somebody who empties a block that was removed keeps it.
    if (former.isRemoved && former.text !== '' && leaf.text === '') registers.delete(REGISTER.state(leaf.key));
  }
}

function writePath(
  registers: SharedRegisters,
  former: PlacedLeaf,
  { key, path }: Leaf,
  containers: Map<string, Container>,
): void {
  for (const container of path) {
    const present = containers.get(container.key);
    if (present) writeKind(registers, present, container);
    containers.set(container.key, container);
  }
  const isSame =
    path.length === former.path.length && path.every((each, depth) => each.key === former.path[depth]?.key);
  if (isSame) return;
  writeNewContainers(registers, path);
  registers.set(REGISTER.path(key), keysOf(path));
}

function writeKind(registers: SharedRegisters, former: Container, { key, type, attrs }: Container): void {
  if (isSameKind(former, { key: former.key, type, attrs })) return;
  if (former.type !== type) registers.set(REGISTER.type(key), type);
  for (const name of new Set([...Object.keys(former.attrs), ...Object.keys(attrs)])) {
    if (former.attrs[name] !== attrs[name]) registers.set(REGISTER.attribute(key, name), attrs[name] ?? null);
  }
}

/** Writes the containers that have no registers yet. */
export function writeNewContainers(registers: SharedRegisters, path: readonly Container[]): void {
  for (const { key, type, attrs } of path) {
    if (registers.get(REGISTER.type(key)) !== undefined) continue;
    registers.set(REGISTER.type(key), type);
    for (const [name, value] of Object.entries(attrs)) registers.set(REGISTER.attribute(key, name), value);
  }
}
