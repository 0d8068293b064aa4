import { importedAddresses } from '../content/collections.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import type { Locale } from '../locales/locale.ts';
import type { Problem } from '../problems/problem.ts';
import { plainPath, plainPathProblem } from '../site/site-paths.ts';

/** Maximum addresses of an item, in all languages together. */
export const MAX_IMPORTED_ADDRESSES = 40;

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
    addresses.map((address, index) => ({ address, language, at: ['languages', language, 'oldAddresses', index] })),
  );
  const languages = new Map(wanted.toReversed().map(({ address, language }) => [plainPath(address), language]));
  if (wanted.length > MAX_IMPORTED_ADDRESSES) {
    return [{ path: [], message: `has more than ${MAX_IMPORTED_ADDRESSES} old addresses` }];
  }
  const wrong = wanted.flatMap(({ address, language, at }): Problem[] => {
    const first = languages.get(plainPath(address));
    const other = first === language ? undefined : `"${address}" is an old address in "${first}" already`;
    const message = writtenProblem(address) ?? plainPathProblem(plainPath(address)) ?? other;
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
