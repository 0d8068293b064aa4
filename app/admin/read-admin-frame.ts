import type { LoaderFunctionArgs } from 'react-router';
import { type Actor, actorOf } from '#core/access/actor.ts';
import { may } from '#core/access/policy.ts';
import type { CurrentAccount } from '#core/accounts/request-account.ts';
import type { User } from '#core/accounts/user.ts';
import { countUnread } from '#core/inbox/list-messages.ts';
import { type Locale, labelInSentence } from '#core/locales/locale.ts';
import { localizePath } from '#core/locales/localized-path.ts';
import { listedTypes } from '#core/site/content-paths.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { isNavigationFolded } from '#core/site/site-paths.ts';
import { type SystemWarning, systemWarnings, URGENT_WARNINGS } from '#core/system/system-report.ts';
import { adminServices, type IconData, type PageServices, pageServices } from '../context/context.ts';
import type { AdminFrameData, AdminLinkGroup } from './frame/admin-frame-data.ts';
import { createAdminTranslator, readShellMessages } from './layout/read-admin-messages.ts';

interface AdminPage {
  /** Key of its label in `admin.pages`. */
  name:
    | 'dashboard'
    | 'site'
    | 'account'
    | 'people'
    | 'audit'
    | 'health'
    | 'files'
    | 'replace'
    | 'inbox'
    | 'settings'
    | 'system';
  path: string;
  icon: string;
  isOpenTo: (actor: Actor) => boolean;
}

/** What the database has for the links. */
interface FrameFacts {
  /** Number of unread messages in the inbox. */
  unread?: number;
  /** The icons of types that the team chose. */
  icons?: { [type: string]: IconData };
}

/** The navigation's pages in groups; the first group has no label. */
const GROUPS: { name: 'main' | 'team'; pages: AdminPage[] }[] = [
  {
    name: 'main',
    pages: [
      {
        name: 'dashboard',
        path: '/admin',
        icon: 'lucide:layout-dashboard',
        isOpenTo: (actor) => may(actor, 'admin.enter'),
      },
      {
        name: 'health',
        path: '/admin/health',
        icon: 'lucide:heart-pulse',
        isOpenTo: (actor) => may(actor, 'draft.read'),
      },
      {
        name: 'files',
        path: '/admin/files',
        icon: 'lucide:images',
        isOpenTo: (actor) => may(actor, 'media.read'),
      },
      {
        name: 'site',
        path: '/admin/site',
        icon: 'lucide:globe',
        isOpenTo: (actor) => may(actor, 'site-texts.edit'),
      },
      {
        name: 'replace',
        path: '/admin/replace',
        icon: 'lucide:replace',
        isOpenTo: (actor) => may(actor, 'draft.read'),
      },
      {
        name: 'inbox',
        path: '/admin/inbox',
        icon: 'lucide:inbox',
        isOpenTo: (actor) => may(actor, 'inbox.manage'),
      },
      {
        name: 'account',
        path: '/admin/account',
        icon: 'lucide:circle-user',
        isOpenTo: (actor) => actor.kind === 'person' && may(actor, 'account.use', { accountId: actor.id }),
      },
    ],
  },
  {
    name: 'team',
    pages: [
      {
        name: 'people',
        path: '/admin/people',
        icon: 'lucide:users',
        isOpenTo: (actor) => may(actor, 'people.manage'),
      },
      {
        name: 'audit',
        path: '/admin/audit',
        icon: 'lucide:scroll-text',
        isOpenTo: (actor) => may(actor, 'audit-log.read'),
      },
      {
        name: 'settings',
        path: '/admin/settings',
        icon: 'lucide:settings',
        isOpenTo: (actor) => may(actor, 'settings.manage'),
      },
      {
        name: 'system',
        path: '/admin/system',
        icon: 'lucide:server',
        isOpenTo: (actor) => may(actor, 'system.read'),
      },
    ],
  },
];

/** Links to create an item of each type. */
export function newItemLinks(config: SiteConfig, locale: Locale) {
  const t = createAdminTranslator(locale);
  return listedTypes(config).map((type) => ({
    label: t('frame.newItem', { type: labelInSentence(type.labels.singular[locale] ?? type.key, locale) }),
    href: `${localizePath(config, locale, `/admin/items/${type.key}`)}?new=`,
  }));
}

/**
 * The frame of every admin page for one person: only links that their role may open.
 */
export function readAdminFrame(
  { config, icon }: Pick<PageServices, 'config' | 'icon'>,
  locale: Locale,
  user: User,
  { unread = 0, icons = {} }: FrameFacts = {},
): AdminFrameData {
  const t = createAdminTranslator(locale);
  const actor = actorOf(user);
  const pathTo = (path: string) => localizePath(config, locale, path);
  const iconOf = (name: string) => {
    const found = icon(name);
    if (!found) throw new Error(`There is no icon "${name}"`);
    return found;
  };
  const linkTo = (page: AdminPage) => ({
    label: t(`pages.${page.name}`),
    href: pathTo(page.path),
    icon: iconOf(page.icon),
    ...(page.name === 'inbox' && { count: unread, live: 'inbox' as const }),
  });
  const lists = listedTypes(config).map((type) => ({
    label: type.labels.plural[locale] ?? type.key,
    href: pathTo(`/admin/items/${type.key}`),
    icon: icons[type.key] ?? icon(type.icon) ?? iconOf('lucide:file'),
  }));
  const content: AdminLinkGroup = { id: 'content', label: t('frame.groups.content'), links: lists };
  const groups = GROUPS.map(({ name, pages }): AdminLinkGroup => {
    const links = pages.filter(({ isOpenTo }) => isOpenTo(actor)).map(linkTo);
    return { id: name, links, ...(name !== 'main' && { label: t(`frame.groups.${name}`) }) };
  });
  return {
    siteName: config.name[locale] ?? '',
    siteHref: pathTo('/'),
    homeHref: pathTo('/admin'),
    navigation: [...groups.slice(0, 1), ...(may(actor, 'draft.read') ? [content] : []), ...groups.slice(1)].filter(
      ({ links }) => links.length > 0,
    ),
    newItems: may(actor, 'item.create')
      ? newItemLinks(config, locale).map((link) => ({ ...link, icon: iconOf('lucide:plus') }))
      : [],
    ...(may(actor, 'draft.read') && { searchHref: pathTo('/admin/item-search') }),
    account: {
      name: user.name,
      email: user.email,
      role: t(`roles.${user.role}`),
      href: pathTo('/admin/account'),
      signOutAction: pathTo('/admin/signout'),
    },
  };
}

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
