import { data, type LoaderFunctionArgs, redirect } from 'react-router';
import { IdentityUnavailable } from '#core/accounts/identity-error.ts';
import { SIGNED_OUT } from '../../navigation/answer-marks.ts';
import { type AccountRequest, readAccountRequest, returnPath } from '../account-request.ts';
import { createAccountTranslator } from '../account-translator.ts';

const NOTICES = ['reset', 'confirmed', 'signedOut', 'ended', 'deleted'] as const;

/**
 * Loads the sign-in page. If nobody is signed in, the device is told to delete its offline data; if the accounts are
 * unavailable, the page still opens. @throws a redirect if the person is signed in already
 */
export async function readSignIn(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  const { url, pathTo, locale } = request;
  const isSignedIn = await findOut(request);
  if (isSignedIn) throw redirect(returnPath(request));
  const t = createAccountTranslator(locale);
  const notice = NOTICES.find((name) => name === url.searchParams.get('after'));
  const page = {
    title: t('signin.title'),
    isSignedOut: isSignedIn === false,
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

/** Whether somebody is signed in; `undefined` if the accounts are unavailable. */
async function findOut({ account }: AccountRequest): Promise<boolean | undefined> {
  try {
    return (await account.current()) !== undefined;
  } catch (error) {
    if (error instanceof IdentityUnavailable) return undefined;
    throw error;
  }
}
