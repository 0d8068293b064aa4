import { items, purgedItems } from '../content/collections.ts';
import type { Item, ItemLanguage } from '../content/item.ts';
import { emptyLanguage } from '../content/start-language.ts';
import { itemProblems, unknownLanguages } from '../content/validate-item.ts';
import { slugProblem } from '../content-types/slugs.ts';
import type { PublicationGroup, StagingFailure } from '../items/commit-publications.ts';
import type { Localized } from '../locales/locale.ts';
import type { Problem } from '../problems/problem.ts';
import { assignBlockIds, type BlockIdGenerator, blockIdsOf, deterministicBlockId } from '../rich-text/block-ids.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { NOTHING_TRANSLATED, relink } from '../translation/link-units.ts';
import { translatesByUnit, translatesProblems } from '../translation/translates.ts';
import { unitsOf } from '../translation/units.ts';
import type { ImportedItem } from './imported-item.ts';

/** `addressTaken`: a retry may succeed once the other item at the address has been replaced. */
export type ImportFailure = { ok: false; problems: Problem[]; addressTaken?: boolean };

/**
 * An imported item as items that are published together: it replaces the stored item, and is published in its languages. Files
 * that it names must have been imported.
 */
export function importedGroup(
  config: SiteConfig,
  generateBlockId: BlockIdGenerator,
  imported: ImportedItem,
): PublicationGroup<ImportFailure> {
  return {
    replacesContents: true,
    async decide(unit, at) {
      if (imported.publishedAt !== undefined && imported.publishedAt > at) {
        return { ok: false, problems: [{ path: ['publishedAt'], message: 'lies in the future' }] };
      }
      if (!isId(imported.id)) return { ok: false, problems: importedItemProblems(config, imported) };
      const ref = items.at(imported.id);
      const purged = purgedItems.at(imported.id);
      await unit.read([ref, purged]);
      if (unit.get(purged)) {
        const message = `an item "${imported.id}" was deleted for good, and its id is not used again: give it another one`;
        return { ok: false, problems: [{ path: ['id'], message }] };
      }
      const existing = unit.get(ref);
      if (existing && existing.type !== imported.type) {
        const message = `the item is one of the type "${existing.type}" already, and cannot become another`;
        return { ok: false, problems: [{ path: ['type'], message }] };
      }
      const item = withLinks(config, itemOf(imported, existing, generateBlockId), imported, existing);
      const problems = problemsOf(config, imported, item);
      if (problems.length > 0) return { ok: false, problems };
      const publish = Object.keys(imported.languages);
      const firstPublishedAt = imported.publishedAt;
      return {
        ok: true,
        changes: [{ item, change: { publish, unpublish: [], at, firstPublishedAt, namedById: true } }],
      };
    },
    refuse: (_, failure) => ({
      ok: false,
      problems: failureProblems(failure),
      addressTaken: failure.reason === 'slug-taken',
    }),
  };
}

/** Problems of an imported item that do not depend on where it is stored. */
export function importedItemProblems(config: SiteConfig, imported: ImportedItem): Problem[] {
  if (imported.id === '') return [{ path: ['id'], message: 'is missing, and the title gives none' }];
  const item = itemOf(imported, undefined, deterministicBlockId);
  return problemsOf(config, imported, item);
}

function problemsOf(config: SiteConfig, imported: ImportedItem, item: Item): Problem[] {
  const languages = Object.keys(imported.languages);
  const told = Object.keys(coverAltsOf(imported)).filter((language) => !languages.includes(language));
  const problems = [
    ...itemProblems(config, item, languages, { strict: true }),
    ...unknownLanguages(config, told),
    ...linkProblems(item, imported),
  ];
  return problems.map((problem) => pathInFile(imported, problem));
}

/** What blocks say that they translate, and do not. */
function linkProblems(item: Item, { sourceLanguage, languages }: ImportedItem): Problem[] {
  const sourceIds = blockIdsOf(item.languages[sourceLanguage]?.body);
  return Object.entries(languages).flatMap(([locale, { translates = [] }]) =>
    translatesProblems(translates, locale === sourceLanguage ? undefined : sourceIds).map(({ index, message }) => ({
      path: ['languages', locale, 'body', 'content', index, 'attrs', 'translates'],
      message,
    })),
  );
}

