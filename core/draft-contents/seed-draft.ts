import * as Y from 'yjs';
import type { FieldDefinition } from '../content-types/content-type.ts';
import { contentHash } from '../documents/content-hash.ts';
import type { LanguageDraft, SharedDraft } from '../drafts/drafts.ts';
import { writeLanguage } from './language-draft.ts';
import { writeShared } from './shared-draft.ts';

/**
 * The update that fills an empty document with an item's language. Deterministic, so that two servers that create a draft at
 * once create the same one.
 */
export function seedLanguage(fields: readonly FieldDefinition[], content: LanguageDraft): Uint8Array {
  return seed(content, (doc) => writeLanguage(doc, fields, content));
}

/** The same for the shared part of an item. */
export function seedShared(fields: readonly FieldDefinition[], content: SharedDraft): Uint8Array {
  return seed(content, (doc) => writeShared(doc, fields, content));
}

function seed(content: unknown, write: (doc: Y.Doc) => void): Uint8Array {
  const doc = new Y.Doc();
  doc.clientID = Number.parseInt(contentHash(content).slice(-8), 36) % 2 ** 32;
  doc.transact(() => write(doc));
  const update = Y.encodeStateAsUpdate(doc);
  doc.destroy();
  return update;
}
