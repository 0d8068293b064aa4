import { z } from 'zod';
import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/policy.ts';
import { auditWrite, onRecord, personOf } from '../audit/audit-log.ts';
import { revisions } from '../content/collections.ts';
import { bylinesOf } from '../content/create-publication.ts';
import {
  hiddenState,
  type Item,
  type ItemLanguage,
  plannedAction,
  type Schedule,
  withAction,
} from '../content/item.ts';
import type { Revision } from '../content/publication.ts';
import { sameContents } from '../documents/compare-values.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import { stageItem } from '../item-cards/stage-item.ts';
import type { Locale } from '../locales/locale.ts';
import {
  changeItem,
  type Decision,
  type ItemDependencies,
  type ItemFailure,
  type ItemOutcome,
  wasPublished,
} from '../publishing/change-item.ts';
import { findChecks } from '../publishing/check-item.ts';
import { itemEntry } from '../publishing/publication-entry.ts';
import { withPublicationStates } from '../publishing/publication-states.ts';
import { type ChecksFailure, hasErrors, refusedBy } from '../publishing/publish-outcome.ts';
import { stagePublications } from '../publishing/stage-publications.ts';
import { stageHidden } from './archive-item.ts';
import { stageTrashed } from './trash-item.ts';

const time = z.int().nonnegative();

/** The publication state of a language, without its contents. */
const languageStandingSchema = z.strictObject({
  isArchived: z.boolean(),
  /** The revision number of its publication; missing if not public. */
  revision: time.exactOptional(),
  publishAt: time.exactOptional(),
  unpublishAt: time.exactOptional(),
});
type LanguageStanding = z.infer<typeof languageStandingSchema>;

/** For a value that was sent to the browser and back. */
export const itemStandingSchema = z.strictObject({
  id: z.string().min(1).max(120),
  /** When it was moved to the trash. */
  trashedAt: time.exactOptional(),
  languages: z.record(z.string().max(20), languageStandingSchema),
});

/** The publication state and place of an item, without its contents: enough to restore it (undo). */
export type ItemStanding = z.infer<typeof itemStandingSchema>;

export function standingOf({ id, trashedAt, languages }: Item): ItemStanding {
  const entries = Object.entries(languages).map(
    ([language, { state, publishedSlug, revision, schedule }]): [Locale, LanguageStanding] => [
      language,
      {
        isArchived: state === 'archived',
        ...(publishedSlug !== undefined && { revision }),
        ...(schedule?.publishAt !== undefined && { publishAt: schedule.publishAt }),
        ...(schedule?.unpublishAt !== undefined && { unpublishAt: schedule.unpublishAt }),
      },
    ],
  );
  return { id, ...(trashedAt !== undefined && { trashedAt }), languages: Object.fromEntries(entries) };
}

/**
 * Undoes an action on an item's state, in one commit: restores publications, unpublishes what was not public, and restores
 * schedules. Draft contents stay. The former state comes from the browser and is not trusted: the item only gets states that
 * actions can produce, so it is moved to the trash as of now, or unpublished. `conflict`: the state differs from that after the
 * action, because of a later change, or is impossible. `no-revision`: the former revision no longer exists. `checks`: what is
 * to be scheduled has errors, or a former revision cannot be public: its address is taken, or its page cannot be shown.
 * @throws {Forbidden}
 */
export async function undoStandingChange(
  dependencies: ItemDependencies,
  actor: Actor,
  { before, after }: { before: ItemStanding; after: ItemStanding },
): Promise<ItemOutcome | UndoFailure> {
  const target = { id: after.id, inTrash: after.trashedAt !== undefined };
  return changeItem<UndoFailure>(dependencies, actor, target, async (unit, item, at) => {
    requireMayUndo(actor, item, before, after);
    if (before.id !== after.id || !sameContents(standingOf(item), after)) return { ok: false, reason: 'conflict' };
    const { config, tryPage } = dependencies;
    return stageStanding({ unit, config, tryPage, actor, at }, item, { before, after });
  });
}

/** Why the former state cannot be restored. */
type UndoFailure = ItemFailure<'no-revision' | 'fixed-page'> | ChecksFailure;

