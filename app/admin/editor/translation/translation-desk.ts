import type { Doc } from 'yjs';
import type { LanguageContent } from '#core/content/item.ts';
import type { TranslationCounts, TranslationLinks, UnitId, UnitReport } from '#core/content/translation-link.ts';
import type { ContentType } from '#core/content-types/content-type.ts';
import { type LinkedText, likelySource, linksOfWritten, linkTo } from '#core/translation/link-units.ts';
import { countStates, minorEditsFor, translationReport } from '#core/translation/translation-state.ts';
import { asShown, blockOfUnit, type Unit, unitsOf } from '#core/translation/units.ts';
import { createStore, type Store } from '../../../ui/kit/create-store.ts';
import { minorEditsOf, readLinks, readShownLanguage, readShownShared, writeLinks } from './read-shown-language.ts';

export type TranslationSide = 'source' | 'translation';

/** In the order of their columns. */
export const SIDES: readonly TranslationSide[] = ['source', 'translation'];

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
  /** If another translation is shown in place of the source (`seeFrom`): the comparison with the source, and its reports. */
  original?: { state: TranslationState; reportOf(report: UnitReport): UnitReport | undefined };
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
  /**
   * Records that this person wrote a unit of the translation. If it said nothing before, it counts as a translation of the
   * current source; a unit that is edited, or says again what it said, keeps its state.
   */
  noteWritten(unit: UnitId): void;
  /** Marks an extra block as the translation of its likely source (`likelySourceIn`). */
  link(unit: UnitId): void;
  /** Marks the blocks of a text that nothing links (`isUnlinked`) as translations of those of the source, in their order. */
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
  /** Another translation, which is shown in place of the source. */
  reference?: Doc | undefined;
  /** Whether the person may write the translation, and therefore its links. */
  canLink: boolean;
  /** Runs work when idle. @returns a function that cancels it */
  whenIdle?: (work: () => void) => () => void;
}

/** Creates the comparison of two drafts. */
export function createTranslationDesk(options: TranslationDeskOptions): TranslationDesk {
  const { source, translation, shared, reference, canLink, whenIdle = whenBrowserIdles } = options;
  const state = createStore<TranslationState | undefined>(undefined);
  let callOff: (() => void) | undefined;
  /** What each unit of the translation said when it last said something. */
  const said = new Map<UnitId, string>();
  const written = new Set<UnitId>();

  function read(): void {
    callOff = undefined;
    linkWritten();
    const next = readState(options);
    for (const { id, hash } of next.units.translation.values()) said.set(id, hash);
    state.write(reference ? seeFrom(next, readReference(reference, options), options.type) : next);
  }
  const schedule = () => {
    callOff?.();
    callOff = whenIdle(read);
  };

  function linkWritten(): void {
    if (written.size === 0) return;
    const now = readState(options);
    const isAnew = (unit: UnitId) => now.units.translation.get(unit)?.hash !== said.get(unit);
    const anew = new Set([...written].filter(isAnew));
    written.clear();
    linkAll(now, anew);
  }

  /** Links units of the translation to the source as it is now. */
  function linkAll(now: TranslationState, units: Iterable<UnitId>): void {
    writeLinks(
      translation,
      linksOfWritten(textOf(now, 'source'), textOf(now, 'translation'), now.links, new Set(units)),
    );
  }

  source.on('update', schedule);
  translation.on('update', schedule);
  shared.on('update', schedule);
  reference?.on('update', schedule);
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
      if (origin) writeLinks(translation, { [unit]: linkTo(origin) });
    },
    noteMinorEdit(unit) {
      const origin = readState(options).units.source.get(unit);
      const known = minorEditsOf(source).toArray();
      if (origin) minorEditsOf(source).push(minorEditsFor([origin], [readLinks(translation)], known));
    },
    noteWritten(unit) {
      if (!canLink || state.read()?.units.translation.has(unit)) return;
      written.add(unit);
      schedule();
    },
    link(unit) {
      const origin = likelySourceIn(readState(options), unit);
      if (origin) writeLinks(translation, { [unit]: linkTo(origin) });
    },
    linkByOrder() {
      const now = readState(options);
      const blocks = [...now.units.translation.keys()].filter((unit) => blockOfUnit(unit) !== undefined);
      if (isUnlinked(now)) linkAll(now, blocks);
    },
    stop() {
      callOff?.();
      linkWritten();
      source.off('update', schedule);
      translation.off('update', schedule);
      shared.off('update', schedule);
      reference?.off('update', schedule);
    },
  };
}

