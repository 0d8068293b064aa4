import { accountProblem } from '../command-line/account-problem.ts';
import {
  type Command,
  type CommandContext,
  CommandFailure,
  type CommandOptions,
  WrongUsage,
} from '../command-line/command.ts';
import { readAccess, requireLanguage } from '../command-line/read-access.ts';
import { reportUser } from '../command-line/report-user.ts';
import { requireOption } from '../command-line/require-option.ts';
import { withAccounts } from '../command-line/with-accounts.ts';

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
    const access = typeof values.role === 'string' ? readAccess(values.role, values.languages) : {};
    const chosen = typeof values.language === 'string' ? requireLanguage(values.language) : undefined;
    const password = await readPassword(values, context);
    return withAccounts(context, async (identity, { config }) => {
      const language = chosen ?? config.defaultLocale;
      const created = await identity.createUser({ email, name, password, language, ...access });
      if (!created.ok) throw accountProblem(created.error, email);
      return reportUser(created.user, json, context);
    });
  },
};

/** Never from the arguments, which other processes can read. */
async function readPassword(values: CommandOptions['values'], context: CommandContext): Promise<string> {
  if (values['password-stdin'] === true) return (await context.readInput()).replace(/\r?\n$/, '');
  if (!context.askSecret) {
    throw new WrongUsage(
      'There is no terminal to ask for the password: give it on the standard input by --password-stdin.',
    );
  }
  const password = await context.askSecret('Password: ');
  if ((await context.askSecret('The same again: ')) === password) return password;
  throw new CommandFailure(['The two passwords are not the same. Nothing has changed.']);
}
