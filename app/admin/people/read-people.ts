import type { LoaderFunctionArgs } from 'react-router';
import { may } from '#core/access/policy.ts';
import type { Invitation } from '#core/accounts/account-collections.ts';
import type { Role, User } from '#core/accounts/user.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { localeSet } from '#site-config';
import { type AccountRequest, readAccountRequest } from '../../account/account-request.ts';
import { languageName } from '../../i18n/language-name.ts';
import { formatMoment } from '../../ui/kit/format-moment.ts';
import { createAdminTranslator, readPageMessages } from '../layout/read-admin-messages.ts';
import { requirePermission } from '../require-permission.ts';
import { PEOPLE_NOTICES } from './people-answer.ts';

/** Maximum people per page. Source: Meki's own. */
const PAGE_SIZE = 20;

/** A row of the list of people. */
export interface PersonRow {
  id: string;
  name: string;
  email: string;
  role: Role;
  languages: Locale[];
  suspended: boolean;
  isSelf: boolean;
  /** Formatted; missing if the person has never signed in. */
  lastSignIn?: string;
  /** The person's entries in the audit log; missing without the right to read it. */
  activityHref?: string;
}

export interface InvitationRow {
  email: string;
  role: Role;
  languages: Locale[];
  /** Formatted. */
  expires: string;
  invitedAt: number;
}

/** Loads the team and the invitations; 403 without the right to manage people. */
export async function readPeople(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  const { current, actor } = await requirePermission(request, 'people.manage');
  const { people, pathTo, locale, url } = request;
  const t = createAdminTranslator(locale);
  const after = url.searchParams.get('after') ?? undefined;
  const page = await people.list(actor, { limit: PAGE_SIZE, ...(after !== undefined && { after }) });
  const invitations = after === undefined ? await people.listInvitations(actor) : undefined;
  const notice = PEOPLE_NOTICES.find((name) => name === url.searchParams.get('notice'));
  const canReadLog = may(actor, 'audit-log.read');
  return {
    pageMessages: readPageMessages(locale, 'people'),
    title: t('pages.people'),
    people: page.people.map((user) => toRow(user, request, current.user.id, canReadLog)),
    ...(invitations && { invitations: invitations.map((invitation) => toInvitationRow(invitation, locale)) }),
    languages: namedLanguages(locale),
    ...(notice && { notice: t(`people.notices.${notice}`) }),
    /** The person whose removal needs confirmation, without script. */
    ask: url.searchParams.get('ask') ?? '',
    listHref: pathTo('/admin/people'),
    ...(after !== undefined && { firstHref: pathTo('/admin/people') }),
    ...(page.next !== undefined && {
      nextHref: `${pathTo('/admin/people')}?${new URLSearchParams({ after: page.next })}`,
    }),
  };
}

function toRow(user: User, { locale, pathTo }: AccountRequest, selfId: string, canReadLog: boolean): PersonRow {
  const { id, name, email, role, languages, disabled, lastSignInAt } = user;
  return {
    id,
    name,
    email,
    role,
    languages,
    suspended: disabled,
    isSelf: id === selfId,
    ...(lastSignInAt !== undefined && { lastSignIn: formatMoment(locale, lastSignInAt) }),
    ...(canReadLog && { activityHref: `${pathTo('/admin/audit')}?${new URLSearchParams({ person: id })}` }),
  };
}

function toInvitationRow({ email, role, languages, expiresAt, invitedAt }: Invitation, locale: Locale): InvitationRow {
  return { email, role, languages, expires: formatMoment(locale, expiresAt), invitedAt };
}

/** The site's languages, with names in the page's language. */
function namedLanguages(locale: Locale): { code: Locale; name: string }[] {
  const { language: inLanguage } = localeDefinition(localeSet, locale);
  return localeSet.locales.map(({ code, language }) => ({ code, name: languageName(inLanguage, language) }));
}
