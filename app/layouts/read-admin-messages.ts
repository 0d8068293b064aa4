import type { Locale } from '#core/locales/locale.ts';
import { readAllMessages } from '../i18n/server-messages.ts';
import type { AdminMessages } from './admin-messages.tsx';

/** The admin area's messages of one language, for the data of its layout routes. */
export function readAdminMessages(locale: Locale): AdminMessages {
  const messages = readAllMessages()[locale];
  if (!messages) throw new Error(`locales/${locale} is missing`);
  const { admin, account } = messages;
  return { admin, account };
}
