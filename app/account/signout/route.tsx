import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from 'react-router';
import { IdentityUnavailable } from '#core/accounts/identity-error.ts';
import type { CurrentAccount, RequestAccount } from '#core/accounts/request-account.ts';
import { sendClientAction } from '../../navigation/send-client-action.ts';
import { readAccountRequest } from '../account-request.ts';

/** There is no page; following a link does not sign out. */
export function loader(args: LoaderFunctionArgs): never {
  throw redirect(readAccountRequest(args).pathTo('/admin'));
}

/** Deletes the session cookie even if the accounts are unavailable. */
export async function action(args: ActionFunctionArgs): Promise<never> {
  const { account, pathTo } = readAccountRequest(args);
  const current = await readIfReachable(account);
  if (current) await account.identity.signOut(current.token, account.client);
  account.leave();
  throw redirect(`${pathTo('/admin/signin')}?after=signedOut`, 303);
}

export const clientAction = sendClientAction;

async function readIfReachable(account: RequestAccount): Promise<CurrentAccount | undefined> {
  try {
    return await account.current();
  } catch (error) {
    if (error instanceof IdentityUnavailable) return undefined;
    throw error;
  }
}
