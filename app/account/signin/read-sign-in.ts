import { data, type LoaderFunctionArgs, redirect } from 'react-router';
import { IdentityUnavailable } from '#core/accounts/identity-error.ts';
import type { CurrentAccount } from '#core/accounts/request-account.ts';
import { SIGNED_OUT } from '../../navigation/answer-marks.ts';
import { type AccountRequest, createAccountTranslator, readAccountRequest, returnPath } from '../account-request.ts';

const NOTICES = ['reset', 'confirmed', 'signedOut', 'ended', 'deleted'] as const;

/**
 * Loads the sign-in page. If nobody is signed in, the device is told to delete its offline data; if the accounts are
 * unavailable, the page still opens. @throws a redirect if the person is signed in already
 */
export async function readSignIn(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  const { url, pathTo, locale } = request;
  const current = await findOut(request);
  if (current) throw redirect(returnPath(request, current.user.language));
  const t = createAccountTranslator(locale);
  const notice = NOTICES.find((name) => name === url.searchParams.get('after'));
  const page = {
    title: t('signin.title'),
    isSignedOut: current === null,
    email: url.searchParams.get('email') ?? '',
    ...(notice && { notice: t(`signin.${notice}`) }),
    links: [
      { href: pathTo('/admin/reset'), label: t('signin.forgotten') },
      { href: pathTo('/admin/signup'), label: t('signin.signup') },
    ],
    confirmPath: pathTo('/admin/signup-confirm'),
  };
  return data(page, page.isSignedOut ? { headers: { [SIGNED_OUT]: 'yes' } } : undefined);
}

/** Who is signed in; `null` for nobody, `undefined` if the accounts are unavailable. */
async function findOut({ account }: AccountRequest): Promise<CurrentAccount | null | undefined> {
  try {
    return (await account.current()) ?? null;
  } catch (error) {
    if (error instanceof IdentityUnavailable) return undefined;
    throw error;
  }
}
