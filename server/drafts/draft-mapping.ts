import type * as Y from 'yjs';
import type { FieldDefinition } from '#core/content-types/content-type.ts';
import type { LanguageChange, LanguageDraft, SharedChange, SharedDraft } from '#core/drafts/drafts.ts';

type Fields = readonly FieldDefinition[];

/** How shared documents say what drafts say. A write changes what differs, and nothing when nothing does. */
export interface DraftMapping {
  readLanguage(doc: Y.Doc, fields: Fields): LanguageDraft;
  writeLanguage(doc: Y.Doc, fields: Fields, change: LanguageChange): void;
  /** The same contents give the same update. */
  seedLanguage(fields: Fields, content: LanguageDraft): Uint8Array;
  readShared(doc: Y.Doc, fields: Fields): SharedDraft;
  writeShared(doc: Y.Doc, fields: Fields, change: SharedChange): void;
  seedShared(fields: Fields, content: SharedDraft): Uint8Array;
  /** Whether blocks of the body have no id, or one that stands before them already. */
  lacksBlockIds(doc: Y.Doc): boolean;
  /** Gives the blocks of the body their own ids, the same everywhere. */
  writeBlockIds(doc: Y.Doc, seed: string): void;
}
