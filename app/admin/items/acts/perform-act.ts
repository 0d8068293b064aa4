import type { Actor } from '#core/access/actor.ts';
import { Forbidden } from '#core/access/forbidden.ts';
import { items } from '#core/content/collections.ts';
import type { Item } from '#core/content/item.ts';
import { ownLanguages } from '#core/content/own-contents.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import { archiveItem, unarchiveItem } from '#core/items/archive-item.ts';
import type { ItemDependencies } from '#core/items/change-item.ts';
import { standingOf, undoStandingChange } from '#core/items/item-standing.ts';
import { type PublishItemsFailure, publishItems, unpublishItems } from '#core/items/publish-items.ts';
import { tagItem } from '#core/items/tag-item.ts';
import { purgeItem, trashItem, untrashItem } from '#core/items/trash-item.ts';
import { undoTogether } from '#core/items/undo-together.ts';
import type { Locale } from '#core/locales/locale.ts';
import type { CheckCode } from '#core/publishing/publish-checks.ts';
import type { ItemAct, UndoStep } from './item-acts.ts';

export interface ActRequest {
  act: ItemAct;
  /** For publishing and unpublishing; default: all languages. */
  language?: Locale;
  tag: string;
  acceptWarnings: boolean;
}

export type FailureReason =
  | 'not-found'
  | 'in-trash'
  | 'conflict'
  | 'language-missing'
  | 'fixed-page'
  | 'forbidden'
  | 'unknown-tag'
  | 'too-many-tags'
  | 'too-long'
  | 'no-revision'
  | 'too-many'
  | 'checks'
  | 'warnings';

/**
 * The result, with the previous item if there was one; `others` were done in the same action, and `of` is the one of them that
 * caused a failure.
 */
export type ActOutcome =
  | { ok: true; undo?: UndoStep; others?: string[] }
  | ({ ok: false; item?: Item; of?: Item } & Refusal);

/** Why an action failed; `most` is the maximum number of items, if there were too many. */
interface Refusal {
  reason: FailureReason;
  codes: CheckCode[];
  most?: number;
}

/**
 * Performs an action on one item. A refusal for this item by the policy table is an outcome.
 * @throws {Forbidden} if the person may do it with no item
 */
export async function performAct(
  dependencies: ItemDependencies,
  actor: Actor,
  request: ActRequest,
  id: string,
): Promise<ActOutcome> {
  const item = await readItem(dependencies, id);
  const refused = (reason: FailureReason, rest: Partial<Refusal> = {}): ActOutcome => ({
    ok: false,
    reason,
    codes: [],
    ...rest,
    ...(item && { item }),
  });
  if (!item) return refused('not-found');
  try {
    if (request.act === 'tag' || request.act === 'untag') {
      const isWanted = request.act === 'tag';
      const outcome = await tagItem(dependencies, actor, { id, tag: request.tag, isWanted });
      if (!outcome.ok) return refused(outcome.reason);
      return outcome.changed ? { ok: true, undo: { id, tag: request.tag, isWanted: !isWanted } } : { ok: true };
    }
    const outcome = await changeStanding(dependencies, actor, request, item);
    if (!outcome.ok) return refused(outcome.reason, mostOf(outcome, outcome.codes));
    if (request.act === 'purge') return { ok: true };
    const [before, after] = [standingOf(item), standingOf(outcome.item ?? item)];
    const isSame = JSON.stringify(before) === JSON.stringify(after);
    return isSame ? { ok: true } : { ok: true, undo: { before, after } };
  } catch (error) {
    if (error instanceof Forbidden && !isAboutRole(error)) return refused('forbidden');
    throw error;
  }
}

