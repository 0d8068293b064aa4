import type { Actor } from '#core/access/actor.ts';
import { listItemCards } from '#core/item-cards/list-item-cards.ts';
import type { ManyRequest } from './perform-on-many.ts';

/** Maximum items of a type with manual order. */
export const MOST_ORDERED = 1_000;

/**
 * The item after which an item is placed when it moves by one in its group; nothing if it cannot move. `behind` is missing for
 * the start.
 */
export async function behindWhom(
  { store, type, locale }: Pick<ManyRequest, 'store' | 'type' | 'locale'>,
  actor: Actor,
  { id, direction }: { id: string; direction: 'up' | 'down' },
): Promise<{ behind: string | undefined } | undefined> {
  const { cards } = await listItemCards(store, actor, {
    types: [type.key],
    place: 'shown',
    sort: 'order',
    language: locale,
    limit: MOST_ORDERED,
  });
  const moved = cards.find((card) => card.id === id);
  if (!moved) return undefined;
  const group = cards.filter((card) => card.group === moved.group);
  const place = group.indexOf(moved);
  if (direction === 'up') return place === 0 ? undefined : { behind: group[place - 2]?.id };
  const following = group[place + 1];
  return following && { behind: following.id };
}
