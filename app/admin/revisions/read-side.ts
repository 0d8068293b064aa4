import type { ComparedContent } from '#core/content/compare-contents.ts';
import type { Cover, FieldValues, LanguageContent } from '#core/content/item.ts';
import { readRevision, readVersion } from '#core/items/revisions.ts';
import type { Locale } from '#core/locales/locale.ts';
import { formatMoment } from '../format-moment.ts';
import { type ManagedItem, phraseOf } from '../publishing/read-managed-item.ts';
import type { EntryRef } from './history-entry.ts';

/** One side of a comparison: what an entry of the history says, by language. */
export interface Side {
  name: string;
  languages: { [locale: Locale]: ComparedContent };
}

/** @returns `undefined` for an entry that is not there (any more) */
export async function readSide(managed: ManagedItem, ref: EntryRef): Promise<Side | undefined> {
  const side = await readEntry(managed, ref);
  if (!side) return undefined;
  const languages = Object.entries(side.languages).map(([code, content]) => [code, inWords(managed, content)]);
  return { ...side, languages: Object.fromEntries(languages) };
}

/** Tags and choices as the page calls them, and not by their keys. */
function inWords({ request: { locale }, services, type }: ManagedItem, content: ComparedContent): ComparedContent {
  const fields = { ...content.fields };
  for (const field of type.fields) {
    if (field.kind !== 'choice') continue;
    const chosen = field.choices.find(({ value }) => value === fields[field.key]);
    if (chosen) fields[field.key] = chosen.labels[locale] ?? chosen.value;
  }
  return { ...content, fields, tags: content.tags.map((tag) => services.config.tags[tag]?.[locale] ?? tag) };
}

async function readEntry(managed: ManagedItem, ref: EntryRef): Promise<Side | undefined> {
  const { item, request, actor, t } = managed;
  const { store, locale } = request;
  switch (ref.kind) {
    case 'draft':
      return { name: t('revisions.draft'), languages: contentsOf(item) };
    case 'version': {
      const version = await readVersion(store, actor, { itemId: item.id, id: ref.id });
      if (!version) return undefined;
      const what =
        version.kind === 'named' ? t('revisions.named', { name: version.name }) : t('revisions.beforeRestore');
      return { name: dated(managed, what, version.at), languages: contentsOf(version) };
    }
    case 'revision': {
      const { language, revision: number } = ref;
      const revision = await readRevision(store, actor, { itemId: item.id, language, revision: number });
      if (!revision) return undefined;
      const { title, slug, summary, seo, body, fields, tags, cover } = revision;
      const content = {
        title,
        slug,
        summary,
        seo,
        body,
        fields,
        tags,
        ...(cover && { cover: { media: cover.media, alt: cover.alt } }),
      };
      const what = t('revisions.publication', { number, language: phraseOf(locale, [language]) });
      return { name: dated(managed, what, revision.publishedAt), languages: { [language]: content } };
    }
  }
}

function dated({ request }: ManagedItem, what: string, at: number): string {
  return `${what} · ${formatMoment(request.locale, at)}`;
}

function contentsOf({
  languages,
  tags,
  cover,
  fields: shared,
}: {
  languages: { [locale: Locale]: LanguageContent };
  tags: string[];
  cover?: Cover;
  fields: FieldValues;
}): Side['languages'] {
  return Object.fromEntries(
    Object.entries(languages).map(([language, { title, slug, summary, seo, body, fields }]) => [
      language,
      {
        title,
        slug,
        summary,
        seo,
        body,
        fields: { ...shared, ...fields },
        tags,
        ...(cover && { cover: { media: cover.media, alt: cover.alt[language] ?? '' } }),
      },
    ]),
  );
}
