import type { AccountEvent } from '#core/accounts/account-event.ts';
import type { Identity } from '#core/accounts/identity.ts';
import type { IdentityError } from '#core/accounts/identity-error.ts';
import { PASSWORD_LENGTH, type PasswordProblem } from '#core/accounts/password-rules.ts';
import type { User, UserAccess } from '#core/accounts/user.ts';
import { createAccountAudit } from '#core/audit/account-audit.ts';
import {
  type Command,
  type CommandContext,
  CommandFailure,
  type CommandOptions,
  DONE,
  type ExitCode,
  requireOption,
  WrongUsage,
} from '../command-line/command.ts';
import { type OpenOptions, type Site, withSite } from '../command-line/open-site.ts';
import { readAccess, requireLanguage } from '../command-line/read-access.ts';

export const userCreate: Command = {
  name: 'user create',
  operands: '--email EMAIL --name NAME',
  summary: 'makes an account; --role ROLE, --languages en,… and --language es; --password-stdin for programs',
  operandCount: [0, 0],
  options: {
    email: { type: 'string' },
    name: { type: 'string' },
    role: { type: 'string' },
    languages: { type: 'string' },
    language: { type: 'string' },
    'password-stdin': { type: 'boolean' },
  },
  async run(_operands, { json, values }, context) {
    const email = requireOption('user create', values, 'email');
    const name = requireOption('user create', values, 'name');
    const access: Partial<UserAccess> =
      typeof values.role === 'string' ? readAccess(values.role, values.languages) : {};
    const chosen = typeof values.language === 'string' ? requireLanguage(values.language) : undefined;
    const password = await readPassword(values, context);
    const create = async (identity: Identity, { config }: Site) => {
      const language = chosen ?? config.defaultLocale;
      const created = await identity.createUser({ email, name, password, language, ...access });
      if (!created.ok) throw accountProblem(created.error, email);
      return reportUser(created.user, json, context);
    };
    // An owner may be there before a site is first started.
    return withAccounts(context, create, { isNew: access.role === 'owner' });
  },
};

/** Never from the arguments, which other processes can read. */
async function readPassword(values: CommandOptions['values'], context: CommandContext): Promise<string> {
  if (values['password-stdin'] === true) return (await context.readInput()).replace(/\r?\n$/, '');
  if (!context.promptSecret) {
    throw new WrongUsage(
      'There is no terminal to ask for the password: give it on the standard input by --password-stdin.',
    );
  }
  const password = await context.promptSecret('Password: ');
  if ((await context.promptSecret('The same again: ')) === password) return password;
  throw new CommandFailure(['The two passwords are not the same. Nothing has changed.']);
}

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

/** An account as JSON. */
function userJson(user: User) {
  const { id, email, name, role, languages, language, disabled, createdAt, lastSignInAt } = user;
  return {
    id,
    email,
    name,
    role,
    languages,
    language,
    suspended: disabled,
    createdAt: new Date(createdAt).toISOString(),
    ...(lastSignInAt !== undefined && { lastSignInAt: new Date(lastSignInAt).toISOString() }),
  };
}

/** The access of an account: `translator (en, es), suspended`. */
function describeAccess({ role, languages, disabled }: User): string {
  return `${role}${languages.length > 0 ? ` (${languages.join(', ')})` : ''}${disabled ? ', suspended' : ''}`;
}

/** Prints the changed account. */
function reportUser(user: User, json: boolean, context: CommandContext): ExitCode {
  if (json) context.out(`${JSON.stringify({ ok: true, user: userJson(user) })}\n`);
  else context.out(`${user.name} <${user.email}> has an account: ${describeAccess(user)}\n`);
  return DONE;
}

const PASSWORD_SENTENCES: { [problem in PasswordProblem | 'policy']: string } = {
  'too-short': `The password must have at least ${PASSWORD_LENGTH.min} characters.`,
  'too-long': `The password may have at most ${PASSWORD_LENGTH.max} characters.`,
  common: 'The password is one of the most common ones. Choose another.',
  'is-email': 'The password may not be the email.',
  policy: 'The password does not meet the rules of the account service.',
};

/** The message for a failed operation on the account of an email. */
function accountProblem(error: IdentityError, email: string): CommandFailure {
  return new CommandFailure([sentenceOf(error, email)]);
}

function sentenceOf(error: IdentityError, email: string): string {
  switch (error.code) {
    case 'weak-password':
      return PASSWORD_SENTENCES[error.reason];
    case 'invalid-email':
      return `"${email}" is not an email.`;
    case 'invalid-display-name':
      return 'The name must have 1 to 120 characters, and no control characters.';
    case 'email-already-in-use':
      return `${email} has an account already.`;
    case 'user-not-found':
      return `${email} has no account.`;
    case 'last-owner':
      return `${email} is the last owner, and there is always one. Make somebody else an owner first.`;
    default:
      return `It could not be done: ${error.code}.`;
  }
}

/** Runs work on the accounts of the environment's site. Changes are in the audit log when it resolves. */
async function withAccounts<T>(
  context: CommandContext,
  work: (identity: Identity, site: Site) => Promise<T>,
  options: OpenOptions = {},
): Promise<T> {
  return withSite(
    context,
    async (site) => {
      const { store, actor, origin } = site;
      const recorded: Promise<void>[] = [];
      const lookup = (userId: string) => identity.lookup(userId);
      const audit = createAccountAudit({ store, lookup, machine: actor });
      const identity = site.createIdentity({
        origin,
        send: () => Promise.reject(new Error('The command line sends no mail')),
        record: (event: AccountEvent) => void recorded.push(audit(event)),
        onError: (error) => {
          throw error;
        },
      });
      try {
        const result = await work(identity, site);
        await Promise.all(recorded).catch((error: unknown) => {
          throw new CommandFailure(['It is done, but could not be put on record.'], { cause: error });
        });
        return result;
      } finally {
        await identity.close();
      }
    },
    options,
  );
}
