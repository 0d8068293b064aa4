import { redirect } from 'react-router';
import { type IdentityError, identityErrorMessage } from '#core/accounts/identity-error.ts';
import type { CurrentAccount } from '#core/accounts/request-account.ts';
import type { Locale } from '#core/locales/locale.ts';
import { localizePath, splitLocale } from '#core/locales/localized-path.ts';
import { isAdminPath } from '#core/site/site-paths.ts';
import { localeSet } from '#site-config';
import { type AdminServices, adminServices } from '../context/context.ts';
import { createNamespaceTranslator } from '../i18n/server-messages.ts';

interface RouteArgs {
  /** The URL of the page, also for data requests. */
  url: URL;
  context: { get(key: typeof adminServices): AdminServices };
}

/** The request context of the admin area's loaders and actions. */
export interface AccountRequest extends AdminServices {
  locale: Locale;
  url: URL;
  /** A path of the admin area in the page's language. */
  pathTo(path: string): string;
}

export function readAccountRequest({ url, context }: RouteArgs): AccountRequest {
  const { locale } = splitLocale(localeSet, url.pathname);
  return { ...context.get(adminServices), locale, url, pathTo: (path) => localizePath(localeSet, locale, path) };
}

/**
 * The signed-in account. @throws a redirect to the sign-in page with a return path; that page says so if the session has ended.
 * @throws {IdentityUnavailable} whoever is signed in stays so
 */
export async function requireSignedIn(request: AccountRequest): Promise<CurrentAccount> {
  const current = await request.account.current();
  if (current) return current;
  throw redirect(signInPath(request, request.account.hadSession ? { after: 'ended' } : {}));
}

/** The sign-in page, which leads back to what was asked for. */
function signInPath({ url, pathTo }: AccountRequest, more: { [name: string]: string } = {}): string {
  return `${pathTo('/admin/signin')}?${new URLSearchParams({ to: url.pathname + url.search, ...more })}`;
}

/**
 * The target after sign-in: the requested page of the admin area, else the dashboard; in the language of the account, unless an
 * address names one.
 */
export function returnPath({ url }: Pick<AccountRequest, 'url'>, language: Locale): string {
  const to = url.searchParams.get('to') ?? '';
  const target = URL.canParse(to, url.origin) ? new URL(to, url.origin) : undefined;
  const isOwn = target?.origin === url.origin && to.startsWith('/') && !to.startsWith('//') && !to.includes('\\');
  const here = splitLocale(localeSet, url.pathname);
  const wanted = here.explicit ? here.locale : language;
  if (!isOwn || !isAdminPath(localeSet, target.pathname)) return localizePath(localeSet, wanted, '/admin');
  const { explicit, path } = splitLocale(localeSet, target.pathname);
  return (explicit ? target.pathname : localizePath(localeSet, wanted, path)) + target.search;
}

/** A translator of the `account` messages for loaders and actions. */
export function createAccountTranslator(locale: Locale) {
  return createNamespaceTranslator(locale, 'account');
}

/** The message that explains an error and the next step. */
export function identityErrorSentence(locale: Locale, error: IdentityError): string {
  const { key, values } = identityErrorMessage(error);
  // The translator knows the values of each message by its key; here the key is one of several.
  const translate = createAccountTranslator(locale) as unknown as (key: string, values: object) => string;
  return translate(key, values);
}