/** Undoes an action on one item, or on several items that were changed together. */
export async function performUndo(
  dependencies: ItemDependencies,
  actor: Actor,
  step: UndoStep,
): Promise<(ActOutcome & { id: string })[]> {
  const ids =
    'together' in step ? step.together.map(({ after }) => after.id) : ['after' in step ? step.after.id : step.id];
  const refused = async (reason: FailureReason, rest: Partial<Refusal> = {}) =>
    Promise.all(
      ids.map(async (id) => {
        const item = await readItem(dependencies, id);
        return { ok: false as const, id, reason, codes: [], ...rest, ...(item && { item }) };
      }),
    );
  try {
    const outcome = await undo(dependencies, actor, step);
    if (outcome.ok) return ids.map((id) => ({ ok: true, id }));
    const codes = outcome.reason === 'checks' ? [...new Set(outcome.checks.map(({ code }) => code))] : [];
    return await refused(outcome.reason, mostOf(outcome, codes));
  } catch (error) {
    if (error instanceof Forbidden && !isAboutRole(error)) return refused('forbidden');
    throw error;
  }
}

function undo(dependencies: ItemDependencies, actor: Actor, step: UndoStep) {
  if ('together' in step) return undoTogether(dependencies, actor, step.together);
  if ('after' in step) return undoStandingChange(dependencies, actor, step);
  return tagItem(dependencies, actor, { id: step.id, tag: step.tag, isWanted: step.isWanted });
}

function mostOf(outcome: object, codes: CheckCode[] = []): Pick<Refusal, 'codes' | 'most'> {
  return { codes, ...('most' in outcome && typeof outcome.most === 'number' && { most: outcome.most }) };
}

type Changed = { ok: true; item?: Item } | { ok: false; reason: FailureReason; codes?: CheckCode[]; most?: number };

async function changeStanding(
  dependencies: ItemDependencies,
  actor: Actor,
  { act, language, acceptWarnings }: ActRequest,
  item: Item,
): Promise<Changed> {
  const { id } = item;
  const all = act === 'publish' ? ownLanguages(dependencies.config, item) : Object.keys(item.languages);
  const asked = language === undefined ? all : [language];
  switch (act) {
    case 'publish': {
      const outcome = await publishItems(dependencies, actor, [{ id, languages: asked }], { acceptWarnings });
      if (outcome.ok) return { ok: true, ...(outcome.published[0] && { item: outcome.published[0].item }) };
      return publishRefusal(outcome);
    }
    case 'unpublish': {
      const languages = asked.filter((code) => item.languages[code]?.publishedSlug !== undefined);
      // Checks the policy table even if there is nothing to do.
      const outcome = await unpublishItems(dependencies, actor, languages.length > 0 ? [{ id, languages }] : []);
      if (!outcome.ok) return outcome.reason === 'checks' ? { ok: false, reason: 'conflict' } : outcome;
      return { ok: true, ...(outcome.published[0] && { item: outcome.published[0].item }) };
    }
    case 'archive':
      return archiveItem(dependencies, actor, { id });
    case 'unarchive':
      return unarchiveItem(dependencies, actor, { id });
    case 'trash':
      return trashItem(dependencies, actor, { id });
    case 'untrash':
      return untrashItem(dependencies, actor, { id });
    case 'purge':
      return purgeItem(dependencies, actor, { id });
    default:
      throw new Error(`"${act}" does not change how an item stands`);
  }
}

/** Why publishing failed, as shown by a list: errors take precedence. */
export function publishRefusal(failure: PublishItemsFailure): { ok: false } & Refusal {
  if (failure.reason !== 'checks') return { ok: false, reason: failure.reason, ...mostOf(failure) };
  const errors = failure.checks.filter(({ severity }) => severity === 'error');
  const told = errors.length > 0 ? errors : failure.checks;
  const codes = [...new Set(told.map(({ code }) => code))];
  return { ok: false, reason: errors.length > 0 ? 'checks' : 'warnings', codes };
}

async function readItem({ store }: ItemDependencies, id: string): Promise<Item | undefined> {
  return (await getDocument(store, items.at(id)))?.data;
}

function isAboutRole({ reason }: Forbidden): boolean {
  return reason === 'role' || reason === 'not-signed-in' || reason === 'suspended';
}
