import type { UserAccess } from '#core/accounts/user.ts';
import site from '#site-config';
import { identityOver } from '../../../server/services/services.ts';
import { environmentOf, openSite } from './open-site.ts';
import type { Person } from './person.ts';

/** A person with their access; default: viewer. */
export type Member = Person & Partial<UserAccess>;

/** Creates confirmed accounts in a data folder, in this order. @throws Error if one fails */
export async function createAccounts(dataDir: string, people: readonly Member[]): Promise<void> {
  const services = await openSite(dataDir);
  const identity = identityOver(
    services,
    environmentOf(dataDir),
    site,
  )({
    origin: 'http://localhost',
    send: async () => {},
    record: () => {},
    onError: (error) => {
      throw error;
    },
  });
  try {
    for (const person of people) {
      const created = await identity.createUser({ ...person, language: 'es' });
      if (!created.ok) throw new Error(`${person.email} cannot have an account: ${created.error.code}`);
    }
  } finally {
    await identity.close();
    await services.close();
  }
}
