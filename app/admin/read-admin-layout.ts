import type { LoaderFunctionArgs } from 'react-router';
import { actorOf } from '#core/access/actor.ts';
import { may } from '#core/access/policy.ts';
import type { CurrentAccount } from '#core/accounts/request-account.ts';
import { countUnread } from '#core/inbox/list-messages.ts';
import type { Locale } from '#core/locales/locale.ts';
import { isNavigationFolded } from '#core/site/admin-path.ts';
import { adminServices, pageServices } from '../context/context.ts';
import { readShellMessages } from './layout/read-admin-messages.ts';
import { readAdminFrame } from './read-admin-frame.ts';

/** What the layout of the admin area shows to a person. */
export async function readAdminLayout(
  { request, context }: LoaderFunctionArgs,
  locale: Locale,
  { user, session }: CurrentAccount,
) {
  const actor = actorOf(user);
  const { content } = context.get(pageServices);
  const unread = may(actor, 'inbox.manage') ? await countUnread(context.get(adminServices).store, actor) : 0;
  return {
    owner: { person: user.id, until: session.remember ? session.expiresAt : null },
    messages: readShellMessages(locale),
    frame: readAdminFrame(context.get(pageServices), locale, user, { unread, icons: (await content.icons()).types }),
    isFolded: isNavigationFolded(request.headers.get('cookie')),
  };
}
