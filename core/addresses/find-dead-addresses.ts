import { contentPath } from '../content/collections.ts';
import { slugProblem } from '../content-types/slugs.ts';
import type { DocumentPath } from '../documents/document-store.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import { type DocumentReader, resolveAddress } from '../public-content/resolve-address.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { type AddressTarget, type ItemAddress, targetOfAddress } from './address-targets.ts';

/**
 * The links to paths of this site where nothing is or ever was public. Its reads are not guarded by the commit.
 * @param isArriving whether the same commit publishes an item at an address
 */
export async function findDeadAddresses(
  unit: UnitOfWork,
  config: SiteConfig,
  hrefs: Iterable<string>,
  isArriving: (target: ItemAddress) => boolean,
): Promise<Set<string>> {
  const targets = new Map(
    [...new Set(hrefs)].flatMap((href): [string, AddressTarget][] => {
      const target = targetOfAddress(config, href);
      return target ? [[href, target]] : [];
    }),
  );
  await unit.read([...targets.values()].flatMap((target) => firstRead(config, target)));
  const dead = new Set<string>();
  for (const [href, target] of targets) if (!(await isAlive(unit, config, target, isArriving))) dead.add(href);
  return dead;
}

async function isAlive(
  unit: UnitOfWork,
  config: SiteConfig,
  target: AddressTarget,
  isArriving: (target: ItemAddress) => boolean,
): Promise<boolean> {
  switch (target.kind) {
    case 'site':
      return true;
    case 'nowhere':
      return false;
    case 'media':
      return unit.peek(`media/${target.id}`) !== undefined;
    default: {
      if (isArriving(target)) return true;
      const { language: locale, type, slug } = target;
      const { kind } = await resolveAddress(readerOf(unit), config, { locale, type, slug });
      return target.kind === 'item' ? kind !== 'missing' : kind === 'item' || kind === 'moved';
    }
  }
}

/** The documents to read first for every address, so that they are read in one batch. */
function firstRead(config: SiteConfig, target: AddressTarget): DocumentPath[] {
  if (target.kind === 'media') return [`media/${target.id}`];
  if (!('slug' in target) || slugProblem(target.slug)) return [];
  return [
    contentPath.address(target.language, target.type, target.slug),
    ...config.locales.map(({ code }) => contentPath.publication(code, target.type, target.slug)),
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
