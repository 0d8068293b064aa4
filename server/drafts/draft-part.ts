import type * as Y from 'yjs';
import type { FieldValues, Item } from '#core/content/item.ts';
import { fieldsOf } from '#core/content/own-contents.ts';
import type { FieldDefinition } from '#core/content-types/content-type.ts';
import {
  readLanguage,
  readShared,
  seedLanguage,
  seedShared,
  writeLanguage,
  writeShared,
} from '#core/draft-contents/draft-contents.ts';
import { type DraftName, SHARED } from '#core/drafts/draft-name.ts';
import { DRAFT_BODY, fieldName } from '#core/drafts/draft-shape.ts';
import type { LanguageChange, LanguageDraft, SharedChange, SharedDraft } from '#core/drafts/drafts.ts';
import {
  isBlank,
  languageHash,
  languageInItem,
  sharedHash,
  sharedInItem,
  withLanguageDraft,
  withSharedDraft,
} from '#core/drafts/item-parts.ts';
import { contentTypeOf } from '#core/site/content-paths.ts';
import type { SiteConfig } from '#core/site/site-config.ts';

/** One part of an item (a language or the shared part): converts between its Yjs document and the item's snapshot. */
export interface DraftPart {
  read(doc: Y.Doc): LanguageDraft | SharedDraft;
  /** Changes the given members. */
  change(doc: Y.Doc, change: LanguageChange | SharedChange): void;
  /** The names of the shared types of its rich texts. */
  richTexts: readonly string[];
  /** The update that fills a new document from the item; `undefined` if the part is empty. */
  seed(item: Item): Uint8Array | undefined;
  /** Changes the document to match the item. */
  take(doc: Y.Doc, item: Item): void;
  /** Whether a program wrote to the item since the last snapshot of this draft; true if the draft was never settled. */
  isOvertaken(item: Item): boolean;
  /** Whether the item's last snapshot of the part is the document's contents. */
  isSnapshot(doc: Y.Doc, item: Item): boolean;
  /** Hash of the part in the item. */
  hashInItem(item: Item): string;
  /** The item with the part replaced by the document's contents. */
  put(doc: Y.Doc, item: Item): Item;
}

export function createDraftPart(config: SiteConfig, { itemId, part }: DraftName, item: Item): DraftPart {
  const type = contentTypeOf(config, item.type);
  return part === SHARED ? sharedPart(fieldsOf(type, itemId, false)) : languagePart(part, fieldsOf(type, itemId, true));
}

function languagePart(language: string, fields: FieldDefinition[]): DraftPart {
  return {
    read: (doc) => readLanguage(doc, fields),
    change: (doc, change) => writeLanguage(doc, fields, change as LanguageChange),
    richTexts: [DRAFT_BODY, ...richTextsOf(fields)],
    seed(item) {
      const content = languageInItem(item, language);
      return content && seedLanguage(fields, content);
    },
    take(doc, item) {
      const content = languageInItem(item, language);
      if (!content) return;
      const { seo } = content;
      const ownTexts = { coverAlt: '', author: '', ...content };
      const whole = { ...ownTexts, seo: { title: seo.title ?? '', description: seo.description ?? '' } };
      writeLanguage(doc, fields, { ...whole, fields: wholeFields(fields, content.fields) });
    },
    isOvertaken(item) {
      const content = languageInItem(item, language);
      const hash = item.languages[language]?.draftHash;
      // A new empty language does not overwrite what the draft contains.
      if (!content || (hash === undefined && isBlank(content))) return false;
      return languageHash(item, language) !== hash;
    },
    isSnapshot: (doc, item) =>
      withLanguageDraft(item, language, fields, readLanguage(doc, fields)).languages[language]?.draftHash ===
      item.languages[language]?.draftHash,
    hashInItem: (item) => languageHash(item, language) ?? sharedHash(item),
    put: (doc, item) => withLanguageDraft(item, language, fields, readLanguage(doc, fields)),
  };
}

function sharedPart(fields: FieldDefinition[]): DraftPart {
  return {
    read: (doc) => readShared(doc, fields),
    change: (doc, change) => writeShared(doc, fields, change as SharedChange),
    richTexts: richTextsOf(fields),
    seed: (item) => seedShared(fields, sharedInItem(item)),
    take(doc, item) {
      const content = sharedInItem(item);
      writeShared(doc, fields, {
        author: content.author ?? '',
        tags: content.tags,
        cover: content.cover ?? null,
        fields: wholeFields(fields, content.fields),
      });
    },
    isOvertaken: (item) => sharedHash(item) !== item.draftHash,
    isSnapshot: (doc, item) => withSharedDraft(item, fields, readShared(doc, fields)).draftHash === item.draftHash,
    hashInItem: sharedHash,
    put: (doc, item) => withSharedDraft(item, fields, readShared(doc, fields)),
  };
}

function richTextsOf(fields: FieldDefinition[]): string[] {
  return fields.flatMap(({ key, kind }) => (kind === 'rich-text' ? fieldName(key) : []));
}

/** All fields, with `null` for missing values, which deletes them. */
function wholeFields(fields: FieldDefinition[], values: FieldValues): FieldValues {
  return Object.fromEntries(fields.map(({ key }) => [key, values[key] ?? null]));
}
