import { NODE_RULES } from '../rich-text/node-rules.ts';
import { normalizeAttributes } from '../rich-text/normalize-rich-text.ts';
import type { Attributes, SharedRegisters } from './shared-text.ts';

const TEXT_BLOCKS = new Set(['paragraph', 'heading', 'codeBlock']);

/** Blocks without characters. */
const ATOMS = new Set(['image', 'file', 'horizontalRule', 'siteBlock']);

/** Whether a block has characters itself. */
export function isTextBlock(type: string): boolean {
  return TEXT_BLOCKS.has(type);
}

/** Whether a block contains no other blocks. */
export function isLeafType(type: unknown): type is string {
  return typeof type === 'string' && (isTextBlock(type) || ATOMS.has(type));
}

/** Whether a node contains blocks, or parts of a list or table. */
export function isContainerType(type: unknown): type is string {
  return typeof type === 'string' && Object.hasOwn(NODE_RULES, type) && NODE_RULES[type]?.needsChild === true;
}

/**
 * The normalized attributes of a node, with its id; those of a block of the site by member.
 * @param members names of the members that may be there: `values.url`
 * @returns `undefined` if a required one is missing
 */
export function readAttributes(
  type: string,
  read: (name: string) => unknown,
  members: () => Iterable<string> = () => [],
): Attributes | undefined {
  const names = ['id', ...Object.keys(NODE_RULES[type]?.attributes ?? {})];
  if (type === 'siteBlock') names.push(...members());
  const given = Object.fromEntries(names.map((name) => [name, read(name)]));
  const attrs = normalizeAttributes(type, joinMembers(type, given));
  return attrs && splitMembers(type, attrs);
}

/** Attributes of blocks of the site whose members are attributes of their own in a shared text. */
const GROUPS = ['values', 'words'];

/** `{values: {url}}` as `{'values.url'}`. */
export function splitMembers(type: string, attrs: Attributes): Attributes {
  if (type !== 'siteBlock') return attrs;
  const entries = Object.entries(attrs).flatMap(([name, value]): [string, unknown][] =>
    GROUPS.includes(name)
      ? Object.entries(value as Attributes).map(([member, own]) => [`${name}.${member}`, own])
      : [[name, value]],
  );
  return Object.fromEntries(entries);
}

/** The reverse of `splitMembers`. */
export function joinMembers(type: string, attrs: Attributes): Attributes {
  if (type !== 'siteBlock') return attrs;
  const groups = new Map<string, Attributes>();
  const others = Object.entries(attrs).filter(([name, value]) => {
    const [group = '', member] = name.split('.');
    if (member !== undefined && value !== null && value !== undefined) {
      groups.set(group, { ...groups.get(group), [member]: value });
    }
    return member === undefined && !GROUPS.includes(name);
  });
  return Object.fromEntries([...others, ...groups]);
}

const MEMBER = /^(.*):@((?:values|words)\.\w+)$/s;

/** The members of attributes in the registers, by block. Made when it is first needed: few texts have blocks of the site. */
export function createMemberIndex(registers: SharedRegisters): (key: string) => readonly string[] {
  let index: Map<string, string[]> | undefined;
  return (key) => {
    if (!index) {
      index = new Map();
      for (const register of registers.keys()) {
        const [, block, member] = MEMBER.exec(register) ?? [];
        if (block === undefined || member === undefined) continue;
        const known = index.get(block);
        if (known) known.push(member);
        else index.set(block, [member]);
      }
    }
    return index.get(key) ?? [];
  };
}