/** Whether actions can have produced this state. */
function canStand({ languages }: ItemStanding): boolean {
  return Object.values(languages).every(({ isArchived, revision, publishAt, unpublishAt }) => {
    const isBackwards = publishAt !== undefined && unpublishAt !== undefined && unpublishAt <= publishAt;
    return !isBackwards && !(isArchived && (revision !== undefined || publishAt !== undefined));
  });
}

interface Staging extends Pick<ItemDependencies, 'config' | 'tryPage'> {
  unit: UnitOfWork;
  actor: Actor;
  at: number;
}

/** Stages restoring a former state, with audit entries: only what the actions themselves would do. */
async function stageStanding(
  { unit, config, tryPage, actor, at }: Staging,
  item: Item,
  { before, after }: { before: ItemStanding; after: ItemStanding },
): Promise<Decision | UndoFailure> {
  if (before.trashedAt !== undefined) {
    return after.trashedAt === undefined ? stageTrashed(unit, config, item, at) : { ok: true, item };
  }
  if (!canStand(before)) return { ok: false, reason: 'conflict' };
  const { trashedAt: _, ...placed } = item;
  const hide = languagesOf(before).filter(
    (language) => isPublic(after, language) && !isPublic(before, language) && item.languages[language],
  );
  let next = await stageHidden(unit, config, placed, { languages: hide, at });
  const republished: Locale[] = [];
  for (const language of languagesOf(before)) {
    const revision = before.languages[language]?.revision;
    if (revision === undefined || after.languages[language]?.revision === revision) continue;
    const by = personOf(actor);
    const staged = await stageRevision(unit, { config, tryPage }, next, { language, revision, at, by });
    if (!staged.ok) {
      return staged;
    }
    next = staged.item;
    republished.push(language);
  }
  const standing = withStanding(next, before, { at, by: personOf(actor) });
  const planned = languagesOf(before).filter((language) => {
    const publishAt = standing.languages[language]?.schedule?.publishAt;
    return publishAt !== undefined && publishAt !== after.languages[language]?.publishAt;
  });
  const checks = await findChecks(unit, config, { item: standing, languages: planned });
  if (hasErrors(checks)) return refusedBy(checks, item);
  for (const entry of recordsOf(before, after, { hide, republished })) {
    unit.append(auditWrite(itemEntry({ ...entry, at, actor: onRecord(actor), item })));
  }
  return { ok: true, item: await withPublicationStates(unit, config, standing) };
}

function withStanding(
  item: Item,
  before: ItemStanding,
  { at, by }: { at: number; by: { id: string; name: string } },
): Item {
  const languages: Item['languages'] = { ...item.languages };
  for (const [language, wanted] of Object.entries(before.languages)) {
    const current = item.languages[language];
    if (!current) continue;
    const { schedule: _, ...content } = current;
    const schedule = scheduleFor(current.schedule, wanted, { at, by });
    const stored: ItemLanguage = { ...content, ...(schedule && { schedule }) };
    languages[language] = { ...stored, state: stateFor(stored, wanted) };
  }
  return { ...item, languages };
}

/** Schedules that stay keep their author; restored ones belong to the person who restores them. */
function scheduleFor(
  current: Schedule | undefined,
  { publishAt, unpublishAt }: LanguageStanding,
  { at, by }: { at: number; by: { id: string; name: string } },
): Schedule | undefined {
  const times = { publish: publishAt, unpublish: unpublishAt };
  let schedule: Schedule | undefined;
  for (const action of ['publish', 'unpublish'] as const) {
    const wanted = times[action];
    if (wanted === undefined || wanted <= at) continue;
    const planned = plannedAction(current, action);
    schedule = withAction(schedule, action, planned?.at === wanted ? planned : { at: wanted, by });
  }
  return schedule;
}

function stateFor({ publishedSlug, state, schedule }: ItemLanguage, { isArchived }: LanguageStanding) {
  if (isArchived) return 'archived';
  return publishedSlug === undefined ? hiddenState(schedule) : state === 'changed' ? 'changed' : 'published';
}

