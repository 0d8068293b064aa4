import type { Item } from '#core/content/item.ts';

/**
 * How an item stands on the site, as one text: another one tells that somebody published, scheduled or put away something
 * in the meantime. What is typed does not change it.
 */
export function lifeStamp({ languages, trashedAt }: Item): string {
  const parts = Object.entries(languages)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, { revision, publishedSlug, state, schedule }]) =>
      [
        code,
        revision,
        publishedSlug === undefined ? (state === 'archived' ? 'archived' : 'hidden') : 'public',
        schedule?.publishAt ?? '',
        schedule?.unpublishAt ?? '',
      ].join(':'),
    );
  return [...parts, trashedAt === undefined ? '' : 'trash'].join(' ').trim();
}
