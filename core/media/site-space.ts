import { z } from 'zod';
import { defineCollection } from '../documents/collection.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import { media } from './media.ts';
import type { MediaLimits } from './media-limits.ts';

/** Share of the space from which on people are warned. Source: the product's specification, Limits. */
export const WARNED = 0.8;

/** How much of their space the files of a site take, in bytes. */
export interface SiteSpace {
  used: number;
  quota: number;
  isScarce: boolean;
}

/**
 * `space-turns/files`, `space-turns/uploads`: how often something took of the room that is shared. Of those that count what is left at the
 * same time, one commits; the others count again.
 */
export const spaceTurns = defineCollection({
  name: 'space-turns',
  schema: z.strictObject({ taken: z.int().nonnegative() }),
  indexes: [],
  policy: { read: 'private' },
});

/** What a unit of work counts after this is still true when it commits. */
export async function takeSpaceTurn(unit: UnitOfWork, of: 'files' | 'uploads'): Promise<void> {
  const ref = spaceTurns.at(of);
  await unit.read([ref]);
  unit.set(ref, { taken: (unit.get(ref)?.taken ?? 0) + 1 });
}

/** `undefined` if the site has no limit. Costs one aggregation. */
export async function readSpace(
  store: Pick<DocumentStore, 'runAggregation'>,
  { quota }: MediaLimits,
): Promise<SiteSpace | undefined> {
  if (quota === undefined) return undefined;
  const [used] = await store.runAggregation({ collection: media.name }, [{ kind: 'sum', field: 'bytes' }]);
  return { used: used ?? 0, quota, isScarce: (used ?? 0) >= WARNED * quota };
}

/** Whether there is room for a file. Forms that are made of pictures do not count. */
export async function hasRoom(store: DocumentStore, limits: MediaLimits, bytes: number): Promise<boolean> {
  const space = await readSpace(store, limits);
  return !space || space.used + bytes <= space.quota;
}
