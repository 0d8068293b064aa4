import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { localeSet } from '#site-config';
import { languageName } from '../../i18n/language-name.ts';
import { createNamespaceTranslator, readMessages } from '../../i18n/server-messages.ts';
import type { AdminMessages, PageMessages } from './admin-messages.tsx';

/** Parts that belong to one page each, loaded with its data. */
type AdminPart =
  | 'dashboard'
  | 'people'
  | 'audit'
  | 'inbox'
  | 'settings'
  | 'site'
  | 'replace'
  | 'system'
  | 'files'
  | 'topics';

/** All messages of the admin area in one language, for use on the server. */
export function readAdminMessages(locale: Locale): Omit<AdminMessages, 'languages'> {
  const { admin, account, kit } = readMessages(locale);
  return { admin, account, kit };
}

/** The messages that every admin page shows, for its layout routes. */
export function readShellMessages(locale: Locale): PageMessages {
  const messages = readAdminMessages(locale);
  const {
    dashboard: _d,
    people: _p,
    audit: _a,
    inbox: _i,
    settings: _s,
    site: _t,
    replace: _r,
    system: _y,
    files: _f,
    topics: _o,
    ...admin
  } = messages.admin;
  const { account: _account, errors: _errors, ...account } = messages.account;
  return { admin, account, kit: messages.kit, languages: languageNames(locale) };
}

/** Here, because the source of such names takes a browser ten milliseconds of every page. */
function languageNames(locale: Locale): AdminMessages['languages'] {
  const { language } = localeDefinition(localeSet, locale);
  return Object.fromEntries(
    localeSet.locales.map(({ code, language: named }) => [code, languageName(language, named)]),
  );
}

/** The additional messages of an admin page, for `pageMessages` in its data. */
export function readPageMessages(locale: Locale, part: AdminPart | 'account'): PageMessages {
  const { admin, account } = readAdminMessages(locale);
  if (part === 'account') return { account: { account: account.account } };
  if (part === 'inbox') {
    const { notices: _notices, problems: _problems, ...inbox } = admin.inbox;
    return { admin: { inbox } };
  }
  if (part !== 'audit') return { admin: { [part]: admin[part] } };
  const { sentences: _sentences, reason: _reason, ...audit } = admin.audit;
  return { admin: { audit } };
}

/** A translator of the `admin` messages for loaders and actions. */
export function createAdminTranslator(locale: Locale) {
  return createNamespaceTranslator(locale, 'admin');
}
