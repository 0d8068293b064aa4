import type { LoaderFunctionArgs } from 'react-router';
import { actorOf } from '#core/access/actor.ts';
import { may } from '#core/access/policy.ts';
import type { CurrentAccount } from '#core/accounts/request-account.ts';
import { countUnread } from '#core/inbox/list-messages.ts';
import type { Locale } from '#core/locales/locale.ts';
import { isNavigationFolded } from '#core/site/admin-path.ts';
import { type SystemWarning, systemWarnings, URGENT_WARNINGS } from '#core/system/system-report.ts';
import { adminServices, pageServices } from '../context/context.ts';
import { createAdminTranslator, readShellMessages } from './layout/read-admin-messages.ts';
import { readAdminFrame } from './read-admin-frame.ts';

/** What the layout of the admin area shows to a person. */
export async function readAdminLayout(
  { request, context }: LoaderFunctionArgs,
  locale: Locale,
  { user, session }: CurrentAccount,
) {
  const actor = actorOf(user);
  const t = createAdminTranslator(locale);
  const { content } = context.get(pageServices);
  const { store, readSystem } = context.get(adminServices);
  const [unread, icons, warnings] = await Promise.all([
    may(actor, 'inbox.manage') ? countUnread(store, actor) : 0,
    content.icons(),
    may(actor, 'system.read') ? readSystem().then(systemWarnings) : ([] as SystemWarning[]),
  ]);
  return {
    owner: { person: user.id, until: session.remember ? session.expiresAt : null },
    messages: readShellMessages(locale),
    frame: readAdminFrame(context.get(pageServices), locale, user, { unread, icons: icons.types }),
    urgent: warnings
      .filter((warning) => URGENT_WARNINGS.includes(warning))
      .map((warning) => t(`system.warnings.${warning}.what`)),
    isFolded: isNavigationFolded(request.headers.get('cookie')),
  };
}
