import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/policy.ts';
import { auditWrite, onRecord, personOf } from '../audit/audit-log.ts';
import { bylinesOf } from '../content/create-publication.ts';
import type {
  FieldValues,
  Item,
  ItemLanguage,
  LanguageContent,
  SavedVersion,
  SavedVersionLanguage,
} from '../content/item.ts';
import { fieldsOf, ownValues } from '../content/own-contents.ts';
import type { Revision } from '../content/publication.ts';
import type { MinorEdit } from '../content/translation-link.ts';
import { idOf } from '../documents/document-path.ts';
import type { Write } from '../documents/document-store.ts';
import { InvalidWrite } from '../documents/errors.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { type Drafts, type DraftsChange, DraftTooLarge, type LanguageChange } from '../drafts/drafts.ts';
import { untrashShown } from '../files/change-file.ts';
import type { Locale } from '../locales/locale.ts';
import { mediaIn } from '../media/media-in.ts';
import type { ItemDependencies, ItemFailure } from '../publishing/change-item.ts';
import { itemEntry } from '../publishing/publication-entry.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { MAX_MINOR_EDITS } from '../translation/translation-state.ts';
import { type RevisionRef, readRevisions, readSavedVersion } from './revisions.ts';
import { readGuardedItem, savedVersionOf, savedVersionWrite } from './save-version.ts';

export type RestoreDependencies = ItemDependencies & { drafts: Drafts };

/**
 * `kept`: the saved version with the previous contents of the draft. `too-long`: the draft is too long to be saved as a version.
 * `no-room`: the result would be too long.
 */
export type RestoreOutcome =
  | { ok: true; kept: string }
  | ItemFailure<'not-in-history' | 'language-missing' | 'too-long' | 'no-room'>;

/**
 * Restores revisions into the drafts: those of the given languages, and with `shared` the shared part of the latest one. The
 * previous drafts are saved as a version; nothing of the item that is public changes. Files that they show come back from the trash.
 * @throws {Forbidden}
 */
export async function restoreRevisions(
  dependencies: RestoreDependencies,
  actor: Actor,
  target: { itemId: string; refs: readonly RevisionRef[]; languages: readonly Locale[]; shared: boolean },
): Promise<RestoreOutcome> {
  requireMay(actor, 'item.restore');
  const revisions = await readRevisions(dependencies.store, actor, target);
  if (!revisions) return { ok: false, reason: 'not-in-history' };
  const { config } = dependencies;
  const contents = revisions.map((revision) => [revision.language, languageOf(config, revision)]);
  return restore(dependencies, actor, target, {
    languages: Object.fromEntries(contents),
    mediaOf: (language) => revisions.find((revision) => revision.language === language)?.cover?.media,
    shared: sharedOf(config, revisions),
  });
}

/**
 * Restores a saved version into the drafts: the given languages, and with `shared` the shared part. The previous drafts are saved as
 * a saved version; nothing of the item that is public changes. Files that they show come back from the trash. @throws {Forbidden}
 */
export async function restoreSavedVersion(
  dependencies: RestoreDependencies,
  actor: Actor,
  target: { itemId: string; id: string; languages: readonly Locale[]; shared: boolean },
): Promise<RestoreOutcome> {
  requireMay(actor, 'item.restore');
  const savedVersion = await readSavedVersion(dependencies.store, actor, target);
  if (!savedVersion) return { ok: false, reason: 'not-in-history' };
  const { languages, cover } = savedVersion;
  return restore(dependencies, actor, target, { languages, mediaOf: () => cover?.media, shared: savedVersion });
}

/** The contents to restore. */
interface Former {
  languages: { [locale: Locale]: SavedVersionLanguage };
  /** The picture that the alternative text of a language describes. */
  mediaOf: (language: Locale) => string | undefined;
  shared: SharedContent | undefined;
}

async function restore(
  { store, config, drafts, now = Date.now }: RestoreDependencies,
  actor: Actor,
  { itemId, languages, shared }: { itemId: string; languages: readonly Locale[]; shared: boolean },
  former: Former,
): Promise<RestoreOutcome> {
  if (languages.some((language) => !former.languages[language])) return { ok: false, reason: 'language-missing' };
  const at = now();
  const by = personOf(actor);
  const kept = await retryOnConflict<Kept>(() => keepAsItStands({ store, drafts }, itemId, { at, by }), {
    giveUp: () => ({ ok: false, reason: 'conflict' }),
  });
  if (!kept.ok) return kept;
  const { item, keep } = kept;
  const change = changeOf(item, languages, { ...former, shared: shared ? former.shared : undefined });
  try {
    await drafts.changeItem(itemId, change, by);
  } catch (error) {
    if (!(error instanceof DraftTooLarge || error instanceof InvalidWrite)) throw error;
    await store.commit([{ kind: 'delete', path: keep.path }]);
    return { ok: false, reason: 'no-room' };
  }
  await untrashShown({ store, config, now }, actor, mediaOfChange(change));
  const details = { languages: [...new Set(languages)] };
  await store.commit([auditWrite(itemEntry({ action: 'item.restored', at, actor: onRecord(actor), item, details }))]);
  return { ok: true, kept: idOf(keep) };
}

