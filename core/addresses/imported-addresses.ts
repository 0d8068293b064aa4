import { importedAddresses, publicationCards } from '../content/collections.ts';
import { MAX_ADDRESS } from '../content/publication-schema.ts';
import type { DocumentRef } from '../documents/collection.ts';
import type { Look } from '../documents/typed-documents.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import { decodePart } from '../locales/decode-part.ts';
import type { Locale } from '../locales/locale.ts';
import type { Problem } from '../problems/problem.ts';
import { itemPath } from '../site/content-paths.ts';
import type { SiteConfig } from '../site/site-config.ts';

/** Maximum addresses of an item, in all languages together. */
export const MAX_IMPORTED_ADDRESSES = 40;

/** The normal form of a path: decoded, lower case, without empty parts and without a slash at the end. */
export function plainPath(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  return `/${parts.map((part) => decodePart(part).toLowerCase()).join('/')}`;
}

/**
 * The path of the page that an address of another site leads to; `undefined` if none does, or the page is not public.
 * @param pathname as in the URL
 */
export async function followImportedAddress(
  read: (refs: readonly DocumentRef[]) => Promise<Look>,
  config: SiteConfig,
  pathname: string,
): Promise<string | undefined> {
  const path = plainPath(pathname);
  if (addressProblem(path)) return undefined;
  const ref = importedAddresses.at(path);
  const found = (await read([ref]))(ref);
  if (!found) return undefined;
  const at = publicationCards.at(found.language, found.itemId);
  const card = (await read([at]))(at);
  if (!card || !config.contentTypes.some(({ key }) => key === card.type)) return undefined;
  const target = itemPath(config, found.language, card);
  return target === pathname ? undefined : target;
}

/** The addresses that lead to a language of an item, as a file names them. */
export interface GivenAddresses {
  language: Locale;
  addresses: readonly string[];
}

/** Why an item cannot have the addresses. Reads what `stageImportedAddresses` needs. */
export async function importedAddressProblems(
  unit: UnitOfWork,
  itemId: string,
  given: readonly GivenAddresses[],
): Promise<Problem[]> {
  const wanted = given.flatMap(({ language, addresses }) =>
    addresses.map((address, index) => ({ address, at: ['languages', language, 'oldAddresses', index] })),
  );
  if (wanted.length > MAX_IMPORTED_ADDRESSES) {
    return [{ path: [], message: `has more than ${MAX_IMPORTED_ADDRESSES} old addresses` }];
  }
  const wrong = wanted.flatMap(({ address, at }): Problem[] => {
    const message = writtenProblem(address) ?? addressProblem(plainPath(address));
    return message === undefined ? [] : [{ path: at, message }];
  });
  if (wrong.length > 0) return wrong;
  await unit.read(wanted.map(({ address }) => importedAddresses.at(plainPath(address))));
  return wanted.flatMap(({ address, at }): Problem[] => {
    const holder = unit.get(importedAddresses.at(plainPath(address)))?.itemId;
    if (holder === undefined || holder === itemId) return [];
    return [{ path: at, message: `"${address}" leads to the item "${holder}" already` }];
  });
}

/**
 * Stages the addresses that lead to the languages of an item; those that led to it before stay.
 * @returns whether any is new
 */
export function stageImportedAddresses(unit: UnitOfWork, itemId: string, given: readonly GivenAddresses[]): boolean {
  let isNew = false;
  for (const { language, addresses } of given) {
    for (const path of addresses.map(plainPath)) {
      const [ref, data] = [importedAddresses.at(path), { itemId, language, path }];
      if (unit.holds(ref, data)) continue;
      unit.set(ref, data);
      isNew = true;
    }
  }
  return isNew;
}

function writtenProblem(address: string): string | undefined {
  if (!address.startsWith('/')) return 'an old address is a path that begins with a slash, such as /2019/05/hello';
  return /[?#]/.test(address) ? 'an old address has neither a query nor a fragment' : undefined;
}

function addressProblem(path: string): string | undefined {
  if (path === '/') return 'the front page cannot be an old address';
  if (!path.isWellFormed()) return 'is not well-formed';
  return path.length > MAX_ADDRESS ? `an old address has at most ${MAX_ADDRESS} characters` : undefined;
}
