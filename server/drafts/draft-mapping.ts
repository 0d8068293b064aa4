import type * as Y from 'yjs';
import type { FieldDefinition } from '#core/content-types/content-type.ts';
import type { LanguageChange, LanguageDraft, SharedChange, SharedDraft } from '#core/drafts/drafts.ts';

type Fields = readonly FieldDefinition[];

/** Maps between Yjs documents and draft contents. Writes change only what differs. */
export interface DraftMapping {
  readLanguage(doc: Y.Doc, fields: Fields): LanguageDraft;
  writeLanguage(doc: Y.Doc, fields: Fields, change: LanguageChange): void;
  /** Deterministic: equal contents give equal updates. */
  seedLanguage(fields: Fields, content: LanguageDraft): Uint8Array;
  readShared(doc: Y.Doc, fields: Fields): SharedDraft;
  writeShared(doc: Y.Doc, fields: Fields, change: SharedChange): void;
  seedShared(fields: Fields, content: SharedDraft): Uint8Array;
}
