import type { Program } from '#core/access/actor.ts';
import { requireMay } from '#core/access/policy.ts';
import { items } from '#core/content/collections.ts';
import { PURGING } from '#core/content/item.ts';
import { PART_TOO_LONG } from '#core/content-types/limits.ts';
import type { Document } from '#core/documents/document-store.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import type { DraftPartName } from '#core/drafts/draft-name.ts';
import type { SettledItem } from '#core/drafts/drafts.ts';
import { files } from '#core/files/site-file.ts';
import { isMediaId } from '#core/media/media.ts';
import { readSettledItem } from '#core/publishing/settle-items.ts';
import { itemAnswer } from './item-resource.ts';
import { ApiProblem } from './problem.ts';
import type { AnyRoute, ApiAnswer, ApiRequest, ApiServices } from './route.ts';
import type { BodyForm } from './shared-schemas.ts';

const ITEM_ID = /^[a-z0-9-]{1,120}$/;

/** A route's guard on the item or file in the path, which is read meanwhile. A missing one is handled by the route. */
export function readGuard(
  { store }: Pick<ApiServices, 'store'>,
  { guard, fileGuard }: Pick<AnyRoute, 'guard' | 'fileGuard'>,
  params: { [name: string]: string },
): (actor: Program) => Promise<void> {
  const { id = '' } = params;
  if (guard && ITEM_ID.test(id)) return guardOf(getDocument(store, items.at(id)), guard, params);
  if (fileGuard && isMediaId(id)) return guardOf(getDocument(store, files.at(id)), fileGuard, params);
  return async () => {};
}

function guardOf<T>(
  reading: Promise<Document<T> | undefined>,
  guard: (actor: Program, data: T, params: { [name: string]: string }) => void,
  params: { [name: string]: string },
): (actor: Program) => Promise<void> {
  // Who asks is told.
  reading.catch(() => {});
  return async (actor) => {
    const document = await reading;
    if (document) guard(actor, document.data, params);
  };
}

/** An item with everything typed so far. */
export interface RequestedItem extends SettledItem {
  /** The version to require, if the program sent one. */
  expectedVersion: number | undefined;
}

type ItemRequest = Pick<ApiRequest<unknown, unknown>, 'params' | 'actor' | 'matches' | 'hasCondition'>;

/** The item in the path. @throws {ApiProblem} if it does not exist @throws {Forbidden} if the actor may not read drafts */
export async function readItem(
  { store, drafts }: Pick<ApiServices, 'store' | 'drafts'>,
  { params: { id = '' }, actor, ...request }: ItemRequest,
  { inTrash = false } = {},
): Promise<RequestedItem> {
  requireMay(actor, 'draft.read');
  if (!ITEM_ID.test(id)) throw noItem(id);
  const settled = await readSettledItem({ store, drafts }, id);
  const item = settled?.item;
  if (!item || item.trashedAt === PURGING || (item.trashedAt !== undefined && !inTrash)) throw noItem(id);
  return { ...settled, expectedVersion: request.hasCondition ? settled.version : undefined };
}

/** The current item in the path, in the requested format. @throws as `readItem` */
export async function answerItem(
  services: ApiServices,
  request: ItemRequest & { query: { body: BodyForm } },
): Promise<ApiAnswer> {
  return itemAnswer(services, await readItem(services, request), { form: request.query.body });
}

/**
 * The item after a change of its drafts.
 * @param settled the item, where the change tells it
 * @param parts that were changed; default: all
 * @throws {ApiProblem} also if the draft of one of them is too long for the item, which then lacks the change
 */
export async function answerWritten(
  services: ApiServices,
  request: ItemRequest & { query: { body: BodyForm } },
  settled?: SettledItem,
  parts?: readonly DraftPartName[],
): Promise<ApiAnswer> {
  const requested = settled ?? (await readItem(services, request));
  const isWritten = requested.refused.every((part) => parts && !parts.includes(part));
  if (isWritten) return itemAnswer(services, requested, { form: request.query.body });
  const detail = `It was written into the draft, which is now too long for the item: ${PART_TOO_LONG}. The item keeps the former contents of this part, which cannot be published until it is shorter.`;
  throw new ApiProblem('only-in-draft', detail);
}

/** Changes the item in the path, serialized with other programs' changes, if `If-Match` matches. @throws {ApiProblem} */
export function changeItemOf<T>(
  services: ApiServices,
  request: ItemRequest,
  change: (requested: RequestedItem) => Promise<T>,
  options: { inTrash?: boolean } = {},
): Promise<T> {
  return services.changes.run(request.params.id ?? '', async () => {
    const requested = await readItem(services, request, options);
    if (!request.matches(requested.version)) throw versionChanged(requested.version);
    return change(requested);
  });
}

/** Converts a use case's failure to a problem. */
export function failureProblem(reason: string, { hasCondition }: Pick<ItemRequest, 'hasCondition'>): ApiProblem {
  if (reason === 'not-found' || reason === 'not-in-history') return new ApiProblem('not-found', SENTENCES[reason]);
  if (reason === 'conflict' && hasCondition) return new ApiProblem('version-changed', SENTENCES.changed);
  if (reason === 'no-room') return new ApiProblem('draft-too-large', SENTENCES[reason]);
  if (reason === 'too-many') {
    const headers = { 'Retry-After': '60' };
    return new ApiProblem('too-many-requests', 'Too many reviews were asked for or sent back within an hour.', {
      headers,
    });
  }
  if (isSentence(reason)) return new ApiProblem('conflict', SENTENCES[reason]);
  return new ApiProblem('conflict', `It cannot be done: ${reason}.`);
}

const SENTENCES = {
  'not-found': 'There is no such item, or it is in the trash.',
  'not-in-history': 'There is no such revision or saved version.',
  conflict: 'Somebody else changed the item at the same moment. Nothing has changed; try again.',
  changed: 'The item has changed since the version in If-Match. Nothing has changed; read it again.',
  'in-trash': 'The item is in the trash. Restore it first.',
  'language-missing': 'The item has no text in one of the languages.',
  'nothing-new': 'One of the languages has nothing to review: it is public as it is, scheduled or archived.',
  'no-reviewer': 'The reviewer may not publish, or has no account. Nothing has changed.',
  'not-asked': 'Nobody waits for a review of one of the languages.',
  'source-language': 'It is the source language, which is always current. Nothing has changed.',
  'fixed-page': 'Every site has this page; it cannot be deleted.',
  'topic-in-use': 'Items have this topic; take it off them first.',
  'too-long': 'The drafts are longer than an item may be, and cannot be kept as a saved version. Nothing has changed.',
  'item-too-long': 'The texts are so long that the item has no room for a note. Nothing has changed.',
  'no-room': 'The drafts would become too long. Nothing has changed.',
  past: 'The time is not in the future.',
  order: 'The time of unpublishing is before that of publishing.',
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
