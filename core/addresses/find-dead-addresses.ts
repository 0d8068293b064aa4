import { addresses, importedAddresses, publications } from '../content/collections.ts';
import { slugProblem } from '../content-types/slugs.ts';
import type { DocumentRef } from '../documents/collection.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import { files } from '../files/site-file.ts';
import { media } from '../media/media.ts';
import { mediaWithoutFile } from '../media/read-media.ts';
import { resolveAddress } from '../public-content/resolve-address.ts';
import { plainPath, plainPathProblem } from '../site/plain-path.ts';
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
  return dead.size === 0 ? dead : withoutImported(unit, dead);
}

/** The links that are not to an address of a site that was imported either. */
async function withoutImported(unit: UnitOfWork, dead: ReadonlySet<string>): Promise<Set<string>> {
  const refs = [...dead].map((href) => {
    const path = plainPath(new URL(href, 'https://site.invalid').pathname);
    return plainPathProblem(path) ? undefined : importedAddresses.at(path);
  });
  await unit.read(refs.filter((ref) => ref !== undefined));
  return new Set([...dead].filter((_, index) => !(refs[index] && unit.peek(refs[index]))));
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
      // A file answers at the address of its first bytes, too.
      return (
        (unit.peek(files.at(target.id)) ?? mediaWithoutFile(unit.peek(media.at(target.id)))) !== undefined &&
        unit.peek(files.at(target.id))?.trashedAt === undefined
      );
    default: {
      if (isArriving(target)) return true;
      const { language: locale, type, slug } = target;
      const read = async (refs: readonly DocumentRef[]) => {
        await unit.read(refs);
        return unit.peek;
      };
      const { kind } = await resolveAddress(read, config, { locale, type, slug });
      return target.kind === 'item' ? kind !== 'missing' : kind === 'item' || kind === 'moved';
    }
  }
}

/** The documents to read first for every address, so that they are read in one batch. */
function firstRead(config: SiteConfig, target: AddressTarget): DocumentRef[] {
  if (target.kind === 'media') return [files.at(target.id), media.at(target.id)];
  if (!('slug' in target) || slugProblem(target.slug)) return [];
  return [
    addresses.at(target.language, target.type, target.slug),
    ...config.locales.map(({ code }) => publications.at(code, target.type, target.slug)),
  ];
}
