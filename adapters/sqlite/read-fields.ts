import type { DocumentData, JsonValue } from '#core/documents/document-store.ts';
import { setField } from '#core/documents/field-path.ts';
import type { Row } from './database/database.ts';

/**
 * The columns of some members of a column of JSON, and of whether it has a value. Names come from declarations of collections, and
 * were checked: they need no quoting but that of members.
 */
export function fieldColumns(column: string, names: readonly string[]): string {
  const path = (name: string) => name.split('.').map((member) => `."${member}"`);
  return [`${column} IS NOT NULL`, ...names.map((name) => `${column} -> '$${path(name).join('')}'`)].join(', ');
}

/** The members that `fieldColumns` gave; `null` without a value. */
export function toFields(row: Row | undefined, names: readonly string[]): DocumentData | null {
  if (!row?.[0]) return null;
  let fields: DocumentData = {};
  for (const [i, name] of names.entries()) {
    const json = row[i + 1];
    if (json !== null) fields = setField(fields, name, JSON.parse(String(json)) as JsonValue);
  }
  return fields;
}
