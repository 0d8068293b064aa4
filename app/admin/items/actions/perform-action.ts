import type { Actor } from '#core/access/actor.ts';
import { Forbidden, requireMay } from '#core/access/forbidden.ts';
import { items } from '#core/content/collections.ts';
import type { Item } from '#core/content/item.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import type { ItemDependencies } from '#core/items/change-item.ts';
import { changeStanding } from '#core/items/change-standing.ts';
import { standingOf, undoStandingChange } from '#core/items/item-standing.ts';
import { tagItem } from '#core/items/tag-item.ts';
import { purgeItem } from '#core/items/trash-item.ts';
import { undoTogether } from '#core/items/undo-together.ts';
import type { ActionOutcome, ActionRequest, ActionTarget, FailureReason, Refusal } from './action-outcome.ts';
import type { UndoStep } from './item-actions.ts';
import { publishChosen } from './publish-chosen.ts';

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
  if (request.action === 'publish') return publishChosen(dependencies, actor, request, target);
  const { id } = target;
  const item = target.settled?.item;
  const refused = (reason: FailureReason, rest: Partial<Refusal> = {}): ActionOutcome => ({
    ok: false,
    reason,
    codes: [],
    ...rest,
    ...(item && { item }),
  });
  if (!item) return refused('not-found');
  try {
    if (request.action === 'tag' || request.action === 'untag') {
      const isWanted = request.action === 'tag';
      const outcome = await tagItem(dependencies, actor, { id, tag: request.tag, isWanted });
      if (!outcome.ok) return refused(outcome.reason);
      return outcome.changed ? { ok: true, undo: { id, tag: request.tag, isWanted: !isWanted } } : { ok: true };
    }
    const outcome = await perform(dependencies, actor, request, { ...target, item });
    if (!outcome.ok) return refused(outcome.reason, mostOf(outcome));
    if (request.action === 'purge') return { ok: true };
    const [before, after] = [standingOf(outcome.before ?? item), standingOf(outcome.item ?? item)];
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
): Promise<(ActionOutcome & { id: string })[]> {
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
    return await refused(outcome.reason, { codes, ...mostOf(outcome) });
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

function mostOf(outcome: object): Pick<Refusal, 'most'> {
  return 'most' in outcome && typeof outcome.most === 'number' ? { most: outcome.most } : {};
}

type Changed = { ok: true; item?: Item; before?: Item } | { ok: false; reason: FailureReason; most?: number };

async function perform(
  dependencies: ItemDependencies,
  actor: Actor,
  { action: name, language }: ActionRequest,
  { id, settled, item }: Pick<ActionTarget, 'id' | 'settled'> & { item: Item },
): Promise<Changed> {
  switch (name) {
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

async function readItem({ store }: ItemDependencies, id: string): Promise<Item | undefined> {
  return (await getDocument(store, items.at(id)))?.data;
}

function isAboutRole({ reason }: Forbidden): boolean {
  return reason === 'role' || reason === 'not-signed-in' || reason === 'suspended';
}
