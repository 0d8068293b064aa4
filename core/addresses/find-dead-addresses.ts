import { contentPath } from '../content/collections.ts';
import { slugProblem } from '../content-types/slugs.ts';
import type { DocumentPath } from '../documents/document-store.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import { type DocumentReader, resolveAddress } from '../public-content/resolve-address.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { type AddressPlace, type ItemPlace, placeOfAddress } from './address-places.ts';

/**
 * The links to paths of this site where nothing is or ever was public. Its reads are not guarded by the commit.
 * @param isArriving whether the same commit publishes an item at an address
 */
export async function findDeadAddresses(
  unit: UnitOfWork,
  config: SiteConfig,
  hrefs: Iterable<string>,
  isArriving: (place: ItemPlace) => boolean,
): Promise<Set<string>> {
  const places = new Map(
    [...new Set(hrefs)].flatMap((href): [string, AddressPlace][] => {
      const place = placeOfAddress(config, href);
      return place ? [[href, place]] : [];
    }),
  );
  await unit.read([...places.values()].flatMap((place) => firstRead(config, place)));
  const dead = new Set<string>();
  for (const [href, place] of places) if (!(await isAlive(unit, config, place, isArriving))) dead.add(href);
  return dead;
}

async function isAlive(
  unit: UnitOfWork,
  config: SiteConfig,
  place: AddressPlace,
  isArriving: (place: ItemPlace) => boolean,
): Promise<boolean> {
  switch (place.kind) {
    case 'site':
      return true;
    case 'nowhere':
      return false;
    case 'media':
      return unit.peek(`media/${place.id}`) !== undefined;
    default: {
      if (isArriving(place)) return true;
      const { language: locale, type, slug } = place;
      const { kind } = await resolveAddress(readerOf(unit), config, { locale, type, slug });
      return place.kind === 'item' ? kind !== 'missing' : kind === 'item' || kind === 'moved';
    }
  }
}

/** The documents to read first for every address, so that they are read in one batch. */
function firstRead(config: SiteConfig, place: AddressPlace): DocumentPath[] {
  if (place.kind === 'media') return [`media/${place.id}`];
  if (!('slug' in place) || slugProblem(place.slug)) return [];
  return [
    contentPath.address(place.language, place.type, place.slug),
    ...config.locales.map(({ code }) => contentPath.publication(code, place.type, place.slug)),
  ];
}

function readerOf(unit: UnitOfWork): DocumentReader {
  return {
    async batchGet(paths) {
      await unit.read(paths);
      return paths.map((path) => {
        const data = unit.peek<object>(path);
        return data && { data };
      });
    },
  };
}
