import type { Actor } from '#core/access/actor.ts';
import { listItemCards } from '#core/item-cards/list-item-cards.ts';
import type { ManyRequest } from './act-on-many.ts';

/** Most items of a type whose order people choose. */
export const MOST_ORDERED = 1_000;

/** Behind whom an item goes that moves by one place in its group; nothing where it cannot move. `behind` is missing for the first place. */
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
