import {
  type GivenAddresses,
  importedAddressProblems,
  MAX_IMPORTED_ADDRESSES,
  stageImportedAddresses,
} from '../addresses/imported-addresses.ts';
import { readTree } from '../addresses/page-places.ts';
import { importedItems, items, purgedItems } from '../content/collections.ts';
import type { Item } from '../content/item.ts';
import { viewTree } from '../content/page-tree.ts';
import { slugProblem } from '../content-types/slugs.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import { stagePageMove } from '../items/move-page.ts';
import type { Locale } from '../locales/locale.ts';
import type { Problem } from '../problems/problem.ts';
import { findChecks } from '../publishing/check-item.ts';
import type { PublicationCommit } from '../publishing/commit-publications.ts';
import type { Check } from '../publishing/publish-checks.ts';
import { type PublishFailure, refusedBy } from '../publishing/publish-outcome.ts';
import type { BlockIdGenerator } from '../rich-text/block-ids.ts';
import { fixedSlug } from '../site/reserved-paths.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { checkProblem, importedItemProblems, isUnfinished, problemsOf } from './import-problems.ts';
import type { ImportedItem } from './imported-item.ts';
import { itemOf, withLinks } from './item-of-import.ts';

export interface ImportCommit extends PublicationCommit {
  /** What the last decision keeps as a draft although it was to be published, and why. */
  heldBack: Problem[];
  /** Old addresses that the last decision left out. */
  leftOut: Problem[];
}

interface CommitOptions {
  /** Where the item was read, to be remembered. */
  file?: string;
  /** Whether an item that a link names is stored in the same import, after this one. */
  isArriving?: (id: string) => boolean;
  /** Whether an item whose links lead to no item is refused for now (`later`), and not kept as a draft. */
  mayWait?: boolean;
  /** Whether a page whose parent is not there is refused for now, and not brought to the top. */
  waitsForParent?: boolean;
  /** Whether old addresses that it cannot have are left out, instead of refusing it. */
  lenient?: boolean;
}

/** Maximum writes for an item besides itself and its publications. */
export const MORE_WRITES = MAX_IMPORTED_ADDRESSES + 2;

/**
 * The commit of an imported item: it replaces the stored item, and is published in those of its languages that are no drafts and
 * pass the checks. Files that it names must have been imported.
 */
