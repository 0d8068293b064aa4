import { createApiToken } from '#core/tokens/api-tokens.ts';
import { MAX_TOKEN_NAME } from '#core/tokens/api-tokens-collection.ts';
import { type Command, CommandFailure, DONE, WrongUsage } from '../command-line/command.ts';
import { withSite } from '../command-line/open-site.ts';
import { readAccess } from '../command-line/read-access.ts';
import { describeToken, tokenJson } from '../command-line/report-token.ts';
import { requireOption } from '../command-line/require-option.ts';

const DAY = 24 * 3_600_000;

export const tokenCreate: Command = {
  name: 'token create',
  operands: '--role ROLE --name NAME',
  summary: 'makes a token for a program, shown once; --languages en,… of a translator; --days N until it expires',
  operandCount: [0, 0],
  options: {
    role: { type: 'string' },
    name: { type: 'string' },
    languages: { type: 'string' },
    days: { type: 'string' },
  },
  async run(_operands, { json, values }, context) {
    const role = requireOption('token create', values, 'role');
    const name = requireOption('token create', values, 'name');
    const access = readAccess(role, values.languages);
    const life = typeof values.days === 'string' ? readDays(values.days) : undefined;
    return withSite(context, async ({ store, actor }) => {
      const expiry = life === undefined ? {} : { expiresAt: Date.now() + life };
      const made = await createApiToken({ store }, actor, { name, ...access, ...expiry });
      if (!made.ok) throw new CommandFailure([FAILURES[made.reason]]);
      if (json) {
        context.out(`${JSON.stringify({ ok: true, token: made.token, ...tokenJson(made.facts) })}\n`);
      } else {
        context.error(
          `${describeToken(made.facts)}\nThe token is shown this once; keep it where the program finds it:\n`,
        );
        context.out(`${made.token}\n`);
      }
      return DONE;
    });
  },
};

const FAILURES = {
  'invalid-name': `The name must have 1 to ${MAX_TOKEN_NAME} characters, and no control characters.`,
  'invalid-languages': 'A translator needs languages, and nobody else takes them.',
  full: 'There are 1,000 tokens already.',
};

function readDays(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= 3_650) return days * DAY;
  throw new WrongUsage('--days takes a whole number from 1 to 3650.');
}
