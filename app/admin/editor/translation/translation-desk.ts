import type { Doc, Transaction } from 'yjs';
import type { LanguageContent } from '#core/content/item.ts';
import type { TranslationLinks, UnitId } from '#core/content/translation-link.ts';
import type { TranslationCounts, UnitReport } from '#core/content/translation-report.ts';
import type { ContentType } from '#core/content-types/content-type.ts';
import { DRAFT_COVER } from '#core/drafts/draft-shape.ts';
import { linkTo, relink } from '#core/translation/link-units.ts';
import { minorEditsFor } from '#core/translation/minor-edits.ts';
import { countStates, translationReport } from '#core/translation/translation-state.ts';
import { asShown, blockOfUnit, type Unit, unitsOf } from '#core/translation/units.ts';
import { createStore, type Store } from '../../../ui/kit/create-store.ts';
import { linksOf, minorEditsOf, readLanguage, readLinks } from './read-language.ts';

export type TranslationSide = 'source' | 'translation';

/** How two languages of an item stand to each other. */
export interface TranslationState {
  content: { [side in TranslationSide]: LanguageContent };
  units: { [side in TranslationSide]: ReadonlyMap<UnitId, Unit> };
  /** Of the translation, those of blocks without words among them. */
  links: TranslationLinks;
  reports: readonly UnitReport[];
  /** By the unit of the source, and of the translation. */
  by: { [side in TranslationSide]: ReadonlyMap<UnitId, UnitReport> };
  counts: TranslationCounts;
}

/** Two drafts side by side. */
export interface TranslationDesk {
  /** Follows the drafts, a moment after somebody paused; `undefined` until it was read once. */
  state: Store<TranslationState | undefined>;
  /** Reads what was written since, without waiting for a pause. */
  refresh(): void;
  /** Notes that a unit of the translation says what the source says now. */
  markCurrent(unit: UnitId): void;
  /** Notes that the latest change of a unit of the source needs no new translation. */
  noteMinorEdit(source: UnitId): void;
  /** Notes that a field of the translation, which was linked to nothing, was written from the source as it is now. */
  noteWritten(unit: UnitId): void;
  /** Links blocks that are linked to nothing to those of the source in the same place. */
  linkByOrder(): void;
  stop(): void;
}

/** The drafts of an item and what its type has. */
interface Compared {
  source: Doc;
  translation: Doc;
  /** What the languages share. */
  shared: Doc;
  type: Pick<ContentType, 'fields'>;
}

interface TranslationDeskOptions extends Compared {
  /** Whether the person may write the translation: only then are its links. */
  canLink: boolean;
  /** Calls back once nothing more urgent is to be done. @returns a function that calls it off */
  whenIdle?: (work: () => void) => () => void;
}

/** Opens two drafts side by side. */
export function createTranslationDesk(options: TranslationDeskOptions): TranslationDesk {
  const { source, translation, shared, type, canLink, whenIdle = whenBrowserIdles } = options;
  const state = createStore<TranslationState | undefined>(undefined);
  let callOff: (() => void) | undefined;
  let hasOwnChange = false;

  function read(): void {
    callOff = undefined;
    if (hasOwnChange && canLink) linkByOrder();
    hasOwnChange = false;
    state.write(readState(options));
  }
  const schedule = (_update: unknown, _origin: unknown, doc: Doc, transaction: Transaction) => {
    if (doc === translation && transaction.local) hasOwnChange = true;
    callOff?.();
    callOff = whenIdle(read);
  };

  function linkByOrder(): void {
    const { content } = readState(options);
    const links = readLinks(translation);
    const [from, to] = [
      { units: unitsOf(content.source, type), body: content.source.body },
      { units: unitsOf(content.translation, type), body: content.translation.body },
    ];
    const found = relink(from, to, { units: to.units, links });
    translation.transact(() => {
      for (const [unit, link] of Object.entries(found)) {
        if (blockOfUnit(unit) !== undefined && links[unit] === undefined) linksOf(translation).set(unit, link);
      }
    });
  }

  source.on('update', schedule);
  translation.on('update', schedule);
  shared.on('update', schedule);
  read();
  return {
    state,
    refresh() {
      if (!callOff) return;
      callOff();
      read();
    },
    markCurrent(unit) {
      const { units, by } = readState(options);
      const origin = units.source.get(by.translation.get(unit)?.source ?? '');
      if (origin) linksOf(translation).set(unit, linkTo(origin));
    },
    noteMinorEdit(unit) {
      const origin = readState(options).units.source.get(unit);
      const known = minorEditsOf(source).toArray();
      if (origin) minorEditsOf(source).push(minorEditsFor([origin], [readLinks(translation)], known));
    },
    noteWritten(unit) {
      if (!canLink || linksOf(translation).has(unit)) return;
      const origin = unitsOf(readLanguage(source, type), type).find(({ id }) => id === unit);
      if (origin) linksOf(translation).set(unit, linkTo(origin));
    },
    linkByOrder,
    stop() {
      callOff?.();
      source.off('update', schedule);
      translation.off('update', schedule);
      shared.off('update', schedule);
    },
  };
}

function readState({ source, translation, shared, type }: Compared): TranslationState {
  const hasCover = shared.getMap(DRAFT_COVER).has('media');
  const readShown = (doc: Doc) => asShown(readLanguage(doc, type), hasCover);
  const content = { source: readShown(source), translation: readShown(translation) };
  const units = { source: unitsOf(content.source, type), translation: unitsOf(content.translation, type) };
  const links = readLinks(translation);
  const reports = translationReport(
    { units: units.source, minorEdits: minorEditsOf(source).toArray() },
    { units: units.translation, links },
  );
  const byUnit = (side: TranslationSide) => new Map(units[side].map((unit) => [unit.id, unit]));
  const reportsBy = (name: 'source' | 'unit') =>
    new Map(reports.flatMap((report): [UnitId, UnitReport][] => (report[name] ? [[report[name], report]] : [])));
  return {
    content,
    units: { source: byUnit('source'), translation: byUnit('translation') },
    links,
    reports,
    by: { source: reportsBy('source'), translation: reportsBy('unit') },
    counts: countStates([...reports]),
  };
}

/** Milliseconds without a change after which the drafts are compared. */
const PAUSE = 250;

/** Milliseconds after which they are compared although the browser is busy. */
const PATIENCE = 1_500;

function whenBrowserIdles(work: () => void): () => void {
  let idle: number | undefined;
  const timer = setTimeout(() => {
    if (typeof requestIdleCallback !== 'function') work();
    else idle = requestIdleCallback(work, { timeout: PATIENCE });
  }, PAUSE);
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}