type Kept = { ok: true; item: Item; keep: Write } | (RestoreOutcome & { ok: false });

/** Saves the drafts of an item as a version. @throws {PreconditionFailed} if the item changes meanwhile */
async function keepAsItStands(
  dependencies: Pick<RestoreDependencies, 'store' | 'drafts'>,
  itemId: string,
  { at, by }: { at: number; by: { id: string; name: string } },
): Promise<Kept> {
  const read = await readGuardedItem(dependencies, itemId);
  if (!read) return { ok: false, reason: 'not-found' };
  const { item, refused, unchanged } = read;
  if (item.trashedAt !== undefined) return { ok: false, reason: 'in-trash' };
  if (refused.length > 0) return { ok: false, reason: 'too-long' };
  const keep = savedVersionWrite(savedVersionOf(item, { kind: 'before-restore', name: '', at, by }));
  await dependencies.store.commit([keep, unchanged]);
  return { ok: true, item, keep };
}

function changeOf(item: Item, codes: readonly Locale[], { languages, mediaOf, shared }: Former): DraftsChange {
  const changes = codes.flatMap((language): [Locale, LanguageChange][] => {
    const content = languages[language];
    if (!content) return [];
    // An alternative text is not restored for another picture.
    const tellsOfCover = mediaOf(language) === (shared ?? item).cover?.media;
    const coverAlt = tellsOfCover ? { coverAlt: content.coverAlt ?? '' } : {};
    const memory = memoryOf(content, item.languages[language], language !== item.sourceLanguage);
    return [[language, { ...changeTo(content, item.languages[language]), ...memory, ...coverAlt }]];
  });
  if (!shared) return { languages: Object.fromEntries(changes) };
  const { author, tags, cover = null } = shared;
  const fields = replacing(item.fields, shared.fields);
  return {
    languages: Object.fromEntries(changes),
    shared: { author, tags, cover, fields },
  };
}

/** The files that restored texts, covers and fields show. */
function mediaOfChange({ shared, languages = {} }: DraftsChange): string[] {
  const texts = Object.entries(languages).map(([code, { body, fields = {} }]) => [code, { body, fields }]);
  const { cover, fields = {} } = shared ?? {};
  return mediaIn({ ...(cover && { cover }), fields, languages: Object.fromEntries(texts) });
}

/** The change from a draft to a saved version: texts and fields that it does not have are emptied. */
function changeTo(content: SavedVersionLanguage, current: LanguageContent | undefined): LanguageChange {
  const { title, slug, summary, body, seo, author = '', fields } = content;
  return {
    title,
    slug,
    summary,
    body,
    seo: { title: seo.title ?? '', description: seo.description ?? '' },
    author,
    fields: replacing(current?.fields ?? {}, fields),
  };
}

/**
 * The translation links and minor edits to restore. A translation without links had none, and the current ones belong to
 * another text. Later marks of minor edits are kept: they hold for both texts.
 */
function memoryOf(
  content: SavedVersionLanguage,
  current: ItemLanguage | undefined,
  isTranslation: boolean,
): LanguageChange {
  const known = current?.minorEdits ?? [];
  const nameOf = ({ unit, from, to }: MinorEdit) => JSON.stringify([unit, from, to]);
  const names = new Set(known.map(nameOf));
  const former = (content.minorEdits ?? []).filter((edit) => !names.has(nameOf(edit)));
  return {
    ...(isTranslation && { links: content.links ?? {} }),
    ...(former.length > 0 && { minorEdits: [...former, ...known].slice(-MAX_MINOR_EDITS) }),
  };
}

function replacing(current: FieldValues, wanted: FieldValues): FieldValues {
  const gone = Object.keys(current).filter((key) => !Object.hasOwn(wanted, key));
  return { ...Object.fromEntries(gone.map((key) => [key, null])), ...wanted };
}

/** The shared part of a saved version or publication. */
type SharedContent = Pick<SavedVersion, 'author' | 'tags' | 'cover' | 'fields'>;

/** The localized part of a revision, as in a saved version. */
function languageOf(config: SiteConfig, revision: Revision): SavedVersionLanguage {
  const { author: _, ...content } = revision;
  const { cover } = revision;
  const { own } = bylinesOf(revision);
  return {
    ...content,
    fields: fieldsIn(config, revision, true),
    ...(cover && { coverAlt: cover.alt }),
    ...(own !== undefined && { author: own }),
  };
}

/** The shared part of the latest of the revisions. */
function sharedOf(config: SiteConfig, revisions: readonly Revision[]): SharedContent | undefined {
  const [latest] = revisions.toSorted((a, b) => b.publishedAt - a.publishedAt);
  if (!latest) return undefined;
  const { tags, cover } = latest;
  const { shared: author = '' } = bylinesOf(latest);
  return { author, tags, ...(cover && { cover: { media: cover.media } }), fields: fieldsIn(config, latest, false) };
}

function fieldsIn(config: SiteConfig, { itemId, type: typeKey, fields }: Revision, localized: boolean): FieldValues {
  const type = config.contentTypes.find(({ key }) => key === typeKey);
  return type ? ownValues(fieldsOf(type, itemId, localized), fields) : {};
}
