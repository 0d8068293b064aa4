import type { Locale } from '#core/locales/locale.ts';
import { readAllMessages } from '../i18n/server-messages.ts';
import type { AdminMessages, PageMessages } from './admin-messages.tsx';

/** The parts that one page each brings with its own data. */
type AdminPart = 'dashboard' | 'people' | 'audit';

/** The admin area's messages of one language, whole: for what the server itself says. */
export function readAdminMessages(locale: Locale): AdminMessages {
  const messages = readAllMessages()[locale];
  if (!messages) throw new Error(`locales/${locale} is missing`);
  const { admin, account } = messages;
  return { admin, account };
}

/** Those that every page of the admin area shows, for the data of its layout routes. */
export function readShellMessages(locale: Locale): PageMessages {
  const messages = readAdminMessages(locale);
  const { dashboard: _dashboard, people: _people, audit: _audit, ...admin } = messages.admin;
  const { account: _account, errors: _errors, ...account } = messages.account;
  return { admin, account };
}

/** The part that a page of the admin area shows besides, for `pageMessages` in its data. */
export function readPageMessages(locale: Locale, part: AdminPart | 'account'): PageMessages {
  const { admin, account } = readAdminMessages(locale);
  if (part === 'account') return { account: { account: account.account } };
  if (part !== 'audit') return { admin: { [part]: admin[part] } };
  const { sentences: _sentences, reason: _reason, ...audit } = admin.audit;
  return { admin: { audit } };
}
