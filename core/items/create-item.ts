import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/policy.ts';
import { firstFree } from '../addresses/stage-addresses.ts';
import { auditWrite, onRecord, personOf } from '../audit/audit-log.ts';
import { items, purgedItems } from '../content/collections.ts';
import {
  emptyLanguage,
  type FieldValues,
  type Item,
  type ItemLanguage,
  PURGING,
  startLanguage,
  textsOf,
} from '../content/item.ts';
import { fieldsOf, ownValues } from '../content/own-contents.ts';
import { hasIdOfType } from '../content/validate-item.ts';
import type { ContentType } from '../content-types/content-type.ts';
import { CONTENT_LIMITS } from '../content-types/limits.ts';
import { isOrdered } from '../content-types/manual-order.ts';
import { slugProblem } from '../content-types/slugs.ts';
import type { DocumentStore, JsonValue } from '../documents/document-store.ts';
import { PreconditionFailed } from '../documents/errors.ts';
import { UnitOfWork } from '../documents/unit-of-work.ts';
import { stageItem } from '../item-cards/stage-item.ts';
import type { Locale } from '../locales/locale.ts';
import {
  changeItem,
  type ItemDependencies,
  type ItemFailure,
  type ItemOutcome,
  type ItemTarget,
} from '../publishing/change-item.ts';
import { itemEntry } from '../publishing/publication-entry.ts';
import { readSettledItem } from '../publishing/settle-items.ts';
import { fixedSlug } from '../site/reserved-paths.ts';
import type { SiteTypeKey } from '../site/site-types.ts';
import { nextOrder } from './item-order.ts';

/** Characters that make an id free: a hyphen and a part of a random id. */
const ID_SUFFIX = 9;

/** `taken`: an item with that id exists, or existed and was permanently deleted; a page that every site has can begin again. */
export type CreateFailure = 'taken' | 'invalid-id' | 'unknown-type' | 'unknown-language';

/**
 * Creates an empty item in its source language. The actor becomes its author. In a type with manual order, it comes last.
 * @throws {Forbidden}
 */
export async function createItem(
  dependencies: ItemDependencies,
  actor: Actor,
  given: { id: string; type: string; sourceLanguage: Locale },
): Promise<ItemOutcome<CreateFailure>> {
  requireMay(actor, 'item.create');
  const { id, type, sourceLanguage } = given;
  const empty = { id, type, sourceLanguage, tags: [], fields: {}, languages: {} };
  return addItem(dependencies, actor, startLanguage(empty, sourceLanguage));
}

/**
 * Duplicates an item in all languages, with its translation links, except for fields that belong to the original only. The copy
 * is unpublished and has no slugs. `too-long`: the draft is too long for the item, so that there is no complete text to copy.
 * @throws {Forbidden}
 */
export async function duplicateItem(
  dependencies: ItemDependencies,
  actor: Actor,
  given: { id: string; from: string; titles?: { [locale: Locale]: string } },
): Promise<ItemOutcome<CreateFailure | 'too-long'>> {
  requireMay(actor, 'item.create');
  requireMay(actor, 'draft.read');
  const { item: original, refused } = (await readSettledItem(dependencies, given.from)) ?? { refused: [] };
  if (!original) return { ok: false, reason: 'not-found' };
  if (original.trashedAt === PURGING) return { ok: false, reason: 'not-found' };
  if (original.trashedAt !== undefined) return { ok: false, reason: 'in-trash' };
  if (refused.length > 0) return { ok: false, reason: 'too-long' };
  const { type, sourceLanguage, author, tags, cover, fields } = original;
  const valuesOf = (values: FieldValues, localized: boolean) => {
    const definition = dependencies.config.contentTypes.find(({ key }) => key === type);
    return definition ? ownValues(fieldsOf(definition, given.id, localized), values) : values;
  };
  const languages = Object.entries(original.languages).map(([language, content]): [Locale, ItemLanguage] => {
    const copy = copyOf(content, given.titles?.[language]);
    return [language, { ...copy, fields: valuesOf(copy.fields, true) }];
  });
  return addItem(dependencies, actor, {
    id: given.id,
    type,
    sourceLanguage,
    ...(author !== undefined && { author }),
    tags,
    ...(cover && { cover }),
    fields: valuesOf(fields, false),
    languages: Object.fromEntries(languages),
  });
}

/**
 * Begins the item of a site type with all languages of the site, unless it has begun. It belongs to nobody.
 * @throws {Forbidden} without the right to edit the texts of the site
 */