/** Whether a translation has anything, be it an empty block that waits for words. */
export function isBegun({ reports }: TranslationState): boolean {
  return reports.some(({ unit }) => unit !== undefined);
}

/** Whether no block of the translation is linked to one of the source. */
export function isUnlinked({ reports }: TranslationState): boolean {
  return !reports.some(
    ({ unit, source }) => unit !== undefined && source !== undefined && blockOfUnit(unit) !== undefined,
  );
}

/** The source block that is missing at the place of an extra block. */
export function likelySourceIn(state: TranslationState, unit: UnitId): Unit | undefined {
  return likelySource(textOf(state, 'source'), textOf(state, 'translation'), state.links, unit);
}

function textOf({ content, units }: TranslationState, side: TranslationSide): LinkedText {
  return { units: [...units[side].values()], body: content[side].body };
}

function readReference(doc: Doc, { shared, type }: Compared) {
  return { content: asShown(readShownLanguage(doc, type), readShownShared(shared, type), type), links: readLinks(doc) };
}

function readState({ source, translation, shared, type }: Compared): TranslationState {
  const present = readShownShared(shared, type);
  const readShown = (doc: Doc) => asShown(readShownLanguage(doc, type), present, type);
  const content = { source: readShown(source), translation: readShown(translation) };
  const units = { source: unitsOf(content.source, type), translation: unitsOf(content.translation, type) };
  const links = readLinks(translation);
  const reports = translationReport(
    { units: units.source, minorEdits: minorEditsOf(source).toArray() },
    { units: units.translation, links, body: content.translation.body },
  );
  return {
    content,
    units: { source: byId(units.source), translation: byId(units.translation) },
    links,
    reports,
    by: byUnit(reports),
    counts: countStates([...reports]),
  };
}

const byId = (units: readonly Unit[]) => new Map(units.map((unit) => [unit.id, unit]));

function byUnit(reports: readonly UnitReport[]): TranslationState['by'] {
  const by = (name: 'source' | 'unit') =>
    new Map(reports.flatMap((report): [UnitId, UnitReport][] => (report[name] ? [[report[name], report]] : [])));
  return { source: by('source'), translation: by('unit') };
}

/** A translation that is shown in place of the source. */
type Reference = Pick<TranslationState, 'links'> & { content: TranslationState['content']['translation'] };

/**
 * A comparison with another translation in place of the source. The states stay those of the translation and its source; the
 * units of the source are replaced by those of the reference that translate them. What the reference does not have either is
 * left out, but counted.
 */
function seeFrom(
  state: TranslationState,
  { content, links }: Reference,
  type: Parameters<typeof unitsOf>[1],
): TranslationState {
  const units = byId(unitsOf(content, type));
  const shown = new Map<UnitId, UnitId>();
  for (const id of units.keys()) {
    const origin = blockOfUnit(id) === undefined ? id : links[id]?.source;
    if (origin !== undefined && !shown.has(origin)) shown.set(origin, id);
  }
  const originals = new Map<UnitReport, UnitReport>();
  for (const report of state.reports) {
    const { source: origin, ...rest } = report;
    const source = origin === undefined ? undefined : shown.get(origin);
    if (source === undefined && rest.unit === undefined) continue;
    originals.set({ ...rest, ...(source !== undefined && { source }) }, report);
  }
  const reports = [...originals.keys()];
  return {
    ...state,
    content: { ...state.content, source: content },
    units: { ...state.units, source: units },
    reports,
    by: byUnit(reports),
    original: { state, reportOf: (report) => originals.get(report) },
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
