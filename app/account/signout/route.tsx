import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from 'react-router';
import { readAccountRequest } from '../account-request.ts';

/** Nothing to see; a link to it does not sign out. */
export function loader(args: LoaderFunctionArgs): never {
  throw redirect(readAccountRequest(args).pathTo('/admin'));
}

export async function action(args: ActionFunctionArgs): Promise<never> {
  const { account, pathTo } = readAccountRequest(args);
  const current = await account.current();
  if (current) await account.identity.signOut(current.token, account.client);
  account.leave();
  throw redirect(`${pathTo('/admin/signin')}?after=signedOut`, 303);
}
