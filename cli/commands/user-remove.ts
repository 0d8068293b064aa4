import { accountProblem } from '../command-line/account-problem.ts';
import { type Command, DONE } from '../command-line/command.ts';
import { userJson } from '../command-line/report-user.ts';
import { withAccounts } from '../command-line/with-accounts.ts';

export const userRemove: Command = {
  name: 'user remove',
  operands: 'EMAIL',
  summary: 'ends the sessions of an account and deletes it; what the person wrote stays',
  operandCount: [1, 1],
  run: ([email = ''], { json }, context) =>
    withAccounts(context, async (identity) => {
      const user = await identity.lookupEmail(email);
      if (!user) throw accountProblem({ code: 'user-not-found' }, email);
      const removed = await identity.removeUser(user.id);
      if (!removed.ok) throw accountProblem(removed.error, email);
      if (json) context.out(`${JSON.stringify({ ok: true, user: userJson(user) })}\n`);
      else context.out(`${user.name} <${user.email}> has no account any more\n`);
      return DONE;
    }),
};
