import type { LoaderFunctionArgs } from 'react-router';
import { CODE_MINUTES } from '#core/accounts/codes.ts';
import { isFresh, type Session } from '#core/accounts/session.ts';
import type { Locale } from '#core/locales/locale.ts';
import { localeSet } from '#site-config';
import { readAccountRequest } from '../../account/account-request.ts';
import { createAccountTranslator } from '../../account/account-translator.ts';
import { formatMoment } from '../../ui/kit/format-moment.ts';
import { readPageMessages } from '../layout/read-admin-messages.ts';
import { readNotice } from './account-intents.ts';
import { requireGiven, requireOwnAccount } from './require-own-account.ts';

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
