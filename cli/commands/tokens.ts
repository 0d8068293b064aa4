import {
  createApiToken,
  listApiTokens,
  MAX_TOKEN_NAME,
  revokeApiToken,
  type TokenFacts,
} from '#core/tokens/api-tokens.ts';
import { type Command, CommandFailure, DONE, requireOption, WrongUsage } from '../command-line/command.ts';
import { withSite } from '../command-line/open-site.ts';
import { readAccess } from '../command-line/read-access.ts';

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

export const tokenList: Command = {
  name: 'token list',
  operands: '',
  summary: 'lists the tokens of programs, the newest first',
  operandCount: [0, 0],
  run: (_operands, { json }, context) =>
    withSite(context, async ({ store }) => {
      const tokens = await listApiTokens(store);
      if (json) context.out(`${JSON.stringify({ ok: true, tokens: tokens.map(tokenJson) })}\n`);
      else if (tokens.length === 0) context.error('There are no tokens yet. Make one with meki token create.\n');
      else context.out(tokens.map((token) => `${describeToken(token)}  ${lastUse(token)}\n`).join(''));
      return DONE;
    }),
};

function lastUse({ lastUsedAt }: TokenFacts): string {
  return lastUsedAt === undefined ? 'never used' : `last used ${new Date(lastUsedAt).toISOString()}`;
}

export const tokenRevoke: Command = {
  name: 'token revoke',
  operands: 'ID',
  summary: 'ends a token with its next request; meki token list tells the ids',
  operandCount: [1, 1],
  run: ([id = ''], { json }, context) =>
    withSite(context, async ({ store, actor }) => {
      const revoked = await revokeApiToken({ store }, actor, id);
      if (!revoked.ok) {
        const isGone = revoked.reason === 'not-found';
        throw new CommandFailure([isGone ? `There is no token "${id}".` : `The token ${id} is revoked already.`]);
      }
      if (json) context.out(`${JSON.stringify({ ok: true, ...tokenJson(revoked.facts) })}\n`);
      else context.out(`${describeToken(revoked.facts)}\n`);
      return DONE;
    }),
};

/** A token as JSON, without its secret. */
function tokenJson({ id, name, role, languages, createdAt, expiresAt, revokedAt, lastUsedAt }: TokenFacts) {
  return {
    id,
    name,
    role,
    languages,
    createdAt: moment(createdAt),
    expiresAt: moment(expiresAt),
    revokedAt: moment(revokedAt),
    lastUsedAt: moment(lastUsedAt),
  };
}

/** A token in one line: `k3v9… editor  Sync`. */
function describeToken({ id, name, role, languages, expiresAt, revokedAt }: TokenFacts): string {
  const rights = languages.length > 0 ? `${role} (${languages.join(', ')})` : role;
  const end = revokedAt === undefined ? expiresAt && `expires ${moment(expiresAt)}` : `revoked ${moment(revokedAt)}`;
  return [id, name, rights, ...(end ? [end] : [])].join('  ');
}

function moment(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}