export function importCommit(
  config: SiteConfig,
  generateBlockId: BlockIdGenerator,
  imported: ImportedItem,
  { file, isArriving = () => false, mayWait = false, waitsForParent = false, lenient = false }: CommitOptions = {},
): ImportCommit {
  const given = Object.entries(imported.languages).flatMap(([language, { oldAddresses = [] }]): GivenAddresses[] =>
    oldAddresses.length > 0 ? [{ language, addresses: oldAddresses }] : [],
  );
  let addresses = given;
  const origin = file === undefined ? undefined : { itemId: imported.id, file };

  const commit: ImportCommit = {
    heldBack: [],
    leftOut: [],
    replacesContents: true,
    async decide(unit, at) {
      if (imported.publishedAt !== undefined && imported.publishedAt > at) {
        return refused(['publishedAt'], 'lies in the future');
      }
      if (slugProblem(imported.id)) return invalid(importedItemProblems(config, imported));
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
      addresses = given;
      commit.leftOut = [];
      let wrong = await importedAddressProblems(unit, imported.id, addresses);
      for (; lenient && wrong.length > 0; wrong = await importedAddressProblems(unit, imported.id, addresses)) {
        commit.leftOut.push(...wrong.map(asLeftOut));
        addresses = withoutAddresses(addresses, wrong);
      }
      const problems = [...found, ...wrong];
      if (!problems.every((problem) => isUnfinished(imported, problem))) return invalid(problems);
      const { publish, heldBack, errors } = await judge(unit, item, found);
      if (mayWait && errors.some(({ code }) => code === 'link-broken')) return refusedBy(errors, item);
      const absent = await absentParent(unit, imported);
      if (waitsForParent && absent) return refusedBy([absent], item);
      commit.heldBack = heldBack;
      const firstPublishedAt = imported.publishedAt;
      return { ok: true, item, change: { publish, unpublish: [], at, firstPublishedAt, namedById: true } };
    },
    async stageMore(unit) {
      if (origin && !unit.holds(importedItems.at(imported.id), origin)) unit.set(importedItems.at(imported.id), origin);
      const isMoved = await stagePlace(unit);
      return stageImportedAddresses(unit, imported.id, addresses) || isMoved;
    },
  };
  return commit;

  /** Stages the place of a page, or notes why it cannot have it. @returns whether it is another one */
  async function stagePlace(unit: UnitOfWork): Promise<boolean> {
    const { id, type, parent, position } = imported;
    if (parent === undefined) return false;
    const isBelowIt = viewTree(await readTree(unit, type)).entry(id)?.parent === parent;
    if (isBelowIt && position === undefined) return false;
    const move = await stagePageMove(unit, config, { id, parent, position });
    // Where a rule of the configuration redirects the address, it goes on doing so.
    if (move.ok || move.reason === 'redirected') return !move.ok || !move.isSame;
    commit.leftOut.push(
      asLeftOut({ path: ['parent'], message: `the page cannot stand below "${parent}" (${move.reason})` }),
    );
    return false;
  }

  /** The languages that can be published, and what is wrong with the others that were to be. */
  async function judge(unit: UnitOfWork, item: Item, unfinished: Problem[]) {
    const wanted = Object.keys(imported.languages).filter((language) => !imported.languages[language]?.isDraft);
    const lacks = (language: Locale) =>
      unfinished.filter(({ path }) => path[0] !== 'languages' || path[1] === language);
    const finished = wanted.filter((language) => lacks(language).length === 0);
    const checks = await findChecks(unit, config, { item, languages: finished });
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
      errors,
    };
  }
}

/** Says that the page that an imported one is to stand below is not there, or not yet. */
async function absentParent(unit: UnitOfWork, { parent, sourceLanguage }: ImportedItem): Promise<Check | undefined> {
  if (parent === undefined || slugProblem(parent)) return undefined;
  await unit.read([items.at(parent)]);
  if (unit.peek(items.at(parent))) return undefined;
  return { severity: 'error', code: 'link-broken', language: sourceLanguage, target: parent };
}

function asLeftOut({ path, message }: Problem): Problem {
  return { path, message: path.length > 0 ? `${message}: it is left out` : `${message}: the last ones are left out` };
}

/** The addresses without those that have a problem, or without the last ones if there are too many. */
function withoutAddresses(given: readonly GivenAddresses[], wrong: readonly Problem[]): GivenAddresses[] {
  let room = MAX_IMPORTED_ADDRESSES;
  return given.map(({ language, addresses }) => {
    const at = new Set(wrong.flatMap(({ path }) => (path[1] === language ? [Number(path[3])] : [])));
    const kept = addresses.filter((_, index) => !at.has(index)).slice(0, room);
    room -= kept.length;
    return { language, addresses: kept };
  });
}

function refused(path: Problem['path'], message: string): PublishFailure {
  return invalid([{ path, message }]);
}

function invalid(problems: Problem[]): PublishFailure {
  return { ok: false, reason: 'invalid', problems };
}

/** Whether a retry may succeed once other items of the import are stored: one that has an address, or that a link leads to. */
export function mayPassLater(failure: PublishFailure): boolean {
  const isOfOther = ({ code }: Check) => code === 'slug-taken' || code === 'link-broken';
  return failure.reason === 'checks' && failure.checks.some(isOfOther);
}

/** Why an item is not stored, at its places in the file. */
export function failureProblems(config: SiteConfig, imported: ImportedItem, failure: PublishFailure): Problem[] {
  if (failure.reason === 'invalid') return failure.problems;
  const { item } = failure;
  if ('checks' in failure && item) return failure.checks.map((check) => checkProblem(config, imported, item, check));
  return [{ path: [], message: 'somebody else changed the item at the same moment' }];
}
