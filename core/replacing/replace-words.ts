import { z } from 'zod';
import type { Actor } from '../access/actor.ts';
import { may, requireMay } from '../access/policy.ts';
import { auditWrite, onRecord, personOf } from '../audit/audit-log.ts';
import { items } from '../content/collections.ts';
import type { Item } from '../content/item.ts';
import { fieldsOf } from '../content/own-contents.ts';
import type { ContentType } from '../content-types/content-type.ts';
import { idOf } from '../documents/document-path.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { type DraftPartName, SHARED } from '../drafts/draft-name.ts';
import {
  type Drafts,
  isOutOfRoom,
  type LanguageChange,
  type LanguageDraft,
  type SharedChange,
  type SharedDraft,
} from '../drafts/drafts.ts';
import { languageInItem, sharedInItem } from '../drafts/item-parts.ts';
import { withoutControls } from '../forms/form-shape.ts';
import type { Locale } from '../locales/locale.ts';
import { itemEntry } from '../publishing/publication-entry.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { MAX_MINOR_EDITS } from '../translation/translation-state.ts';
import { unitsOf } from '../translation/units.ts';
import { type EditText, editLanguageTexts, editSharedTexts } from './edit-texts.ts';
import {
  anchorId,
  anchorOf,
  createFinder,
  createReplacer,
  createUndo,
  type SoughtWords,
  textOf,
} from './find-in-text.ts';

/** Limits of a search and of a replacement. Source: Meki's own. */
export const REPLACE_LIMITS = {
  /** Characters that are looked for, and that they are replaced with. */
  words: 200,
  /** Places that a page of results shows, and that are found in one item. */
  places: 300,
  /** Items that are read for a page of results. */
  items: 1_000,
  /** Items that are read together, before others have their turn. */
  batch: 20,
  /** Runs of the texts that are brought back at once: thousands in one paragraph take Yjs seconds. */
  runs: 1_000,
  /** Milliseconds after which a request begins with no further item: well before it would count as lost. */
  time: 4_000,
} as const;

/** A place where the words stand. */
export interface FoundPlace {
  /** Names it in its part of the item, as long as nothing changes there. */
  id: string;
  field: string;
  block?: string;
  isAddress: boolean;
  before: string;
  match: string;
  after: string;
}

export interface FoundItem {
  item: Item;
  /** By language, or the shared part; only what the person may change. */
  parts: { part: DraftPartName; places: FoundPlace[] }[];
  /** Places that the person may read, and not change. */
  refused: number;
}

export interface FoundPlaces {
  found: FoundItem[];
  /** Where to go on: there are more items. */
  next?: string;
}

export interface ReplaceDependencies {
  store: DocumentStore;
  drafts: Drafts;
  config: SiteConfig;
  now?: () => number;
  /** Milliseconds from any origin. */
  clock?: () => number;
  /** Lets others have their turn. */
  pause?: () => Promise<void>;
}

/** What is looked for, and where. */
export interface PlaceSearch extends SoughtWords {
  /** A language, the shared part, or everything if empty. */
  language?: DraftPartName | undefined;
  type?: string | undefined;
  /** The id of the last item of the former page. */
  after?: string | undefined;
}

/** Finds words in the drafts of all items that are not in the trash, in slices. @throws {Forbidden} */
export async function findPlaces(
  { store, config, pause = nextTurn }: Pick<ReplaceDependencies, 'store' | 'config' | 'pause'>,
  actor: Actor,
  search: PlaceSearch,
): Promise<FoundPlaces> {
  requireMay(actor, 'draft.read');
  const find = createFinder(search);
  const found: FoundItem[] = [];
  let [places, read] = [0, 0];
  let after = search.after;
  while (read < REPLACE_LIMITS.items) {
    const documents = await store.runQuery({
      collection: items.name,
      limit: REPLACE_LIMITS.batch,
      ...(after && { startAfter: [after] }),
    });
    for (const document of documents) {
      // A damaged document is told by others, and hides no other one.
      const { data: item } = items.schema.safeParse(document.data);
      read++;
      if (item && item.trashedAt === undefined && (!search.type || item.type === search.type)) {
        const one = placesIn(config, actor, item, { find, language: search.language });
        const count = one.parts.reduce((sum, part) => sum + part.places.length, 0);
        if (places > 0 && places + count > REPLACE_LIMITS.places) return { found, ...(after && { next: after }) };
        places += count;
        if (count + one.refused > 0) found.push(one);
      }
      after = idOf(document);
    }
    if (documents.length < REPLACE_LIMITS.batch) return { found };
    await pause();
  }
  return { found, ...(after && { next: after }) };
}

