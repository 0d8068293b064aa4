import { NODE_RULES } from '../rich-text/node-rules.ts';
import { normalizeAttributes } from '../rich-text/normalize-rich-text.ts';
import type { Attributes } from './shared-text.ts';

const TEXT_BLOCKS = new Set(['paragraph', 'heading', 'codeBlock']);

/** Whether a block has characters itself. */
export function isTextBlock(type: string): boolean {
  return TEXT_BLOCKS.has(type);
}

/** Whether a block contains no other blocks. */
export function isLeafType(type: unknown): type is string {
  return typeof type === 'string' && (isTextBlock(type) || type === 'image' || type === 'horizontalRule');
}

/** Whether a node contains blocks, or parts of a list or table. */
export function isContainerType(type: unknown): type is string {
  return typeof type === 'string' && Object.hasOwn(NODE_RULES, type) && NODE_RULES[type]?.needsChild === true;
}

/** The normalized attributes of a node, with its id. @returns `undefined` if a required one is missing */
export function readAttributes(type: string, read: (name: string) => unknown): Attributes | undefined {
  const names = ['id', ...Object.keys(NODE_RULES[type]?.attributes ?? {})];
  return normalizeAttributes(type, Object.fromEntries(names.map((name) => [name, read(name)])));
}