export async function beginSiteItem(
  dependencies: ItemDependencies,
  actor: Actor,
  key: SiteTypeKey,
): Promise<ItemOutcome<CreateFailure>> {
  const { locales, defaultLocale } = dependencies.config;
  const empty: Item = { id: key, type: key, sourceLanguage: defaultLocale, tags: [], fields: {}, languages: {} };
  return addItem(
    dependencies,
    actor,
    locales.reduce((item, { code }) => startLanguage(item, code), empty),
  );
}

/** An id that no item has or had, from the wanted one. Those of topics are short enough for items to have them as tags. */
export async function freeItemId(store: DocumentStore, { isTopic }: ContentType, wanted: string): Promise<string> {
  const base = isTopic ? wanted.slice(0, CONTENT_LIMITS.tag - ID_SUFFIX).replace(/-+$/, '') : wanted;
  const id = await firstFree(base, async (candidate) => {
    const taken = await store.batchGet([items.at(candidate).path, purgedItems.at(candidate).path]);
    return taken.every((document) => document === undefined);
  });
  return id ?? `${base.slice(0, 80).replace(/-$/, '')}-${crypto.randomUUID().slice(0, 8)}`;
}

/** Adds an empty language to an item, as a translation of its source; an existing one is left unchanged. @throws {Forbidden} */
export async function addLanguage(
  dependencies: ItemDependencies,
  actor: Actor,
  target: ItemTarget & { language: Locale },
): Promise<ItemOutcome<'unknown-language'>> {
  const { language } = target;
  return changeItem<ItemFailure<'unknown-language'>>(dependencies, actor, target, (_unit, item, at) => {
    requireMay(actor, 'item.edit', { authorId: item.authorId ?? '', language });
    if (!dependencies.config.locales.some(({ code }) => code === language)) {
      return { ok: false, reason: 'unknown-language' };
    }
    if (item.languages[language]) return { ok: true, item };
    return { ok: true, item: { ...startLanguage(item, language), editedAt: at, editedBy: personOf(actor) } };
  });
}

function copyOf(content: ItemLanguage, title = content.title): ItemLanguage {
  const empty = emptyLanguage();
  return { ...empty, ...textsOf(content), title, slug: empty.slug };
}

/** The initial contents of an item that a program creates. */
export type WrittenItem = Pick<Item, 'id' | 'type' | 'sourceLanguage' | 'tags' | 'fields' | 'languages'> &
  Partial<Pick<Item, 'author' | 'cover'>>;

/**
 * Creates an item with all of its contents, unpublished. In a type with manual order, it gets the given number, or comes last.
 * @throws {Forbidden}
 */
export async function createWrittenItem(
  dependencies: ItemDependencies,
  actor: Actor,
  item: WrittenItem,
): Promise<ItemOutcome<CreateFailure>> {
  requireMay(actor, 'item.create');
  return addItem(dependencies, actor, item, item.fields.order);
}

async function addItem(
  { store, config, now = Date.now }: ItemDependencies,
  actor: Actor,
  draft: Item,
  order?: JsonValue,
): Promise<ItemOutcome<CreateFailure>> {
  const type = config.contentTypes.find(({ key }) => key === draft.type);
  if (slugProblem(draft.id)) return { ok: false, reason: 'invalid-id' };
  if (!type) return { ok: false, reason: 'unknown-type' };
  if (!hasIdOfType(draft, type) || (type.isTopic && draft.id.length > CONTENT_LIMITS.tag))
    return { ok: false, reason: 'invalid-id' };
  const isOfSite = type.appearsAs === 'site';
  if (isOfSite) requireMay(actor, 'site-texts.edit');
  if (!config.locales.some(({ code }) => code === draft.sourceLanguage)) {
    return { ok: false, reason: 'unknown-language' };
  }
  const at = now();
  const author = personOf(actor);
  const fields: FieldValues = isOrdered(type)
    ? { ...draft.fields, order: order ?? (await nextOrder(store, draft.type)) }
    : draft.fields;
  const item: Item = {
    ...draft,
    fields,
    ...(!isOfSite && { authorId: author.id, authorName: author.name }),
    createdAt: at,
    editedAt: at,
    editedBy: author,
  };
  const unit = new UnitOfWork(store);
  const ref = items.at(item.id);
  const purged = purgedItems.at(item.id);
  await unit.read([ref, purged]);
  const isUsedUp = unit.get(purged) !== undefined && fixedSlug(type, item.id) === undefined;
  if (unit.get(ref) || isUsedUp) return { ok: false, reason: 'taken' };
  stageItem(unit, config, item);
  unit.append(auditWrite(itemEntry({ action: 'item.created', at, actor: onRecord(actor), item })));
  try {
    await unit.commit();
    return { ok: true, item: unit.get(ref) ?? item, version: unit.versionOf(ref) };
  } catch (error) {
    if (error instanceof PreconditionFailed) return { ok: false, reason: 'taken' };
    throw error;
  }
}
