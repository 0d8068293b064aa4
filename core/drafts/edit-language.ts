import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/policy.ts';
import { items } from '../content/collections.ts';
import type { FieldValues, Item } from '../content/item.ts';
import type { UnitId } from '../content/translation-link.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { getDocument } from '../documents/typed-documents.ts';
import type { Locale } from '../locales/locale.ts';
import { assignBlockIds, type BlockIdGenerator } from '../rich-text/block-ids.ts';
import type { RichText } from '../rich-text/rich-text.ts';
import { contentTypeOf } from '../site/content-paths.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { linkTo, relink } from '../translation/link-units.ts';
import { type BlockTranslates, translatesByUnit } from '../translation/translates.ts';
import { MAX_MINOR_EDITS, minorEditsFor } from '../translation/translation-state.ts';
import { unitsOf } from '../translation/units.ts';
import type { ChangedBy, Drafts, LanguageDraft, SettledItem, SharedChange } from './drafts.ts';

export interface EditDependencies {
  store: DocumentStore;
  drafts: Drafts;
  config: SiteConfig;
  generateBlockId: BlockIdGenerator;
}

/** A program's change of a language. Missing members stay unchanged; blocks of the body need no ids. */
export interface LanguageEdit {
  title?: string;
  slug?: string;
  summary?: string;
  body?: RichText;
  /** What the blocks of `body` translate, in order. */
  translates?: BlockTranslates;
  seo?: { title?: string; description?: string };
  /** Alternative text of the item's cover; an empty text deletes it. */
  coverAlt?: string;
  /** The byline in this language; an empty text deletes it. */
  author?: string;
  /** By key; `null` deletes a value. */
  fields?: FieldValues;
}

/** `settled`: the item with the change, where it is known. */
export type EditOutcome =
  | { ok: true; settled?: SettledItem | undefined }
  | { ok: false; reason: 'not-found' | 'conflict' };

/** The item to edit. */
export interface EditTarget {
  itemId: string;
  /** Version of the item's document; on a mismatch, the answer is `conflict` and nothing is written. */
  expectedVersion?: number | undefined;
  /** The item if the caller has just settled it, which then is not read again. */
  settled?: SettledItem | undefined;
}

/**
 * Changes the draft of a language on behalf of a program. Blocks keep their ids where they can be matched by text, and changed
 * units of a translation, and blocks that it says translate one (`translates`), count as made from the current source.
 * @throws {Forbidden}
 */
export async function editLanguage(
  { store, drafts, config, generateBlockId }: EditDependencies,
  actor: Actor,
  target: EditTarget & { language: Locale },
  edit: LanguageEdit,
): Promise<EditOutcome> {
  const { itemId, language, expectedVersion, settled } = target;
  const found = await readItem(store, target);
  if (!found || !config.locales.some(({ code }) => code === language)) return { ok: false, reason: 'not-found' };
  const { item, version } = found;
  requireMay(actor, 'item.edit', { authorId: item.authorId ?? '', language });
  if (expectedVersion !== undefined && expectedVersion !== version) return { ok: false, reason: 'conflict' };
  const { translates, ...texts } = edit;
  const bodyAfter = ({ body: previous }: LanguageDraft) =>
    edit.body && assignBlockIds(edit.body, { seed: `${itemId}:${language}`, generate: generateBlockId, previous });
  if (language === item.sourceLanguage) {
    const change = (current: LanguageDraft) => {
      const body = bodyAfter(current);
      return { ...texts, ...(body && { body }) };
    };
    return { ok: true, settled: await drafts.changeLanguage(itemId, language, change, changedBy(actor), settled) };
  }
  const type = contentTypeOf(config, item.type);
  const source = await drafts.readLanguage(itemId, item.sourceLanguage, settled);
  const change = (current: LanguageDraft) => {
    const body = bodyAfter(current);
    const changed = { ...texts, ...(body && { body }) };
    const next = withEdit(current, changed);
    const links = relink(
      { units: unitsOf(source, type), body: source.body },
      { units: unitsOf(next, type), body: next.body },
      { units: unitsOf(current, type), body: current.body, links: current.links },
      body && translatesByUnit(body, translates),
    );
    return { ...changed, links };
  };
  return { ok: true, settled: await drafts.changeLanguage(itemId, language, change, changedBy(actor), settled) };
}

