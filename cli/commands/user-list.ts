import type { Identity } from '#core/accounts/identity.ts';
import type { User } from '#core/accounts/user.ts';
import { type Command, DONE } from '../command-line/command.ts';
import { describeAccess, userJson } from '../command-line/report-user.ts';
import { withAccounts } from '../command-line/with-accounts.ts';

/** Accounts per read. */
const PAGE = 200;

export const userList: Command = {
  name: 'user list',
  operands: '',
  summary: 'lists the accounts by email',
  operandCount: [0, 0],
  run: (_operands, { json }, context) =>
    withAccounts(context, async (identity) => {
      const users = await everyUser(identity);
      if (json) context.out(`${JSON.stringify({ ok: true, users: users.map(userJson) })}\n`);
      else if (users.length === 0) context.error('There are no accounts yet. Make the owner with meki user create.\n');
      else context.out(tableOf(users).join(''));
      return DONE;
    }),
};

async function everyUser(identity: Identity): Promise<User[]> {
  const users: User[] = [];
  for (let after: string | undefined; ; ) {
    const page = await identity.list({ ...(after !== undefined && { after }), limit: PAGE });
    users.push(...page);
    after = page.at(-1)?.email;
    if (page.length < PAGE) return users;
  }
}

function tableOf(users: User[]): string[] {
  const rows = users.map((user) => [user.email, describeAccess(user), user.name, lastSeen(user)]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .concat('\n'),
  );
}

function lastSeen({ lastSignInAt }: User): string {
  return lastSignInAt === undefined ? 'never signed in' : `signed in ${new Date(lastSignInAt).toISOString()}`;
}
