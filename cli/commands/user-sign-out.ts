import { accountProblem } from '../command-line/account-problem.ts';
import { type Command, DONE } from '../command-line/command.ts';
import { userJson } from '../command-line/report-user.ts';
import { withAccounts } from '../command-line/with-accounts.ts';

export const userSignOut: Command = {
  name: 'user sign-out',
  operands: 'EMAIL',
  summary: 'ends the sessions of an account, which may sign in again',
  operandCount: [1, 1],
  run: ([email = ''], { json }, context) =>
    withAccounts(context, async (identity) => {
      const user = await identity.lookupEmail(email);
      if (!user) throw accountProblem({ code: 'user-not-found' }, email);
      const ended = await identity.endSessions(user.id);
      if (!ended.ok) throw accountProblem(ended.error, email);
      if (json) context.out(`${JSON.stringify({ ok: true, user: userJson(ended.user) })}\n`);
      else context.out(`${user.name} <${user.email}> is signed out everywhere\n`);
      return DONE;
    }),
};
