import type { Item } from '#core/content/item.ts';

/**
 * A fingerprint of an item's publication state: it changes when somebody publishes, schedules or archives, but not when
 * somebody types.
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