/** Changes the draft of the shared part on behalf of a program. @throws {Forbidden} */
export async function editShared(
  { store, drafts }: Pick<EditDependencies, 'store' | 'drafts'>,
  actor: Actor,
  target: EditTarget,
  change: SharedChange,
): Promise<EditOutcome> {
  const { itemId, expectedVersion, settled } = target;
  const found = await readItem(store, target);
  if (!found) return { ok: false, reason: 'not-found' };
  requireMay(actor, 'item.edit', { authorId: found.item.authorId ?? '' });
  if (expectedVersion !== undefined && expectedVersion !== found.version) return { ok: false, reason: 'conflict' };
  return { ok: true, settled: await drafts.changeShared(itemId, change, changedBy(actor), settled) };
}

/**
 * Marks the latest change of source units as minor: translations that were current stay current.
 * @param units default: all
 * @throws {Forbidden}
 */
export async function markMinor(
  { store, drafts, config }: EditDependencies,
  actor: Actor,
  itemId: string,
  units?: UnitId[],
): Promise<EditOutcome> {
  const found = await readItem(store, { itemId });
  if (!found) return { ok: false, reason: 'not-found' };
  const { item } = found;
  const { sourceLanguage } = item;
  requireMay(actor, 'item.edit', { authorId: item.authorId ?? '', language: sourceLanguage });
  const source = await drafts.readLanguage(itemId, sourceLanguage);
  const translations = Object.keys(item.languages).filter((language) => language !== sourceLanguage);
  const links = await Promise.all(
    translations.map(async (language) => (await drafts.readLanguage(itemId, language)).links),
  );
  const asked = unitsOf(source, contentTypeOf(config, item.type)).filter(({ id }) => units?.includes(id) ?? true);
  const edits = minorEditsFor(asked, links, source.minorEdits);
  if (edits.length > 0) {
    const minorEdits = [...source.minorEdits, ...edits].slice(-MAX_MINOR_EDITS);
    await drafts.changeLanguage(itemId, sourceLanguage, { minorEdits }, changedBy(actor));
  }
  return { ok: true };
}

/**
 * Marks units of a translation as current with the source.
 * @throws {Forbidden}
 */
export async function markCurrent(
  { store, drafts, config }: EditDependencies,
  actor: Actor,
  target: { itemId: string; language: Locale },
  units: UnitId[],
): Promise<EditOutcome | { ok: false; reason: 'source-language' | 'language-missing' }> {
  const found = await readItem(store, target);
  if (!found) return { ok: false, reason: 'not-found' };
  const { item } = found;
  requireMay(actor, 'item.edit', { authorId: item.authorId ?? '', language: target.language });
  if (target.language === item.sourceLanguage) return { ok: false, reason: 'source-language' };
  if (!item.languages[target.language]) return { ok: false, reason: 'language-missing' };
  const source = await drafts.readLanguage(target.itemId, item.sourceLanguage);
  const sources = new Map(unitsOf(source, contentTypeOf(config, item.type)).map((unit) => [unit.id, unit]));
  const change = ({ links }: LanguageDraft) => {
    const next = { ...links };
    for (const unit of units) {
      const origin = sources.get(links[unit]?.source ?? unit);
      if (origin) next[unit] = linkTo(origin);
    }
    return { links: next };
  };
  await drafts.changeLanguage(target.itemId, target.language, change, changedBy(actor));
  return { ok: true };
}

async function readItem(
  store: DocumentStore,
  { itemId, settled, expectedVersion }: EditTarget,
): Promise<{ item: Item; version: number } | undefined> {
  // The version must be the expected one at the last moment before the change.
  const known = expectedVersion === undefined ? settled : undefined;
  const document = known ? undefined : await getDocument(store, items.at(itemId));
  const found = known ?? (document && { item: document.data, version: document.version });
  return found?.item.trashedAt === undefined ? found : undefined;
}

function withEdit(current: LanguageDraft, { seo, fields, ...texts }: Omit<LanguageEdit, 'translates'>): LanguageDraft {
  return { ...current, ...texts, seo: { ...current.seo, ...seo }, fields: { ...current.fields, ...fields } };
}

/** The author of a change. @throws RangeError for an anonymous actor, who may not change anything. */
function changedBy(actor: Actor): ChangedBy {
  if (actor.kind === 'anonymous') throw new RangeError('Nobody is signed in, and nobody changes drafts');
  return { id: actor.id, name: actor.name };
}
