import * as Y from 'yjs';
import type { JsonValue } from '../documents/document-store.ts';
import { isMemberName } from '../documents/storable-data.ts';
import { textChanges } from '../shared-text/text-changes.ts';

/** Maximum depth; no field has deeper values. */
const MAX_DEPTH = 10;

/** Converts a value of a shared map to a storable one; `undefined` if it cannot be stored. */
export function readValue(value: unknown, depth = 0): JsonValue | undefined {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || depth >= MAX_DEPTH) return undefined;
  if (Array.isArray(value)) return value.flatMap((entry) => readValue(entry, depth + 1) ?? []);
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const members: { [name: string]: JsonValue } = {};
  for (const [name, member] of Object.entries(value)) {
    const read = isMemberName(name) ? readValue(member, depth + 1) : undefined;
    if (read !== undefined) members[name] = read;
  }
  return members;
}

/** The plain text of a shared text. Embedded objects, which only a manipulated client writes, are ignored. */
export function readText(text: Y.Text): string {
  return text.toString().toWellFormed();
}

/** Changes a shared text where it differs. */
export function writeText(text: Y.Text, value: string): void {
  for (const { index, remove, insert } of textChanges(text.toString(), value.toWellFormed()).toReversed()) {
    if (remove > 0) text.delete(index, remove);
    if (insert !== '') text.insert(index, insert, {});
  }
}

/** Creates a shared text. */
export function createText(value: string): Y.Text {
  return new Y.Text(value.toWellFormed());
}