function isId(id: string): boolean {
  return slugProblem(id) === undefined;
}

function itemOf(imported: ImportedItem, existing: Item | undefined, generate: BlockIdGenerator): Item {
  const languages: Item['languages'] = { ...existing?.languages };
  for (const [locale, { translates: _t, isDraft: _d, oldAddresses: _o, ...content }] of Object.entries(
    imported.languages,
  )) {
    const former: ItemLanguage | undefined = existing?.languages[locale];
    const body = assignBlockIds(content.body, {
      seed: `${imported.id}:${locale}`,
      generate,
      previous: former?.body,
    });
    languages[locale] = { state: 'draft', revision: 0, ...former, ...content, body };
  }
  const alts = coverAltsOf(imported);
  for (const locale of new Set([...Object.keys(imported.languages), ...Object.keys(alts)])) {
    const { coverAlt: _, ...content } = languages[locale] ?? { ...emptyLanguage(), links: {} };
    languages[locale] = { ...content, ...(alts[locale] !== undefined && { coverAlt: alts[locale] }) };
  }
  const { trashedAt: _, author: __, cover: ___, ...kept } = existing ?? {};
  return {
    ...kept,
    id: imported.id,
    type: imported.type,
    sourceLanguage: imported.sourceLanguage,
    ...(imported.author !== undefined && { author: imported.author }),
    tags: [...new Set(imported.tags)],
    ...(imported.cover && 'media' in imported.cover && { cover: { media: imported.cover.media } }),
    fields: imported.fields,
    languages,
  };
}

/** Alternative text of the cover per language, from either place. */
function coverAltsOf({ cover, languages }: ImportedItem): Localized {
  const own = Object.entries(languages).flatMap(([locale, { coverAlt }]) =>
    coverAlt === undefined ? [] : [[locale, coverAlt]],
  );
  const all: Localized = { ...cover?.alt, ...Object.fromEntries(own) };
  return Object.fromEntries(Object.entries(all).filter(([, text]) => text !== ''));
}

/** Marks changed units of translations as made from the imported source. */
function withLinks(config: SiteConfig, item: Item, imported: ImportedItem, existing: Item | undefined): Item {
  const type = config.contentTypes.find(({ key }) => key === item.type);
  const source = item.languages[item.sourceLanguage];
  if (!type || !source) return item;
  const languages: Item['languages'] = {};
  for (const [language, content] of Object.entries(item.languages)) {
    const former = existing?.languages[language];
    const isTranslation = language !== item.sourceLanguage;
    languages[language] = isTranslation
      ? {
          ...content,
          links: relink(
            { units: unitsOf(source, type), body: source.body },
            { units: unitsOf(content, type), body: content.body },
            former
              ? { units: unitsOf(former, type), body: former.body, links: former.links ?? {} }
              : NOTHING_TRANSLATED,
            translatesByUnit(content.body, imported.languages[language]?.translates),
          ),
        }
      : content;
  }
  return { ...item, languages };
}

/**
 * Maps a problem's path from the item to the imported item: body nodes are below `tiptap`, and the alternative text is below the cover.
 */
function pathInFile({ languages, cover }: ImportedItem, { path, ...problem }: Problem): Problem {
  const [, language = ''] = path;
  const isOfCover = path[0] === 'languages' && !languages[language] && cover?.alt[language] !== undefined;
  if (isOfCover) return { ...problem, path: ['cover', 'alt', language] };
  const isNode = path[0] === 'languages' && path[2] === 'body' && path.length > 3;
  return { ...problem, path: isNode ? [...path.slice(0, 3), 'tiptap', ...path.slice(3)] : path };
}

function failureProblems(failure: StagingFailure): Problem[] {
  switch (failure.reason) {
    case 'invalid':
      return failure.problems;
    case 'slug-taken': {
      const message = `"${failure.slug}" is already the address of the item "${failure.itemId}"`;
      return [{ path: ['languages', failure.language, 'slug'], message }];
    }
    case 'too-many':
      return [{ path: [], message: 'has too many languages to be stored in one commit' }];
    case 'conflict':
    case 'not-found':
      return [{ path: [], message: 'somebody else changed the item at the same moment' }];
  }
}
