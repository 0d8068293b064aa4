import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/forbidden.ts';
import { auditWrite } from '../audit/record-audit.ts';
import { contentPath } from '../content/collections.ts';
import type { FieldValues, Item, LanguageContent } from '../content/item.ts';
import { itemEntry } from '../content/publication-entry.ts';
import type { Version, VersionLanguage } from '../content/version.ts';
import type { Drafts, LanguageChange } from '../drafts/drafts.ts';
import type { Locale } from '../locales/locale.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { type ItemDependencies, type ItemFailure, onRecord, personOf } from './change-item.ts';
import { readRevision, readVersion } from './revisions.ts';
import { versionOf, versionWrite } from './save-version.ts';

export type RestoreDependencies = ItemDependencies & { drafts: Drafts };

/** `kept`: the version that holds what the draft said before. */
export type RestoreOutcome = { ok: true; kept: string } | ItemFailure<'no-version' | 'language-missing'>;

/**
 * Puts a revision of a language into its draft. What languages share stays as it is. What the draft said is kept as a
 * version, and nothing public changes. @throws {Forbidden}
 */
export async function restoreRevision(
  dependencies: RestoreDependencies,
  actor: Actor,
  target: { itemId: string; language: Locale; revision: number },
): Promise<RestoreOutcome> {
  requireMay(actor, 'item.restore');
  const revision = await readRevision(dependencies.store, actor, target);
  if (!revision) return { ok: false, reason: 'no-version' };
  const localized = localizedFields(dependencies.config, revision.type, revision.fields);
  const languages = { [target.language]: { ...revision, fields: localized } };
  return restore(dependencies, actor, target.itemId, { languages });
}

/**
 * Puts a version into the drafts: the given languages, and with `shared` what all of them share. What the drafts said is
 * kept as a version, and nothing public changes. @throws {Forbidden}
 */
export async function restoreVersion(
  dependencies: RestoreDependencies,
  actor: Actor,
  target: { itemId: string; id: string; languages: readonly Locale[]; shared: boolean },
): Promise<RestoreOutcome> {
  requireMay(actor, 'item.restore');
  const version = await readVersion(dependencies.store, actor, target);
  if (!version) return { ok: false, reason: 'no-version' };
  const languages: { [locale: Locale]: VersionLanguage } = {};
  for (const language of target.languages) {
    const content = version.languages[language];
    if (!content) return { ok: false, reason: 'language-missing' };
    languages[language] = content;
  }
  return restore(dependencies, actor, target.itemId, { languages, ...(target.shared && { shared: version }) });
}

async function restore(
  { store, drafts, now = Date.now }: RestoreDependencies,
  actor: Actor,
  itemId: string,
  { languages, shared }: { languages: { [locale: Locale]: VersionLanguage }; shared?: Version },
): Promise<RestoreOutcome> {
  await drafts.settle(itemId);
  const [document] = await store.batchGet([contentPath.item(itemId)]);
  const item = document?.data as Item | undefined;
  if (!item) return { ok: false, reason: 'not-found' };
  if (item.deletedAt !== undefined) return { ok: false, reason: 'in-bin' };
  const at = now();
  const by = personOf(actor);
  const keep = versionWrite(versionOf(item, { kind: 'before-restore', name: '', at, by }));
  const details = { languages: Object.keys(languages) };
  const entry = itemEntry({ act: 'item.restored', at, actor: onRecord(actor), item, details });
  await store.commit([keep, auditWrite(entry)]);
  for (const [language, content] of Object.entries(languages)) {
    await drafts.changeLanguage(itemId, language, changeTo(content, item.languages[language]), by);
  }
  if (shared) {
    const fields = replacing(item.fields, shared.fields);
    await drafts.changeShared(itemId, { tags: shared.tags, cover: shared.cover ?? null, fields }, by);
  }
  return { ok: true, kept: keep.path.slice('versions/'.length) };
}

/** What makes a draft say what a version says: the texts that it lacks are emptied, the fields taken away. */
function changeTo(content: VersionLanguage, current: LanguageContent | undefined): LanguageChange {
  const { title, slug, summary, body, seo, fields, links, minorEdits } = content;
  return {
    title,
    slug,
    summary,
    body,
    seo: { title: seo.title ?? '', description: seo.description ?? '' },
    fields: replacing(current?.fields ?? {}, fields),
    ...(links && { links }),
    ...(minorEdits && { minorEdits }),
  };
}

function replacing(current: FieldValues, wanted: FieldValues): FieldValues {
  const gone = Object.keys(current).filter((key) => !Object.hasOwn(wanted, key));
  return { ...Object.fromEntries(gone.map((key) => [key, null])), ...wanted };
}

function localizedFields(config: SiteConfig, typeKey: string, fields: FieldValues): FieldValues {
  const type = config.contentTypes.find(({ key }) => key === typeKey);
  const own = new Set(type?.fields.filter(({ localized }) => localized).map(({ key }) => key));
  return Object.fromEntries(Object.entries(fields).filter(([key]) => own.has(key)));
}
