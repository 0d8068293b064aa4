import { NUMBERS, numbered, proposeSlug, slugProblem } from '../content-types/slugs.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { createUnitOfWork } from '../documents/unit-of-work.ts';
import { formerHolder, takenAddress, type WantedAddress } from './stage-addresses.ts';

/** A slug made from a title that no other item uses or used; empty if there is none. */
export async function freeSlug(
  store: DocumentStore,
  place: Omit<WantedAddress, 'slug'>,
  title: string,
): Promise<string> {
  const proposed = proposeSlug(title, place.language);
  return slugProblem(proposed) ? '' : ((await freeSlugLike(store, place, proposed)) ?? '');
}

/** The slug itself, or with a number appended, that no other item uses or used. */
export function freeSlugLike(
  store: DocumentStore,
  place: Omit<WantedAddress, 'slug'>,
  wanted: string,
): Promise<string | undefined> {
  return firstFree(wanted, async (slug) => {
    const unit = createUnitOfWork(store);
    const address = { ...place, slug };
    return ((await takenAddress(unit, address)) ?? (await formerHolder(unit, address))) === undefined;
  });
}

/** The base slug, or the first numbered form of it, that is free. */
export async function firstFree(
  wanted: string,
  isFree: (text: string) => Promise<boolean>,
): Promise<string | undefined> {
  for (let number = 1; number <= NUMBERS; number++) {
    const candidate = numbered(wanted, number);
    if (await isFree(candidate)) return candidate;
  }
  return undefined;
}
