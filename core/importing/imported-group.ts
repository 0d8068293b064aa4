import {
  type GivenAddresses,
  importedAddressProblems,
  MAX_IMPORTED_ADDRESSES,
  stageImportedAddresses,
} from '../addresses/imported-addresses.ts';
import { importedItems, items, purgedItems } from '../content/collections.ts';
import type { Item } from '../content/item.ts';
import { slugProblem } from '../content-types/slugs.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import { checkTogether } from '../items/check-items.ts';
import type { PublicationGroup, StagingFailure } from '../items/commit-publications.ts';
import type { Locale } from '../locales/locale.ts';
import type { Problem } from '../problems/problem.ts';
import type { BlockIdGenerator } from '../rich-text/block-ids.ts';
import { fixedSlug } from '../site/reserved-paths.ts';
import type { SiteConfig } from '../site/site-config.ts';
import type { ImportedItem } from './imported-item.ts';
import { checkProblem, importedItemProblems, isUnfinished, problemsOf } from './imported-item-problems.ts';
import { itemOf, withLinks } from './item-of-import.ts';

/** `later`: a retry may succeed once other items of the import are stored. */
export type ImportFailure = { ok: false; problems: Problem[]; later?: boolean };

export interface ImportedGroup extends PublicationGroup<ImportFailure> {
  /** What the last decision keeps as a draft although it was to be published, and why. */
  heldBack: Problem[];
}

interface GroupOptions {
  /** Where the item was read, to be remembered. */
  file?: string;
  /** Whether an item that a link names is stored in the same import, after this one. */
  isArriving?: (id: string) => boolean;
  /** Whether an item whose links lead to no item is refused for now (`later`), and not kept as a draft. */
  mayWait?: boolean;
}

/** Maximum writes of a group besides its items. */
export const MORE_WRITES = MAX_IMPORTED_ADDRESSES + 1;

/**
 * An imported item as items that are published together: it replaces the stored item, and is published in those of its languages
 * that are no drafts and pass the checks. Files that it names must have been imported.
 */
export function importedGroup(
  config: SiteConfig,
  generateBlockId: BlockIdGenerator,
  imported: ImportedItem,
  { file, isArriving = () => false, mayWait = false }: GroupOptions = {},
): ImportedGroup {
  const addresses = Object.entries(imported.languages).flatMap(([language, { oldAddresses = [] }]): GivenAddresses[] =>
    oldAddresses.length > 0 ? [{ language, addresses: oldAddresses }] : [],
  );
  const origin = file === undefined ? undefined : { itemId: imported.id, file };

  const group: ImportedGroup = {
    heldBack: [],
    replacesContents: true,
    async decide(unit, at) {
      if (imported.publishedAt !== undefined && imported.publishedAt > at) {
        return refused(['publishedAt'], 'lies in the future');
      }
      if (slugProblem(imported.id)) return { ok: false, problems: importedItemProblems(config, imported) };
      const ref = items.at(imported.id);
      const purged = purgedItems.at(imported.id);
      await unit.read([ref, purged, importedItems.at(imported.id)]);
      const type = config.contentTypes.find(({ key }) => key === imported.type);
      if (unit.get(purged) && (!type || fixedSlug(type, imported.id) === undefined)) {
        const message = `an item "${imported.id}" was deleted for good, and its id is not used again: give it another one`;
        return refused(['id'], message);
      }
      const existing = unit.get(ref);
      if (existing && existing.type !== imported.type) {
        const message = `the item is one of the type "${existing.type}" already, and cannot become another`;
        return refused(['type'], message);
      }
      const item = withLinks(config, itemOf(imported, existing, generateBlockId), imported, existing);
      const found = problemsOf(config, imported, item);
      const problems = [...found, ...(await importedAddressProblems(unit, imported.id, addresses))];
      if (!problems.every((problem) => isUnfinished(imported, problem))) return { ok: false, problems };
      const { publish, heldBack, isLinkUnknown } = await judge(unit, item, found);
      if (isLinkUnknown && mayWait) return { ok: false, problems: heldBack, later: true };
      group.heldBack = heldBack;
      const firstPublishedAt = imported.publishedAt;
      return {
        ok: true,
        changes: [{ item, change: { publish, unpublish: [], at, firstPublishedAt, namedById: true } }],
      };
    },
    stageMore(unit) {
      if (origin && !unit.holds(importedItems.at(imported.id), origin)) unit.set(importedItems.at(imported.id), origin);
      return stageImportedAddresses(unit, imported.id, addresses);
    },
    refuse: (_, failure) => ({
      ok: false,
      problems: failureProblems(failure),
      ...(failure.reason === 'slug-taken' && { later: true }),
    }),
  };
  return group;

  /** The languages that can be published, and what is wrong with the others that were to be. */
  async function judge(unit: UnitOfWork, item: Item, unfinished: Problem[]) {
    const wanted = Object.keys(imported.languages).filter((language) => !imported.languages[language]?.isDraft);
    const lacks = (language: Locale) =>
      unfinished.filter(({ path }) => path[0] !== 'languages' || path[1] === language);
    const finished = wanted.filter((language) => lacks(language).length === 0);
    const checks = (await checkTogether(unit, config, [{ item, languages: finished }])).get(item.id) ?? [];
    // An address that another item has refuses the whole item, unless that item leaves it in the same import.
    const errors = checks.filter(
      ({ severity, code, target = '' }) =>
        severity === 'error' && code !== 'slug-taken' && !(code === 'link-broken' && isArriving(target)),
    );
    return {
      publish: finished.filter((language) => !errors.some((check) => check.language === language)),
      heldBack: [
        ...new Set(wanted.flatMap(lacks)),
        ...errors.map((check) => checkProblem(config, imported, item, check)),
      ],
      isLinkUnknown: errors.some(({ code }) => code === 'link-broken'),
    };
  }
}

function refused(path: Problem['path'], message: string): ImportFailure {
  return { ok: false, problems: [{ path, message }] };
}

function failureProblems(failure: StagingFailure): Problem[] {
  switch (failure.reason) {
    case 'invalid':
      return failure.problems;
    case 'slug-taken': {
      const message = `"${failure.slug}" is already the address of the item "${failure.itemId}"`;
      return [{ path: ['languages', failure.language, 'slug'], message }];
    }
    case 'unshowable': {
      const { language, parts } = failure;
      const path = ['languages', language];
      if (parts.length === 0) return [{ path, message: 'the site cannot show its page' }];
      return parts.map((part) => ({
        path: [...path, ...part.replace(/^field:/, 'fields.').split('.')],
        message: 'the site cannot show it',
      }));
    }
    case 'too-many':
      return [{ path: [], message: 'has too many languages to be stored in one commit' }];
    case 'conflict':
    case 'not-found':
      return [{ path: [], message: 'somebody else changed the item at the same moment' }];
  }
}
