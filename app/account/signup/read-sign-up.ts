import { type LoaderFunctionArgs, redirect } from 'react-router';
import type { ShownInvitation } from '#core/accounts/identity.ts';
import { createAdminTranslator } from '../../admin/admin-translator.ts';
import { type AccountRequest, readAccountRequest, readCurrent } from '../account-request.ts';
import { createAccountTranslator } from '../account-translator.ts';

/**
 * Loads the sign-up page: plain, or that of an invitation's link, which says who invites to what; where somebody else is signed
 * in, instead of the form. @throws a redirect if a person is signed in to whom the link says nothing new
 */
export async function readSignUp(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  const { url, pathTo, locale } = request;
  const email = url.searchParams.get('email') ?? '';
  const current = await readCurrent(request);
  const found = await findInvitation(request, email);
  const t = createAccountTranslator(locale);
  if (current && (!found || current.user.email === found.invitation?.email || current.user.email === email)) {
    throw redirect(pathTo('/admin'));
  }
  const query = email && `?${new URLSearchParams({ email })}`;
  const links = current
    ? [{ href: pathTo('/admin'), label: t('invitation.stay') }]
    : [{ href: pathTo('/admin/signin') + query, label: t('signup.signin') }];
  if (!found) return { kind: 'plain', title: t('signup.title'), lead: t('signup.lead'), email, links } as const;
  const { invitation } = found;
  if (!invitation) {
    return { kind: 'gone', title: t('invitation.gone.title'), lead: t('invitation.gone.lead'), links } as const;
  }
  const told = {
    known: invitation.inviter ? 'yes' : 'no',
    inviter: invitation.inviter,
    role: createAdminTranslator(locale)(`roles.${invitation.role}`),
  };
  const page = { title: t('invitation.title'), email: invitation.email, links };
  if (!current) return { ...page, kind: 'invited', lead: t('invitation.lead', told) } as const;
  return {
    ...page,
    kind: 'another',
    lead: t('invitation.other', { ...told, email: invitation.email, current: current.user.email }),
    signOutAction: pathTo('/admin/signout'),
  } as const;
}

/** What the link tells; `undefined` without an invitation's link, and if the accounts cannot be reached. */
async function findInvitation(
  { account, url }: AccountRequest,
  email: string,
): Promise<{ invitation: ShownInvitation | undefined } | undefined> {
  const token = url.searchParams.get('invitation');
  if (token === null) return undefined;
  const outcome = await account.identity.findInvitation(email, token);
  return outcome.ok ? outcome : undefined;
}
