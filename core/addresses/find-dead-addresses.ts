import { addresses, importedAddresses, publications } from '../content/collections.ts';
import { MAX_PAGE_DEPTH } from '../content/page-tree.ts';
import { slugProblem } from '../content-types/slugs.ts';
import type { DocumentRef } from '../documents/collection.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import { files } from '../files/site-file.ts';
import type { Locale } from '../locales/locale.ts';
import { decodePart, splitLocale } from '../locales/localized-path.ts';
import { media, mediaWithoutFile } from '../media/media.ts';
import { resolveAddress } from '../public-content/resolve-address.ts';
import { typeOfSegment } from '../site/content-paths.ts';
import { isResourceSegment } from '../site/reserved-paths.ts';
import { matchRouteRules } from '../site/route-rules.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { plainPath, plainPathProblem } from '../site/site-paths.ts';

/** The type, slug and language of an item's address. */
export interface ItemAddress {
  kind: 'item' | 'page';
  language: Locale;
  type: string;
  slug: string;
}

/** What must exist for a site address to be reachable. */
type AddressTarget =
  /** An item that has or had this address. */
  | ItemAddress
  | { kind: 'media'; id: string }
  /** Always reachable: the site itself or possibly a file answers. */
  | { kind: 'site' }
  /** Never reachable. */
  | { kind: 'nowhere' };

/** The slug of the home page. */
const HOME = 'home';

/** What an address refers to; `undefined` if it is not a path of this site. */
export function targetOfAddress(config: SiteConfig, href: string): AddressTarget | undefined {
  if (!href.startsWith('/') || !URL.canParse(href, 'https://site.invalid')) return undefined;
  const { pathname } = new URL(href, 'https://site.invalid');
  const clean = pathname.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  if (matchRouteRules(config.routeRules, clean).redirect) return { kind: 'site' };
  const { locale: language, path } = splitLocale(config, clean);
  const [first = '', ...rest] = path.slice(1).split('/').map(decodePart);
  if (first === 'media') return mediaTarget(rest);
  if (isResourceSegment(first) || (first === 'search' && rest.length === 0)) return { kind: 'site' };
  const type = typeOfSegment(config, language, first)?.type;
  if (type) {
    const [slug, ...deeper] = rest;
    if (slug === undefined) return { kind: 'site' };
    return deeper.length > 0 ? { kind: 'nowhere' } : { kind: 'item', language, type: type.key, slug };
  }
  if ([first, ...rest].at(-1)?.includes('.')) return { kind: 'site' };
  const pages = config.contentTypes.find(({ appearsAs }) => appearsAs === 'page');
  if (!pages || rest.length >= MAX_PAGE_DEPTH) return { kind: 'nowhere' };
  // The last segment says which page it is, whatever stands before.
  return { kind: 'page', language, type: pages.key, slug: rest.at(-1) ?? (first || HOME) };
}

function mediaTarget([id = '', variant, ...deeper]: string[]): AddressTarget {
  const isFile = /^[0-9a-f]{32}$/.test(id) && variant !== undefined && deeper.length === 0;
  return isFile ? { kind: 'media', id } : { kind: 'nowhere' };
}

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
