import { requireMay } from '#core/access/forbidden.ts';
import { contentPath } from '#core/content/collections.ts';
import type { Item } from '#core/content/item.ts';
import type { ApiServices } from './api-services.ts';
import { itemAnswer } from './item-resource.ts';
import { ApiProblem } from './problem.ts';
import type { ApiAnswer, ApiRequest } from './route.ts';
import type { BodyForm } from './shared-schemas.ts';

/** An item as it stands, with what was typed until now. */
export interface StandingItem {
  item: Item;
  version: number;
  /** What a use case is to hold the item to: its version, where the program said which one it knows. */
  expectedVersion: number | undefined;
}

type ItemRequest = Pick<ApiRequest<unknown, unknown>, 'params' | 'actor' | 'matches' | 'hasCondition'>;

/** The item that a path names. @throws {ApiProblem} for none @throws {Forbidden} for who may not read drafts */
export async function readItem(
  { store, drafts }: Pick<ApiServices, 'store' | 'drafts'>,
  { params: { id = '' }, actor, ...request }: ItemRequest,
  { inBin = false } = {},
): Promise<StandingItem> {
  requireMay(actor, 'draft.read');
  if (!/^[a-z0-9-]{1,120}$/.test(id)) throw noItem(id);
  await drafts.settle(id);
  const [document] = await store.batchGet([contentPath.item(id)]);
  const item = document?.data as Item | undefined;
  if (!document || !item || (item.deletedAt !== undefined && !inBin)) throw noItem(id);
  const { version } = document;
  return { item, version, expectedVersion: request.hasCondition ? version : undefined };
}

/** The item that a path names as it stands now, in the form that was asked for. @throws as `readItem` */
export async function answerItem(
  services: ApiServices,
  request: ItemRequest & { query: { body: BodyForm } },
): Promise<ApiAnswer> {
  return itemAnswer(services, await readItem(services, request), { form: request.query.body });
}

/**
 * Changes the item that a path names, after whatever other programs are doing to it, if it is the one that the program
 * knows. @throws {ApiProblem}
 */
export function changeItemOf<T>(
  services: ApiServices,
  request: ItemRequest,
  change: (standing: StandingItem) => Promise<T>,
  options: { inBin?: boolean } = {},
): Promise<T> {
  return services.changes.run(request.params.id ?? '', async () => {
    const standing = await readItem(services, request, options);
    if (!request.matches(standing.version)) throw versionChanged(standing.version);
    return change(standing);
  });
}

/** What a use case says of an item that it did not change, as a problem. */
export function failureProblem(reason: string, { hasCondition }: Pick<ItemRequest, 'hasCondition'>): ApiProblem {
  if (reason === 'not-found' || reason === 'no-version') return new ApiProblem('not-found', SENTENCES[reason]);
  if (reason === 'conflict' && hasCondition) return new ApiProblem('version-changed', SENTENCES.changed);
  if (isSentence(reason)) return new ApiProblem('conflict', SENTENCES[reason]);
  return new ApiProblem('conflict', `It cannot be done: ${reason}.`);
}

const SENTENCES = {
  'not-found': 'There is no such item, or it lies in the bin.',
  'no-version': 'There is no such revision or version.',
  conflict: 'Somebody else changed the item at the same moment. Nothing has changed; try again.',
  changed: 'The item has changed since the version in If-Match. Nothing has changed; read it again.',
  'in-bin': 'The item lies in the bin. Restore it first.',
  'language-missing': 'The item has no text in one of the languages.',
  'fixed-page': 'Every site has this page; it cannot be deleted.',
  past: 'The moment is not to come.',
  order: 'It would be unpublished before it is published.',
} as const;

function isSentence(reason: string): reason is keyof typeof SENTENCES {
  return Object.hasOwn(SENTENCES, reason);
}

function versionChanged(version: number): ApiProblem {
  return new ApiProblem('version-changed', SENTENCES.changed, { headers: { ETag: `"${version}"` } });
}

function noItem(id: string): ApiProblem {
  return new ApiProblem('not-found', `There is no item "${id.slice(0, 120)}".`);
}