function placesIn(
  config: SiteConfig,
  actor: Actor,
  item: Item,
  { find, language }: { find: ReturnType<typeof createFinder>; language: PlaceSearch['language'] },
): FoundItem {
  const result: FoundItem = { item, parts: [], refused: 0 };
  let count = 0;
  for (const part of partsOf(config, item).filter((one) => !language || one === language)) {
    const places: FoundPlace[] = [];
    editPart(config, item, part, draftInItem(item, part), (said) => {
      const text = textOf(said);
      for (const range of find(text)) {
        if (++count > REPLACE_LIMITS.places) break;
        const anchor = anchorOf(text, range);
        const { field, block, isAddress } = said;
        const { before, match, after } = anchor;
        const id = anchorId(said.key, anchor);
        places.push({ id, field, ...(block !== undefined && { block }), isAddress, before, match, after });
      }
      return undefined;
    });
    if (!mayEdit(actor, item, part)) result.refused += places.length;
    else if (places.length > 0) result.parts.push({ part, places });
  }
  return result;
}

const runsSchema = z.array(
  z.strictObject({
    text: z.string().max(1_000).transform(withoutControls),
    marks: z
      .array(z.strictObject({ type: z.string().max(40), attrs: z.record(z.string(), z.unknown()).exactOptional() }))
      .max(10),
  }),
);

/** What undoes a replacement at one place: what stands there now, and what stood there before. */
const replacedPlaceSchema = z.strictObject({
  itemId: z.string().min(1).max(120),
  part: z.string().max(20),
  key: z.string().max(400),
  before: z.string().max(100),
  match: z.string().max(1_000),
  after: z.string().max(100),
  nth: z.int().min(0),
  former: runsSchema,
});

export type ReplacedPlace = z.infer<typeof replacedPlaceSchema>;

/** What undoes replacements at several places, from outside. */
export const undoneSchema = z
  .array(replacedPlaceSchema)
  .max(2 * REPLACE_LIMITS.places)
  .refine((places) => places.reduce((sum, { former }) => sum + former.length, 0) <= REPLACE_LIMITS.runs);

/** A replacement in one item. */
export type ItemReplacement = { itemId: string } & (
  | {
      sought: SoughtWords;
      replacement: string;
      /** The ids of the chosen places, by part. */
      chosen: ReadonlyMap<string, ReadonlySet<string>>;
      /** Whether translations that are up to date stay so. */
      isMinor: boolean;
    }
  | { undone: readonly ReplacedPlace[] }
);

export interface ReplaceOutcome {
  /** Items that were changed. */
  items: number;
  places: number;
  /** Places where something else stands meanwhile, whose address would not be one, or whose item is gone or damaged. */
  skipped: number;
  /** Places that the person may not change. */
  refused: number;
  /** Places of drafts that would be too long. */
  tooLong: number;
  /** Changed items of which something is public, which stays as it is until they are published. */
  unpublished: number;
  undo: ReplacedPlace[];
  /** What there was no time for; the first item is always done. */
  left: ItemReplacement[];
}

/**
 * Replaces words at places of the drafts of items, or undoes that, with an entry in the audit log. Each text is changed at the
 * place alone, so that what others type elsewhere in it stays, and their carets; what was changed there meanwhile is left.
 * Nothing public changes. Rights are checked for each language of each item.
 */
export async function replaceInItems(
  dependencies: ReplaceDependencies,
  actor: Actor,
  replacements: readonly ItemReplacement[],
): Promise<ReplaceOutcome> {
  requireMay(actor, 'draft.read');
  const { store, now = Date.now, clock = () => performance.now(), pause = nextTurn } = dependencies;
  const sum: ReplaceOutcome = {
    ...{ items: 0, places: 0, skipped: 0, refused: 0, tooLong: 0, unpublished: 0 },
    undo: [],
    left: [],
  };
  const until = clock() + REPLACE_LIMITS.time;
  const changed: Item[] = [];
  const languages = new Set<Locale>();
  try {
    for (const [index, replacement] of replacements.entries()) {
      if (index > 0 && clock() >= until) {
        sum.left = replacements.slice(index);
        break;
      }
      const item = await replaceInItem(dependencies, actor, replacement, sum, languages);
      if (item) changed.push(item);
      await pause();
    }
  } finally {
    const [first] = changed;
    if (first) {
      const action = replacements.some((one) => 'undone' in one) ? 'item.replacement-undone' : 'item.replaced';
      const details = { count: changed.length, ...(languages.size > 0 && { languages: [...languages] }) };
      const entry = { action, at: now(), actor: onRecord(actor), details } as const;
      await store.commit([auditWrite(changed.length === 1 ? itemEntry({ ...entry, item: first }) : entry)]);
    }
  }
  return sum;
}

