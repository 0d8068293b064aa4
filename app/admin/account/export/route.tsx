import type { LoaderFunctionArgs } from 'react-router';
import { createAccountTranslator, readAccountRequest } from '../../../account/account-request.ts';
import { requireGiven, requireOwnAccount } from '../read-account.ts';
import { readOwnData } from './read-own-data.ts';

/** Downloads all data about the signed-in person. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const request = readAccountRequest(args);
  const { current, actor } = await requireOwnAccount(request);
  const { user, token } = current;
  const { sessions } = requireGiven(request, await request.account.identity.listSessions(token));
  const own = await readOwnData(request.store, actor, { user, sessions, now: Date.now() });
  const file = createAccountTranslator(request.locale)('account.export.file');
  return new Response(`${JSON.stringify(own, undefined, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="${file}"`,
    },
  });
}