/** @throws {Forbidden} if the actor may not do everything that restoring requires */
function requireMayUndo(actor: Actor, item: Item, before: ItemStanding, after: ItemStanding): void {
  if (before.trashedAt !== after.trashedAt) {
    requireMay(actor, 'item.trash', { authorId: item.authorId ?? '', wasPublished: wasPublished(item) });
  }
  for (const language of languagesOf(before)) {
    const [was, is] = [before.languages[language], after.languages[language]];
    if (was?.isArchived !== is?.isArchived) requireMay(actor, 'item.archive');
    if (was?.revision !== is?.revision)
      requireMay(actor, was?.revision === undefined ? 'item.unpublish' : 'item.publish');
    if (was?.publishAt !== is?.publishAt || was?.unpublishAt !== is?.unpublishAt) requireMay(actor, 'item.schedule');
  }
}

function recordsOf(
  before: ItemStanding,
  after: ItemStanding,
  { hide, republished }: { hide: Locale[]; republished: Locale[] },
) {
  const differing = (archived: boolean) =>
    languagesOf(before).filter(
      (language) =>
        before.languages[language]?.isArchived === archived && after.languages[language]?.isArchived === !archived,
    );
  const actions = [
    { action: 'item.unpublished' as const, languages: hide },
    { action: 'item.archived' as const, languages: differing(true) },
    { action: 'item.unarchived' as const, languages: differing(false) },
    { action: 'item.published' as const, languages: republished },
  ];
  return [
    ...(after.trashedAt === undefined ? [] : [{ action: 'item.untrashed' as const }]),
    ...actions.flatMap(({ action, languages }) => (languages.length > 0 ? [{ action, details: { languages } }] : [])),
  ];
}

function languagesOf({ languages }: ItemStanding): Locale[] {
  return Object.keys(languages);
}

function isPublic({ languages }: ItemStanding, language: Locale): boolean {
  return languages[language]?.revision !== undefined;
}

/** `no-revision`: it no longer exists. `checks`: its address is taken, its cover is gone, or its page cannot be shown. */
type RevisionOutcome = { ok: true; item: Item } | { ok: false; reason: 'no-revision' } | ChecksFailure;

/**
 * Stages the republication of an earlier revision as a new publication, regardless of the draft. Its page is rendered before.
 * @returns the resulting item, its draft unchanged
 */
async function stageRevision(
  unit: UnitOfWork,
  { config, tryPage }: Pick<ItemDependencies, 'config' | 'tryPage'>,
  item: Item,
  { language, revision, at, by }: { language: Locale; revision: number; at: number; by: { id: string; name: string } },
): Promise<RevisionOutcome> {
  const path = revisions.at(item.id, language, revision);
  await unit.read([path]);
  const former = unit.get(path);
  const draft = item.languages[language];
  if (!former || !draft) return { ok: false, reason: 'no-revision' };
  const change = { publish: [language], unpublish: [], at, by };
  const published = await stagePublications(unit, config, asItSaid(item, draft, former), change, tryPage);
  if (!published.ok) return published;
  const {
    publishedSlug,
    firstPublishedAt,
    publishedAt,
    publishedBy,
    revision: number,
  } = published.item.languages[language] ?? draft;
  const restored: Item = {
    ...item,
    languages: {
      ...item.languages,
      [language]: {
        ...draft,
        state: 'published',
        revision: number,
        ...(publishedSlug !== undefined && { publishedSlug }),
        ...(firstPublishedAt !== undefined && { firstPublishedAt }),
        ...(publishedAt !== undefined && { publishedAt }),
        ...(publishedBy && { publishedBy }),
      },
    },
  };
  stageItem(unit, config, restored);
  return { ok: true, item: restored };
}

/** The item with a language and the shared part as they were published. */
function asItSaid(item: Item, draft: ItemLanguage, former: Revision): Item {
  const { title, slug, summary, body, seo, fields, tags, cover, links, minorEdits } = former;
  const { cover: _, author: __, ...rest } = item;
  const { links: _links, minorEdits: _minorEdits, author: _author, ...standing } = draft;
  const { shared, own } = bylinesOf(former);
  return {
    ...rest,
    tags,
    fields: former.fields,
    ...(shared !== undefined && { author: shared }),
    ...(cover && { cover: { media: cover.media } }),
    languages: {
      ...item.languages,
      [former.language]: {
        ...standing,
        title,
        slug,
        summary,
        body,
        seo,
        ...(cover && { coverAlt: cover.alt }),
        ...(own !== undefined && { author: own }),
        fields,
        ...(links && { links }),
        ...(minorEdits && { minorEdits }),
      },
    },
  };
}
