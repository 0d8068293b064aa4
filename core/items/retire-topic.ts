import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/policy.ts';
import { auditWrite, onRecord, personOf } from '../audit/audit-log.ts';
import { addresses, items } from '../content/collections.ts';
import { getDocument, queryDocuments } from '../documents/typed-documents.ts';
import { isOutOfRoom } from '../drafts/drafts.ts';
import { countTagged, findTagged, isTopicOf } from '../item-cards/read-topics.ts';
import { changeItem, type ItemDependencies, type ItemFailure } from '../publishing/change-item.ts';
import { itemEntry } from '../publishing/publication-entry.ts';
import { type Shared, stageAmended } from '../publishing/stage-amended.ts';
import { topicType } from '../site/topic-type.ts';
import { stageTrashed } from './trash-item.ts';

/** Limits of a slice. Source: Meki's own. */
const RETIRE_LIMITS = {
  /** Items that are found together. */
  batch: 20,
  /** Items that have no room for the change, after which a slice ends. */
  refused: 20,
  /** Milliseconds after which a request begins with no further item: well before it would count as lost. */
  time: 4_000,
} as const;

export interface RetireDependencies extends ItemDependencies {
  /** Milliseconds from any origin. */
  clock?: () => number;
  /** Lets others have their turn. */
  pause?: () => Promise<void>;
}

export type RetireOutcome =
  /** `left`: items that still have the topic; it is retired once there is none. `refused`: those without room for the change. */
  { ok: true; done: number; left: number; refused: number; isRetired: boolean } | ItemFailure<'same' | 'unknown-topic'>;

/**
 * Takes a topic off all items that have it, public ones at once, or gives them another one in its place; then it moves to the
 * trash, and its addresses lead to the other one. One slice: it ends when there is no time left, and called again it goes on.
 * Items of the trash keep the tag. `same`: a topic does not replace itself.
 * @param into the tag that replaces it
 * @throws {Forbidden}
 */
export async function retireTopic(
  dependencies: RetireDependencies,
  actor: Actor,
  { topic, into }: { topic: string; into?: string | undefined },
): Promise<RetireOutcome> {
  requireMay(actor, 'topics.retire');
  const { store, config, now = Date.now, clock = () => performance.now(), pause = nextTurn } = dependencies;
  const item = (await getDocument(store, items.at(topic)))?.data;
  if (!item || item.type !== topicType(config)?.key) return { ok: false, reason: 'not-found' };
  if (item.trashedAt !== undefined) return { ok: false, reason: 'in-trash' };
  if (into === topic) return { ok: false, reason: 'same' };
  if (into !== undefined && !(await isTopicOf(store, config, into))) return { ok: false, reason: 'unknown-topic' };
  const until = clock() + RETIRE_LIMITS.time;
  const refused = new Set<string>();
  const given = new Set<string>();
  let done = 0;
  const action = into === undefined ? 'topic.removed' : 'topic.merged';
  try {
    while (refused.size < RETIRE_LIMITS.refused) {
      const found = await findTagged(store, config, topic, RETIRE_LIMITS.batch + refused.size);
      const batch = found.filter((id) => !refused.has(id));
      // Somebody gave it back, such as who merges the two topics the other way round: the two would never end.
      if (batch.some((id) => given.has(id))) return { ok: false, reason: 'conflict' };
      for (const id of batch) {
        if (done > 0 && clock() >= until) return await unfinished();
        // It may go in its turn meanwhile.
        if (into !== undefined && !(await isTopicOf(store, config, into)))
          return { ok: false, reason: 'unknown-topic' };
        if (await retag(dependencies, actor, id, { topic, into })) {
          done++;
          given.add(id);
        } else refused.add(id);
        await pause();
      }
      if (batch.length > 0) continue;
      if (refused.size > 0) break;
      const retired = await moveAway(dependencies, actor, { topic, into });
      if (retired.ok) {
        // Who gave it to an item in the very moment in which it went.
        for (const id of await findTagged(store, config, topic, RETIRE_LIMITS.batch)) {
          if (await retag(dependencies, actor, id, { topic, into })) done++;
        }
        return { ok: true, done, left: 0, refused: 0, isRetired: true };
      }
      if (retired.reason !== 'in-use') return { ok: false, reason: retired.reason };
    }
    return await unfinished();
  } finally {
    if (done > 0) {
      const entry = { action, at: now(), actor: onRecord(actor), details: { count: done } } as const;
      await store.commit([auditWrite(itemEntry({ ...entry, item }))]);
    }
  }

  async function unfinished(): Promise<RetireOutcome> {
    return { ok: true, done, left: await countTagged(store, config, topic), refused: refused.size, isRetired: false };
  }
}

/** The draft first: if interrupted, the item has an unpublished change, and is found again. @returns false if it has no room */
async function retag(
  dependencies: ItemDependencies,
  actor: Actor,
  id: string,
  { topic, into }: { topic: string; into: string | undefined },
): Promise<boolean> {
  const by = personOf(actor);
  const replaced = (tags: readonly string[]) => [
    ...new Set(tags.flatMap((tag) => (tag === topic ? (into ?? []) : tag))),
  ];
  try {
    await dependencies.drafts?.changeShared(
      id,
      ({ tags }) => (tags.includes(topic) ? { tags: replaced(tags) } : undefined),
      by,
    );
  } catch (error) {
    if (isOutOfRoom(error)) return false;
    throw error;
  }
  const amend = <Said extends Shared>(said: Said): Said =>
    said.tags.includes(topic) ? { ...said, tags: replaced(said.tags) } : said;
  const outcome = await changeItem<never>(dependencies, actor, { id }, async (unit, item, at) => ({
    ok: true,
    item: await stageAmended(unit, dependencies.config, item, amend, { at, by }),
  }));
  // One that has gone meanwhile is done.
  return outcome.ok || outcome.reason !== 'conflict';
}

/** Moves a topic that no item has to the trash; its addresses lead to the other one, unless that has gone. */
function moveAway(
  dependencies: ItemDependencies,
  actor: Actor,
  { topic, into }: { topic: string; into: string | undefined },
) {
  const { store, config } = dependencies;
  return changeItem<ItemFailure<'in-use' | 'unknown-topic'>>(
    dependencies,
    actor,
    { id: topic },
    async (unit, item, at) => {
      if (into !== undefined) {
        await unit.read([items.at(into)]);
        if (unit.get(items.at(into))?.trashedAt !== undefined) return { ok: false, reason: 'unknown-topic' };
      }
      const former = await queryDocuments(store, addresses, {
        where: [{ field: 'itemId', op: '==', value: topic }],
      });
      // Somebody may have given it to an item since.
      if ((await findTagged(store, config, topic, 1)).length > 0) return { ok: false, reason: 'in-use' };
      const decision = await stageTrashed(unit, config, item, at);
      if (!decision.ok) return { ok: false, reason: 'in-trash' };
      if (into === undefined) return decision;
      const present = Object.entries(item.languages).flatMap(([language, { publishedSlug }]) =>
        publishedSlug === undefined ? [] : [addresses.at(language, item.type, publishedSlug)],
      );
      const refs = [...present, ...former.map(({ path }) => ({ path, collection: addresses }))];
      await unit.read(refs);
      for (const ref of refs) unit.set(ref, { itemId: into });
      return decision;
    },
  );
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
