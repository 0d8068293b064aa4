import { data, type LoaderFunctionArgs } from 'react-router';
import { type Actor, actorOf } from '#core/access/actor.ts';
import { Forbidden, may, type ObjectOf, type Permission } from '#core/access/policy.ts';
import type { CurrentAccount } from '#core/accounts/request-account.ts';
import { publicationCards } from '#core/content/collections.ts';
import { slugProblem } from '#core/content-types/slugs.ts';
import { getDocuments } from '#core/documents/typed-documents.ts';
import { itemPath } from '#core/site/content-paths.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { type AccountRequest, readAccountRequest, requireSignedIn } from '../account/account-request.ts';

/** The signed-in account, and its actor for the policy table. */
export interface AllowedPerson {
  current: CurrentAccount;
  actor: Actor;
}

/**
 * The signed-in person, if the policy table allows the action. Called by every loader and action of pages that not everyone may
 * open.
 * @throws a redirect to the sign-in page if nobody is signed in, otherwise 403, which is recorded in the audit log.
 */
export async function requirePermission<A extends Permission>(
  request: AccountRequest,
  permission: A,
  ...object: ObjectOf<A>
): Promise<AllowedPerson> {
  const current = await requireSignedIn(request);
  const actor = actorOf(current.user);
  if (may(actor, permission, ...object)) return { current, actor };
  return refuse(request, actor, permission);
}

/** The loader of a route that takes forms alone. @throws 405, after checking the right as `requirePermission` does */
export function refuseGet<A extends Permission>(permission: A, ...object: ObjectOf<A>) {
  return async (args: LoaderFunctionArgs): Promise<never> => {
    await requirePermission(readAccountRequest(args), permission, ...object);
    throw data(null, { status: 405, statusText: 'Method Not Allowed' });
  };
}

/**
 * The signed-in person, if they may read drafts. Others are told where the item that they asked for is public, if it is.
 * @throws a redirect to the sign-in page if nobody is signed in, otherwise 403, which is recorded in the audit log.
 */
export async function requireDraftReader(
  request: AccountRequest,
  config: SiteConfig,
  itemId: string,
): Promise<AllowedPerson> {
  const current = await requireSignedIn(request);
  const actor = actorOf(current.user);
  if (may(actor, 'draft.read')) return { current, actor };
  const publicHref = may(actor, 'published.read') ? await findPublicPage(request, config, itemId) : undefined;
  return refuse(request, actor, 'draft.read', publicHref === undefined ? null : { publicHref });
}

/** The public page of an item, in the page's language if it has one. */
async function findPublicPage(
  { store, locale }: AccountRequest,
  config: SiteConfig,
  itemId: string,
): Promise<string | undefined> {
  if (slugProblem(itemId) !== undefined) return undefined;
  const codes = config.locales.map(({ code }) => code).sort((a, b) => Number(b === locale) - Number(a === locale));
  const cards = await getDocuments(
    store,
    codes.map((code) => publicationCards.at(code, itemId)),
  );
  const card = cards.find((document) => document !== undefined)?.data;
  // A type that was removed from the configuration has no address.
  if (!card || !config.contentTypes.some(({ key }) => key === card.type)) return undefined;
  return itemPath(config, card.language, card);
}

/** What a refusal tells beside its status. */
export interface RefusalDetails {
  /** The public page of the item that was asked for. */
  publicHref: string;
}

/** Records a refusal in the audit log, and returns the response. @throws 403 */
function refuse(
  { noteRefusal }: Pick<AccountRequest, 'noteRefusal'>,
  actor: Actor,
  permission: Permission,
  details: RefusalDetails | null = null,
): never {
  noteRefusal?.(actor, permission);
  throw data(details, { status: 403, statusText: 'Forbidden' });
}

/**
 * Runs use cases that check the policy table themselves: converts `Forbidden` to the response of `requirePermission`. @throws 403,
 * recorded in the audit log
 */
export async function refuseForbidden<T>(
  request: Pick<AccountRequest, 'noteRefusal'>,
  actor: Actor,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Forbidden) refuse(request, actor, error.permission);
    throw error;
  }
}
