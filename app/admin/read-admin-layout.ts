import type { CurrentAccount } from '#core/accounts/request-account.ts';
import type { Locale } from '#core/locales/locale.ts';
import type { PageServices } from '../context/context.ts';
import { readShellMessages } from '../layouts/read-admin-messages.ts';
import { readAdminFrame } from './read-admin-frame.ts';

/** What the layout of the admin area shows to a person. */
export function readAdminLayout(
  services: Pick<PageServices, 'config' | 'icon'>,
  locale: Locale,
  { user, session }: CurrentAccount,
) {
  return {
    owner: { person: user.id, until: session.remember ? session.expiresAt : null },
    messages: readShellMessages(locale),
    frame: readAdminFrame(services, locale, user),
  };
}
