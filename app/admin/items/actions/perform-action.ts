import type { Actor } from '#core/access/actor.ts';
import { Forbidden, requireMay } from '#core/access/policy.ts';
import { items } from '#core/content/collections.ts';
import type { Item } from '#core/content/item.ts';
import { ownLanguages } from '#core/content/own-contents.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import type { SettledItem } from '#core/drafts/drafts.ts';
import { changeStanding } from '#core/items/change-standing.ts';
import { standingOf, undoStandingChange } from '#core/items/item-standing.ts';
import { tagItem } from '#core/items/tag-item.ts';
import { purgeItem } from '#core/items/trash-item.ts';
import type { Locale } from '#core/locales/locale.ts';
import type { ItemDependencies, ItemFailure } from '#core/publishing/change-item.ts';
import { publishItem } from '#core/publishing/publish-item.ts';
import type { PublishFailure } from '#core/publishing/publish-outcome.ts';
import type { ItemAction, UndoStep } from './item-actions.ts';

export interface ActionRequest {
  action: ItemAction;
  /** For publishing and unpublishing; default: all languages. */
  language?: Locale;
  tag: string;
  acceptWarnings: boolean;
}

/** One of the items of an action. */
interface ActionTarget {
  id: string;
  /** The item as it was read, before publishing with its drafts settled; missing if there is none. */
  settled: SettledItem | undefined;
}

/** The result, with the previous item if there was one. */
export type ActionOutcome = { ok: true; undo?: UndoStep } | ActionFailure;

/** Publishing fails as for everybody else; these are the reasons of the other actions. */
export type ActionFailure = PublishFailure | (ItemFailure<OtherReason> & { item?: Item });

type OtherReason =
  | 'language-missing'
  | 'fixed-page'
  | 'topic-in-use'
  | 'forbidden'
  | 'unknown-tag'
  | 'too-many-tags'
  | 'too-long'
  | 'no-revision';

/**
 * Performs an action on one item. A refusal for this item by the policy table is an outcome.
 * @throws {Forbidden} if the person may do it with no item
 */
export async function performAction(
  dependencies: ItemDependencies,
  actor: Actor,
  request: ActionRequest,
  target: ActionTarget,
): Promise<ActionOutcome> {
  const { id } = target;
  const item = target.settled?.item;
  if (!item) return { ok: false, reason: 'not-found' };
  return orForbidden(item, async () => {
    if (request.action === 'tag' || request.action === 'untag') {
      const isWanted = request.action === 'tag';
      const outcome = await tagItem(dependencies, actor, { id, tag: request.tag, isWanted });
      if (!outcome.ok) return { ...outcome, item };
      return outcome.changed ? { ok: true, undo: { id, tag: request.tag, isWanted: !isWanted } } : { ok: true };
    }
    const outcome = await perform(dependencies, actor, request, { ...target, item });
    if (!outcome.ok) return { item, ...outcome };
    if (request.action === 'purge') return { ok: true };
    const [before, after] = [standingOf(outcome.before ?? item), standingOf(outcome.item ?? item)];
    const isSame = JSON.stringify(before) === JSON.stringify(after);
    return isSame ? { ok: true } : { ok: true, undo: { before, after } };
  });
}

/** Undoes an action on one item. */
export async function performUndo(
  dependencies: ItemDependencies,
  actor: Actor,
  step: UndoStep,
): Promise<ActionOutcome> {
  const id = 'after' in step ? step.after.id : step.id;
  const item = (await getDocument(dependencies.store, items.at(id)))?.data;
  return orForbidden(item, async () => {
    const outcome =
      'after' in step
        ? await undoStandingChange(dependencies, actor, step)
        : await tagItem(dependencies, actor, { id: step.id, tag: step.tag, isWanted: step.isWanted });
    if (outcome.ok) return { ok: true };
    return { ...outcome, ...(item && { item }) };
  });
}

type Changed = { ok: true; item?: Item; before?: Item } | ActionFailure;

async function perform(
  dependencies: ItemDependencies,
  actor: Actor,
  { action: name, language, acceptWarnings }: ActionRequest,
  { id, settled, item }: ActionTarget & { item: Item },
): Promise<Changed> {
  switch (name) {
    case 'publish': {
      const languages = (found: Item) =>
        language === undefined ? ownLanguages(dependencies.config, found) : [language];
      const outcome = await publishItem(dependencies, actor, { id, settled, languages }, { acceptWarnings });
      // What was public as it is already did not change, although its state may be known better now.
      return outcome.ok && outcome.changed.length === 0
        ? { ok: true, before: outcome.item, item: outcome.item }
        : outcome;
    }
    case 'unpublish': {
      const asked = language === undefined ? Object.keys(item.languages) : [language];
      const languages = asked.filter((code) => item.languages[code]?.publishedSlug !== undefined);
      if (languages.length > 0) return changeStanding(dependencies, actor, name, { id, settled, languages });
      requireMay(actor, 'item.unpublish');
      return { ok: true, item };
    }
    case 'archive':
    case 'unarchive':
    case 'trash':
    case 'untrash':
      return changeStanding(dependencies, actor, name, { id, settled });
    case 'purge':
      return purgeItem(dependencies, actor, { id });
    default:
      throw new Error(`"${name}" does not change how an item stands`);
  }
}

/** A refusal that is not about the role of the person is one of this item. */
async function orForbidden(item: Item | undefined, work: () => Promise<ActionOutcome>): Promise<ActionOutcome> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Forbidden) || isAboutRole(error)) throw error;
    return { ok: false, reason: 'forbidden', ...(item && { item }) };
  }
}

function isAboutRole({ reason }: Forbidden): boolean {
  return reason === 'role' || reason === 'not-signed-in' || reason === 'suspended';
}
