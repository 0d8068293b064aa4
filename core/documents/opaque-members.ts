import type { Collection } from './collection.ts';

/** The opaque members of an object by name (`*` for any); those of inner objects are nested. */
export type OpaqueMembers = ReadonlyMap<string, OpaqueMembers | 'opaque'>;

/** The opaque members that a collection declares. */
export function opaqueMembers({ opaque = [] }: Pick<Collection, 'opaque'>): OpaqueMembers {
  const root = new Map<string, OpaqueMembers | 'opaque'>();
  for (const path of opaque) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let members = root;
    for (const name of names) {
      const inner = members.get(name) ?? new Map<string, OpaqueMembers | 'opaque'>();
      if (!(inner instanceof Map)) throw new TypeError(`"${path}" lies within an opaque member`);
      members.set(name, inner);
      members = inner;
    }
    members.set(last, 'opaque');
  }
  return root;
}

/** What is opaque below a member: all of it, some members, or nothing. */
export function opaqueBelow(
  members: OpaqueMembers | 'opaque' | undefined,
  name: string,
): OpaqueMembers | 'opaque' | undefined {
  return members === 'opaque' ? members : (members?.get(name) ?? members?.get('*'));
}

/** Whether a dotted path leads into an opaque member or names one. */
export function isInOpaque(members: OpaqueMembers, path: string): boolean {
  if (members.size === 0) return false;
  let below: OpaqueMembers | 'opaque' | undefined = members;
  for (const name of path.split('.')) below = opaqueBelow(below, name);
  return below === 'opaque';
}
