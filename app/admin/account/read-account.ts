import { data, type LoaderFunctionArgs, redirect } from 'react-router';
import { CODE_MINUTES } from '#core/accounts/codes.ts';
import type { Outcome } from '#core/accounts/identity.ts';
import { identityErrorStatus } from '#core/accounts/identity-error.ts';
import { isFresh, type Session } from '#core/accounts/session.ts';
import type { Locale } from '#core/locales/locale.ts';
import { localeSet } from '#site-config';
import {
  type AccountRequest,
  createAccountTranslator,
  readAccountRequest,
  requireSignedIn,
} from '../../account/account-request.ts';
import { formatMoment } from '../../ui/kit/format-moment.ts';
import { readPageMessages } from '../layout/read-admin-messages.ts';
import { type AllowedPerson, requirePermission } from '../require-permission.ts';
import { readNotice } from './account-intents.ts';

/** A row of the session list. */
export interface SessionRow {
  id: string;
  /** `Firefox · Windows`, or a text for an unknown device. */
  device: string;
  place?: string;
  /** Formatted. */
  lastUsed: string;
  since: string;
  isCurrent: boolean;
}

/** Loads the signed-in person's account. */
export async function readAccount(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  const { account, pathTo, locale, url } = request;
  const { current } = await requireOwnAccount(request);
  const { user, session, token } = current;
  const t = createAccountTranslator(locale);
  const listed = requireGiven(request, await account.identity.listSessions(token));
  const notice = readNotice(url.searchParams.get('notice'));
  return {
    pageMessages: readPageMessages(locale, 'account'),
    title: t('account.title'),
    name: user.name,
    email: user.email,
    language: user.language,
    languages: localeSet.locales.map(({ code, name }) => ({ code, name })),
    needsPassword: !isFresh(session, Date.now()),
    sessions: listed.sessions.map((row) => toRow(row, listed.current, locale, t('account.sessions.unknownDevice'))),
    ...(notice && { notice }),
    codeMinutes: CODE_MINUTES,
    action: pathTo('/admin/account'),
    exportHref: pathTo('/admin/account/export'),
  };
}

function toRow(session: Session, current: string, locale: Locale, unknownDevice: string): SessionRow {
  const { id, device, place, lastUsedAt, createdAt } = session;
  return {
    id,
    device: device || unknownDevice,
    ...(place !== undefined && { place }),
    lastUsed: formatMoment(locale, lastUsedAt),
    since: formatMoment(locale, createdAt),
    isCurrent: id === current,
  };
}

export type AccountData = Awaited<ReturnType<typeof readAccount>>;

/** The signed-in person, if they may use their account. @throws a redirect to sign-in, and 403 */
export async function requireOwnAccount(request: AccountRequest): Promise<AllowedPerson> {
  const { user } = await requireSignedIn(request);
  return requirePermission(request, 'account.use', { accountId: user.id });
}

/** Whether the session ended while the page was in use. */
export function hasEnded(outcome: Outcome): boolean {
  return !outcome.ok && (outcome.error.code === 'user-token-expired' || outcome.error.code === 'user-disabled');
}

/** A redirect through the sign-in page, after a session ended. */
export function signInAgain({ account, pathTo }: AccountRequest): Response {
  account.leave();
  const query = { to: pathTo('/admin/account'), after: 'ended' };
  return redirect(`${pathTo('/admin/signin')}?${new URLSearchParams(query)}`, 303);
}

/** The result of a read operation. @throws a redirect to sign-in, or the status of its error */
export function requireGiven<T extends object>(request: AccountRequest, outcome: Outcome<T>): T {
  if (outcome.ok) return outcome;
  if (hasEnded(outcome)) throw signInAgain(request);
  throw data(null, { status: identityErrorStatus(outcome.error.code) });
}
