import type { JsonValue } from '#core/documents/document-store.ts';
import { isMemberName } from '#core/documents/storable-data.ts';

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
