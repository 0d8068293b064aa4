import type { LoaderFunctionArgs } from 'react-router';
import type { CurrentAccount } from '#core/accounts/request-account.ts';
import type { Locale } from '#core/locales/locale.ts';
import { isNavigationFolded } from '#core/site/folded-navigation.ts';
import { pageServices } from '../context/context.ts';
import { readShellMessages } from '../layouts/read-admin-messages.ts';
import { readAdminFrame } from './read-admin-frame.ts';

/** What the layout of the admin area shows to a person. */
export function readAdminLayout(
  { request, context }: LoaderFunctionArgs,
  locale: Locale,
  { user, session }: CurrentAccount,
) {
  return {
    owner: { person: user.id, until: session.remember ? session.expiresAt : null },
    messages: readShellMessages(locale),
    frame: readAdminFrame(context.get(pageServices), locale, user),
    isFolded: isNavigationFolded(request.headers.get('cookie')),
  };
}
