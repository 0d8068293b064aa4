import type { FieldValues, Item, ItemLanguage } from '../content/item.ts';
import { isNothing } from '../content/own-contents.ts';
import type { FieldDefinition } from '../content-types/content-type.ts';
import { contentHash } from '../documents/content-hash.ts';
import type { Locale } from '../locales/locale.ts';
import type { LanguageDraft, SharedDraft } from './drafts.ts';

/** The snapshot of one language as draft contents; `undefined` if the item does not have it. */
export function languageInItem(item: Item, language: Locale): LanguageDraft | undefined {
  const content = item.languages[language];
  if (!content) return undefined;
  const { title, slug, summary, body, seo, coverAlt, author, fields, links = {}, minorEdits = [] } = content;
  return {
    title,
    slug,
    summary,
    body,
    seo,
    ...(coverAlt && { coverAlt }),
    ...(author && { author }),
    fields,
    links,
    minorEdits,
  };
}

export function sharedInItem({ author, tags, cover, fields }: Item): SharedDraft {
  return { ...(author && { author }), tags, ...(cover && { cover }), fields };
}

/** A hash of a draft's contents, for `draftHash`. */
export function draftHash(content: LanguageDraft | SharedDraft): string {
  return contentHash(content);
}

/** The hashes of parts of stored items, which cannot change. Module state, because a hash depends on the part alone. */
const hashesInItems = new WeakMap<Item | ItemLanguage, string>();

/** The hash of the snapshot of one language; `undefined` if the item does not have it. */
export function languageHash(item: Item, language: Locale): string | undefined {
  const [stored, content] = [item.languages[language], languageInItem(item, language)];
  return stored && content && knownHash(stored, content);
}

/** The hash of the snapshot of the shared part. */
export function sharedHash(item: Item): string {
  return knownHash(item, sharedInItem(item));
}

/** @param stored what the contents are a part of: if it cannot change, they are hashed once */
function knownHash(stored: Item | ItemLanguage, content: LanguageDraft | SharedDraft): string {
  const hash = hashesInItems.get(stored) ?? draftHash(content);
  if (Object.isFrozen(stored)) hashesInItems.set(stored, hash);
  return hash;
}

/**
 * The item with a language replaced by its draft. An empty draft does not create a language.
 * @param definitions the localized fields
 */
export function withLanguageDraft(
  item: Item,
  language: Locale,
  definitions: readonly FieldDefinition[],
  draft: LanguageDraft,
): Item {
  const former = item.languages[language];
  if (!former && isBlank(draft)) return item;
  const { links, minorEdits, ...content } = draft;
  const bare: Partial<ItemLanguage> & Pick<ItemLanguage, 'state' | 'revision'> = former ?? {
    state: 'draft',
    revision: 0,
  };
  const { coverAlt: _coverAlt, author: _author, links: _links, minorEdits: _minorEdits, ...rest } = bare;
  const next: ItemLanguage = {
    ...rest,
    ...content,
    fields: withOthers(former?.fields, definitions, content.fields),
    ...(Object.keys(links).length > 0 && { links }),
    ...(minorEdits.length > 0 && { minorEdits }),
  };
  const said = languageInItem({ ...item, languages: { [language]: next } }, language) as LanguageDraft;
  return { ...item, languages: { ...item.languages, [language]: { ...next, draftHash: draftHash(said) } } };
}

/** The item with its shared part replaced by its draft. @param definitions the shared fields */
export function withSharedDraft(item: Item, definitions: readonly FieldDefinition[], draft: SharedDraft): Item {
  const { author: _author, cover: _cover, ...rest } = item;
  const next: Item = {
    ...rest,
    ...(draft.author && { author: draft.author }),
    tags: draft.tags,
    ...(draft.cover && { cover: draft.cover }),
    fields: withOthers(item.fields, definitions, draft.fields),
  };
  return { ...next, draftHash: draftHash(sharedInItem(next)) };
}

/** Whether a language is empty. */
export function isBlank({
  title,
  slug,
  summary,
  body,
  seo,
  coverAlt = '',
  author = '',
  fields,
}: LanguageDraft): boolean {
  const texts = [title, slug, summary, seo.title ?? '', seo.description ?? '', coverAlt, author];
  return [...texts, body, ...Object.values(fields)].every(isNothing);
}

/** An empty field keeps its form (an empty list or missing); fields that the type no longer has are kept. */
function withOthers(
  former: FieldValues | undefined,
  definitions: readonly FieldDefinition[],
  fields: FieldValues,
): FieldValues {
  const isKept = ([key, value]: [string, unknown]) =>
    definitions.some((definition) => definition.key === key) ? isNothing(value) && fields[key] === undefined : true;
  return { ...Object.fromEntries(Object.entries(former ?? {}).filter(isKept)), ...fields };
}