/** @returns the item if it was changed */
async function replaceInItem(
  dependencies: ReplaceDependencies,
  actor: Actor,
  replacement: ItemReplacement,
  sum: ReplaceOutcome,
  languages: Set<Locale>,
): Promise<Item | undefined> {
  const { store, drafts, config } = dependencies;
  const { itemId } = replacement;
  const [document] = await store.batchGet([items.at(itemId).path]);
  const { data: item } = items.schema.safeParse(document?.data);
  const wanted = 'undone' in replacement ? Map.groupBy(replacement.undone, ({ part }) => part) : replacement.chosen;
  let [isChanged, isPublic] = [false, false];
  for (const [part, places] of wanted) {
    const count = 'size' in places ? places.size : places.length;
    if (!item || item.trashedAt !== undefined || !partsOf(config, item).includes(part)) {
      sum.skipped += count;
      continue;
    }
    if (!mayEdit(actor, item, part)) {
      sum.refused += count;
      continue;
    }
    let undo: ReplacedPlace[] = [];
    const decide = (draft: LanguageDraft | SharedDraft): (LanguageChange & SharedChange) | undefined => {
      undo = [];
      const edit =
        'undone' in replacement
          ? createUndo(places as readonly ReplacedPlace[])
          : createReplacer(replacement, places as ReadonlySet<string>);
      const change = editPart(config, item, part, draft, (said) => {
        const edited = edit(said);
        undo.push(...(edited?.places ?? []).map((place) => ({ ...place, itemId, part })));
        return edited?.runs;
      });
      if (!change || !('isMinor' in replacement) || !replacement.isMinor || part !== item.sourceLanguage) return change;
      return { ...change, minorEdits: minorEdits(config, item, draft as LanguageDraft, change) };
    };
    try {
      if (part === SHARED) await drafts.changeShared(itemId, decide, personOf(actor));
      else await drafts.changeLanguage(itemId, part, decide, personOf(actor));
    } catch (error) {
      if (!isOutOfRoom(error)) throw error;
      sum.tooLong += count;
      continue;
    }
    sum.places += undo.length;
    sum.skipped += count - undo.length;
    sum.undo.push(...undo);
    if (undo.length === 0) continue;
    isChanged = true;
    if (part !== SHARED) languages.add(part);
    isPublic ||= Object.entries(item.languages).some(
      ([language, { publishedSlug }]) => publishedSlug !== undefined && (part === SHARED || part === language),
    );
  }
  if (isChanged) sum.items++;
  if (isPublic) sum.unpublished++;
  return isChanged ? item : undefined;
}

/** The minor edits of the source with those of a change: translations that were up to date stay so. */
function minorEdits(config: SiteConfig, item: Item, draft: LanguageDraft, change: LanguageChange) {
  const type = typeOf(config, item);
  if (!type) return draft.minorEdits;
  const { seo, fields } = change;
  const next = { ...draft, ...change, seo: { ...draft.seo, ...seo }, fields: { ...draft.fields, ...fields } };
  const former = new Map(unitsOf(draft, type).map(({ id, hash }) => [id, hash]));
  const edits = unitsOf(next, type).flatMap(({ id, hash }) => {
    const from = former.get(id);
    return from === undefined || from === hash ? [] : [{ unit: id, from, to: hash }];
  });
  return [...draft.minorEdits, ...edits].slice(-MAX_MINOR_EDITS);
}

function partsOf({ locales }: SiteConfig, item: Item): string[] {
  return [...locales.map(({ code }) => code).filter((code) => item.languages[code]), SHARED];
}

function mayEdit(actor: Actor, { authorId = '' }: Item, part: string): boolean {
  return may(actor, 'item.edit', { authorId, ...(part !== SHARED && { language: part }) });
}

function draftInItem(item: Item, part: string): LanguageDraft | SharedDraft | undefined {
  return part === SHARED ? sharedInItem(item) : languageInItem(item, part);
}

function editPart(
  config: SiteConfig,
  item: Item,
  part: string,
  draft: LanguageDraft | SharedDraft | undefined,
  edit: EditText,
): (LanguageChange & SharedChange) | undefined {
  const type = typeOf(config, item);
  if (!draft || !type) return undefined;
  const definitions = { fields: fieldsOf(type, item.id, part !== SHARED), blocks: config.blocks ?? [] };
  return 'body' in draft
    ? (editLanguageTexts(draft, definitions, edit) as LanguageChange & SharedChange)
    : editSharedTexts(draft, definitions, edit);
}

function typeOf({ contentTypes }: SiteConfig, { type }: Item): ContentType | undefined {
  return contentTypes.find(({ key }) => key === type);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
