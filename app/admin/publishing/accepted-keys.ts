import type { CheckedItem } from '#core/items/check-items.ts';
import type { Check } from '#core/publishing/publish-checks.ts';

/**
 * Keys of warnings to accept: a confirmation covers exactly these.
 * @param item if it is not the page's item
 */
function warningKeys(checks: readonly Check[], item?: string): string[] {
  const keys = checks
    .filter(({ severity }) => severity === 'warning')
    .map(({ code, language, target = '' }) =>
      [...(item === undefined ? [] : [item]), language, code, target].join(' '),
    );
  return [...new Set(keys)].sort();
}

/** Key of another item to accept: the item, and its current and new slug in each language. */
export function partnerKey({ item, languages }: Pick<CheckedItem, 'item' | 'languages'>): string {
  const moves = languages.map((code) => {
    const { publishedSlug = '', slug = '' } = item.languages[code] ?? {};
    return `${code}:${publishedSlug}>${slug}`;
  });
  return [item.id, ...moves].join(' ');
}

/** Keys of the warnings of an item and of those published with it. */
export function acceptedKeys([own, ...partners]: readonly CheckedItem[]): string[] {
  return [...warningKeys(own?.checks ?? []), ...partners.flatMap(({ item, checks }) => warningKeys(checks, item.id))];
}
