import type { UserAccess } from '#core/accounts/user.ts';
import { accountProblem } from '../command-line/account-problem.ts';
import type { Command, CommandContext, ExitCode } from '../command-line/command.ts';
import { readAccess } from '../command-line/read-access.ts';
import { reportUser } from '../command-line/report-user.ts';
import { withAccounts } from '../command-line/with-accounts.ts';

export const userRole: Command = {
  name: 'user role',
  operands: 'EMAIL ROLE',
  summary: 'gives an account another role; a translator takes --languages en,…',
  operandCount: [2, 2],
  options: { languages: { type: 'string' } },
  run: ([email = '', role = ''], { json, values }, context) =>
    changeAccess(email, readAccess(role, values.languages), json, context),
};

export const userSuspend: Command = {
  name: 'user suspend',
  operands: 'EMAIL',
  summary: 'ends the sessions of an account and keeps it out',
  operandCount: [1, 1],
  run: ([email = ''], { json }, context) => changeAccess(email, { disabled: true }, json, context),
};

export const userRestore: Command = {
  name: 'user restore',
  operands: 'EMAIL',
  summary: 'lets a suspended account in again',
  operandCount: [1, 1],
  run: ([email = ''], { json }, context) => changeAccess(email, { disabled: false }, json, context),
};

function changeAccess(
  email: string,
  access: Partial<UserAccess>,
  json: boolean,
  context: CommandContext,
): Promise<ExitCode> {
  return withAccounts(context, async (identity) => {
    const user = await identity.lookupEmail(email);
    if (!user) throw accountProblem({ code: 'user-not-found' }, email);
    const changed = await identity.setAccess(user.id, access);
    if (!changed.ok) throw accountProblem(changed.error, email);
    return reportUser(changed.user, json, context);
  });
}
