import type { Item } from '#core/content/item.ts';
import type { Partner } from '#core/items/find-partners.ts';
import { CHECK_SENTENCES, placeOfCheck } from '#core/publishing/check-sentences.ts';
import type { Check } from '#core/publishing/publish-checks.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { ApiProblem, type ProblemEntry, pointerOf } from './problem.ts';

/** How to publish an item that leaves an address in the same action. */
function leavingSentence({ item, languages }: Partner, asked: { path: string; named: readonly string[] }): string {
  const list = languages.join(', ');
  const advice =
    item.id === asked.path
      ? `add ${list} to languages`
      : asked.named.includes(item.id)
        ? `add ${list} to its languages in together`
        : `name it in together, with ${list},`;
  return `another item has this address, and its draft leaves it: ${advice} to publish both`;
}

/**
 * A problem document with the check results and their locations.
 * @param item that was checked
 * @param path the item in the path
 * @param partners items that could be published together with it to free their addresses
 * @param named the items in the request
 */
export function checksProblem(
  config: SiteConfig,
  item: Item,
  checks: Check[],
  {
    path = item.id,
    partners = [],
    named = [],
  }: { path?: string; partners?: readonly Partner[]; named?: readonly string[] } = {},
): ApiProblem {
  const detail = 'Nothing was published; see errors.';
  const errors = checks.map((check) => {
    const partner = check.code === 'slug-taken' && partners.find(({ item: { id } }) => id === check.target);
    return {
      ...entryOf(config, item, check),
      ...(item.id !== path && { item: item.id }),
      ...(partner && { detail: leavingSentence(partner, { path, named }), leaves: true }),
    };
  });
  return new ApiProblem('checks-failed', detail, { errors });
}

function entryOf(config: SiteConfig, item: Item, check: Check): ProblemEntry {
  return { pointer: pointerOf(placeOfCheck(config, item, check)), detail: CHECK_SENTENCES[check.code], ...check };
}
