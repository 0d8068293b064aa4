import { revisions } from '../content/collections.ts';
import { bylinesOf } from '../content/create-publication.ts';
import type { Item, ItemLanguage } from '../content/item.ts';
import type { Revision } from '../content/publication.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import { stageItem } from '../item-cards/stage-item.ts';
import type { Locale } from '../locales/locale.ts';
import type { ItemDependencies } from '../publishing/change-item.ts';
import type { ChecksFailure } from '../publishing/publish-outcome.ts';
import { stagePublications } from '../publishing/stage-publications.ts';

/** `no-revision`: it no longer exists. `checks`: its address is taken, its cover is gone, or its page cannot be shown. */
type RevisionOutcome = { ok: true; item: Item } | { ok: false; reason: 'no-revision' } | ChecksFailure;

/**
 * Stages the republication of an earlier revision as a new publication, regardless of the draft. Its page is rendered before.
 * @returns the resulting item, its draft unchanged
 */
export async function stageRevision(
  unit: UnitOfWork,
  { config, tryPage }: Pick<ItemDependencies, 'config' | 'tryPage'>,
  item: Item,
  { language, revision, at, by }: { language: Locale; revision: number; at: number; by: { id: string; name: string } },
): Promise<RevisionOutcome> {
  const path = revisions.at(item.id, language, revision);
  await unit.read([path]);
  const former = unit.get(path);
  const draft = item.languages[language];
  if (!former || !draft) return { ok: false, reason: 'no-revision' };
  const change = { publish: [language], unpublish: [], at, by };
  const published = await stagePublications(unit, config, asItSaid(item, draft, former), change, tryPage);
  if (!published.ok) return published;
  const {
    publishedSlug,
    firstPublishedAt,
    publishedAt,
    publishedBy,
    revision: number,
  } = published.item.languages[language] ?? draft;
  const restored: Item = {
    ...item,
    languages: {
      ...item.languages,
      [language]: {
        ...draft,
        state: 'published',
        revision: number,
        ...(publishedSlug !== undefined && { publishedSlug }),
        ...(firstPublishedAt !== undefined && { firstPublishedAt }),
        ...(publishedAt !== undefined && { publishedAt }),
        ...(publishedBy && { publishedBy }),
      },
    },
  };
  stageItem(unit, config, restored);
  return { ok: true, item: restored };
}

/** The item with a language and the shared part as they were published. */
function asItSaid(item: Item, draft: ItemLanguage, former: Revision): Item {
  const { title, slug, summary, body, seo, fields, tags, cover, links, minorEdits } = former;
  const { cover: _, author: __, ...rest } = item;
  const { links: _links, minorEdits: _minorEdits, author: _author, ...standing } = draft;
  const { shared, own } = bylinesOf(former);
  return {
    ...rest,
    tags,
    fields: former.fields,
    ...(shared !== undefined && { author: shared }),
    ...(cover && { cover: { media: cover.media } }),
    languages: {
      ...item.languages,
      [former.language]: {
        ...standing,
        title,
        slug,
        summary,
        body,
        seo,
        ...(cover && { coverAlt: cover.alt }),
        ...(own !== undefined && { author: own }),
        fields,
        ...(links && { links }),
        ...(minorEdits && { minorEdits }),
      },
    },
  };
}
