import type { Actor } from '#core/access/actor.ts';
import type { Outcome } from '#core/accounts/identity.ts';
import type { CurrentAccount, RequestAccount } from '#core/accounts/request-account.ts';
import type { Role } from '#core/accounts/user.ts';
import type { Locale } from '#core/locales/locale.ts';
import type { People } from '#core/people/people.ts';

interface PeopleServices {
  account: Pick<RequestAccount, 'identity' | 'client'>;
  people: People;
  actor: Actor;
}

/** Sets the role and, for a translator, the languages; unchanged parts are neither written nor recorded in the audit log. */
export async function giveAccess(
  { account, people, actor }: PeopleServices,
  { person, role, languages }: { person: string; role: Role; languages: Locale[] },
): Promise<Outcome> {
  const user = await account.identity.lookup(person);
  if (!user) return { ok: false, error: { code: 'user-not-found' } };
  if (user.role !== role) {
    const changed = await people.changeRole(actor, person, role);
    if (!changed.ok) return changed;
  }
  const chosen = [...languages].sort().join();
  if (role !== 'translator' || (user.role === role && [...user.languages].sort().join() === chosen))
    return { ok: true };
  return people.setLanguages(actor, person, languages);
}

/** Deletes an account. One's own requires a recent sign-in, as on the account page. */
export function removePerson(
  { account, people, actor }: PeopleServices,
  person: string,
  { user, token }: CurrentAccount,
): Promise<Outcome> {
  if (person === user.id) return account.identity.deleteAccount(token, account.client);
  return people.remove(actor, person);
}
