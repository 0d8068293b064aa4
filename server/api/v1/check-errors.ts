import type { Item } from '#core/content/item.ts';
import { placeOfCheck, sentenceOfCheck } from '#core/publishing/check-sentences.ts';
import type { Check } from '#core/publishing/publish-checks.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { ApiProblem, pointerOf } from './problem.ts';

/** A problem document with the check results and their locations. */
export function checksProblem(config: SiteConfig, item: Item, checks: readonly Check[]): ApiProblem {
  const errors = checks.map((check) => {
    const { targetTitle: _, ...members } = check;
    return { pointer: pointerOf(placeOfCheck(config, item, check)), detail: sentenceOfCheck(check, item), ...members };
  });
  return new ApiProblem('checks-failed', 'Nothing was published; see errors.', { errors });
}
