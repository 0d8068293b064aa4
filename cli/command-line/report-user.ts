import type { User } from '#core/accounts/user.ts';
import { type CommandContext, DONE, type ExitCode } from './command.ts';

/** An account as JSON. */
export function userJson(user: User) {
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
export function describeAccess({ role, languages, disabled }: User): string {
  return `${role}${languages.length > 0 ? ` (${languages.join(', ')})` : ''}${disabled ? ', suspended' : ''}`;
}

/** Prints the changed account. */
export function reportUser(user: User, json: boolean, context: CommandContext): ExitCode {
  if (json) context.out(`${JSON.stringify({ ok: true, user: userJson(user) })}\n`);
  else context.out(`${user.name} <${user.email}> has an account: ${describeAccess(user)}\n`);
  return DONE;
}
