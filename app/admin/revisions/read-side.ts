import type { ComparedContent } from '#core/content/compare-contents.ts';
import { bylinesOf } from '#core/content/create-publication.ts';
import type { Cover, FieldValues, LanguageContent, SavedVersion } from '#core/content/item.ts';
import type { Revision } from '#core/content/publication.ts';
import type { ContentType } from '#core/content-types/content-type.ts';
import { ENTRY_ID, hasWords, mergeValues } from '#core/content-types/entry-words.ts';
import { readTopics } from '#core/item-cards/read-topics.ts';
import { type RevisionRef, readPublishingAction, readSavedVersion } from '#core/items/revisions.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { localeSet } from '#site-config';
import { formatMoment } from '../../ui/kit/format-moment.ts';
import type { EntryRef } from '../managed-item/history-entry.ts';
import { type createPublishingTranslator, type ManagedItem, phraseOf } from '../managed-item/read-managed-item.ts';

/** One side of a comparison: the contents of an entry, by language. */
export interface ComparedSide {
  name: string;
  languages: { [locale: Locale]: ComparedContent };
}

/** @returns `undefined` for an entry that does not exist (any more) */
export async function readSide(managed: ManagedItem, ref: EntryRef): Promise<ComparedSide | undefined> {
  const side = await readEntry(managed, ref);
  if (!side) return undefined;
  const { config } = managed.services;
  const labels = { ...config.tags, ...(await readTopics(managed.request.store, config)) };
  const languages = Object.entries(side.languages).map(([code, content]) => [code, inWords(managed, content, labels)]);
  return { ...side, languages: Object.fromEntries(languages) };
}

/** Replaces keys of tags and choices by their labels, and leaves out ids of entries. */
function inWords(
  { request: { locale }, type }: ManagedItem,
  content: ComparedContent,
  labels: SiteConfig['tags'],
): ComparedContent {
  const fields = { ...content.fields };
  for (const field of type.fields) {
    const value = fields[field.key];
    if (hasWords(field) && Array.isArray(value)) {
      fields[field.key] = value.map((entry) => {
        const { [ENTRY_ID]: _, ...said } = Object(entry);
        return said;
      });
    }
    if (field.kind !== 'choice') continue;
    const chosen = field.choices.find(({ value }) => value === fields[field.key]);
    if (chosen) fields[field.key] = chosen.labels[locale] ?? chosen.value;
  }
  return { ...content, fields, tags: content.tags.map((tag) => labels[tag]?.[locale] ?? tag) };
}

async function readEntry(managed: ManagedItem, ref: EntryRef): Promise<ComparedSide | undefined> {
  const { item, request, actor, t } = managed;
  const { store, locale } = request;
  switch (ref.kind) {
    case 'draft':
      return { name: t('revisions.draft'), languages: contentsOf(item, managed.type) };
    case 'saved-version': {
      const savedVersion = await readSavedVersion(store, actor, { itemId: item.id, id: ref.id });
      if (!savedVersion) return undefined;
      return {
        name: dated(managed, savedVersionName(savedVersion, t), savedVersion.at),
        languages: contentsOf(savedVersion, managed.type),
      };
    }
    case 'publication': {
      const revisions = await readPublishingAction(store, actor, { itemId: item.id, refs: ref.revisions });
      const [first] = revisions ?? [];
      if (!revisions || !first) return undefined;
      const contents = revisions.map((revision) => [revision.language, contentOf(revision)]);
      const what = publicationName(ref.revisions, { locale, t });
      return { name: dated(managed, what, first.publishedAt), languages: Object.fromEntries(contents) };
    }
  }
}

function contentOf(revision: Revision): ComparedContent {
  const { title, slug, summary, seo, body, fields, tags, cover } = revision;
  const { shared, own } = bylinesOf(revision);
  return {
    title,
    slug,
    summary,
    seo,
    body,
    fields,
    ...(shared !== undefined && { author: shared }),
    ...(own !== undefined && { ownAuthor: own }),
    tags,
    ...(cover && { cover: cover.media, coverAlt: cover.alt }),
  };
}

function dated({ request }: ManagedItem, what: string, at: number): string {
  return `${what} · ${formatMoment(request.locale, at)}`;
}

function contentsOf(
  {
    languages,
    author,
    tags,
    cover,
    fields: shared,
  }: {
    languages: { [locale: Locale]: LanguageContent };
    author?: string;
    tags: string[];
    cover?: Cover;
    fields: FieldValues;
  },
  type: Pick<ContentType, 'fields'>,
): ComparedSide['languages'] {
  return Object.fromEntries(
    Object.entries(languages).map(
      ([language, { title, slug, summary, seo, body, coverAlt = '', author: ownAuthor = '', fields }]) => [
        language,
        {
          title,
          slug,
          summary,
          seo,
          body,
          fields: mergeValues(shared, fields, type.fields),
          ...(author !== undefined && { author }),
          ownAuthor,
          tags,
          ...(cover && { cover: cover.media, coverAlt }),
        },
      ],
    ),
  );
}

/** The label of a saved version. */
export function savedVersionName(
  { kind, name }: Pick<SavedVersion, 'kind' | 'name'>,
  t: ReturnType<typeof createPublishingTranslator>,
): string {
  switch (kind) {
    case 'named':
      return t('revisions.named', { name });
    case 'before-restore':
      return t('revisions.beforeRestore');
    case 'review-asked':
      return t('revisions.reviewAsked');
  }
}

/** The label of a publishing action, with revision numbers and languages: "Publication 3 in Spanish and 1 in English". */
export function publicationName(
  revisions: readonly RevisionRef[],
  { locale, t }: { locale: Locale; t: ReturnType<typeof createPublishingTranslator> },
): string {
  const byNumber = Map.groupBy(revisions, ({ revision }) => revision);
  const parts = [...byNumber].map(([number, those]) => {
    const codes = those.map(({ language }) => language);
    return t('revisions.publicationPart', { number, languages: phraseOf(locale, codes) });
  });
  const { language } = localeDefinition(localeSet, locale);
  return t('revisions.publication', { parts: new Intl.ListFormat(language, { type: 'conjunction' }).format(parts) });
}
