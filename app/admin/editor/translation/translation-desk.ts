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
import { linksOf, minorEditsOf, readLinks, readShownLanguage } from './read-shown-language.ts';

export type TranslationSide = 'source' | 'translation';

/** The comparison of two languages of an item. */
export interface TranslationState {
  content: { [side in TranslationSide]: LanguageContent };
  units: { [side in TranslationSide]: ReadonlyMap<UnitId, Unit> };
  /** Of the translation, including those of empty blocks. */
  links: TranslationLinks;
  reports: readonly UnitReport[];
  /** By unit, for each side. */
  by: { [side in TranslationSide]: ReadonlyMap<UnitId, UnitReport> };
  counts: TranslationCounts;
}

/** Two drafts side by side. */
export interface TranslationDesk {
  /** The comparison, debounced; `undefined` until the first one. */
  state: Store<TranslationState | undefined>;
  /** Compares now, without waiting for the debounce. */
  refresh(): void;
  /** Marks a unit of the translation as current. */
  markCurrent(unit: UnitId): void;
  /** Marks the latest change of a source unit as minor. */
  noteMinorEdit(source: UnitId): void;
  /** Records that an unlinked field of the translation was written from the current source. */
  noteWritten(unit: UnitId): void;
  /** Links unlinked blocks to the source blocks at the same position. */
  linkByOrder(): void;
  stop(): void;
}

/** The drafts of an item, and the fields of its type. */
interface Compared {
  source: Doc;
  translation: Doc;
  /** The shared draft. */
  shared: Doc;
  type: Pick<ContentType, 'fields'>;
}

interface TranslationDeskOptions extends Compared {
  /** Whether the person may write the translation, and therefore its links. */
  canLink: boolean;
  /** Runs work when idle. @returns a function that cancels it */
  whenIdle?: (work: () => void) => () => void;
}

/** Creates the comparison of two drafts. */
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
      const origin = unitsOf(readShownLanguage(source, type), type).find(({ id }) => id === unit);
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
  const readShown = (doc: Doc) => asShown(readShownLanguage(doc, type), hasCover);
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

/** Debounce in milliseconds. */
const PAUSE = 250;

/** Maximum wait for idle time in milliseconds. */
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
