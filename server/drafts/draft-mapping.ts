import type * as Y from 'yjs';
import type { FieldDefinition } from '#core/content-types/content-type.ts';
import type { LanguageChange, LanguageDraft, SharedChange, SharedDraft } from '#core/drafts/drafts.ts';
import type { RichText } from '#core/rich-text/rich-text.ts';

/** Rich texts in the former structure, by the names of their shared types. */
export type OldTexts = ReadonlyMap<string, RichText>;

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
  /** Reads rich texts in the former structure. @param names of their shared types */
  readOldTexts(doc: Y.Doc, names: readonly string[]): OldTexts;
  /** Whether they were taken into the texts. */
  hasTakenOldTexts(doc: Y.Doc, texts: OldTexts): boolean;
  /** The update that takes them into an empty draft. Deterministic. */
  convertOldTexts(texts: OldTexts): Uint8Array;
  /** Takes what changed in them into the texts, beside what was written there meanwhile. */
  takeOldTexts(doc: Y.Doc, before: OldTexts, after: OldTexts): void;
}
