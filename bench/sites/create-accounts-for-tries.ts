import type { UserAccess } from '#core/accounts/user.ts';
import { type BackendSettings, createServices, identityOver } from '#server/services/services.ts';
import config from '#site-config';

/** Creates confirmed accounts for emails on a site. @throws {Error} if one of them fails */
export async function createAccountsForTries(
  settings: BackendSettings,
  emails: readonly string[],
  access: Partial<UserAccess> = {},
): Promise<void> {
  const services = await createServices(settings, config, { warn: () => {} });
  const environment = { ...settings, secret: settings.secret, signUp: 'open' as const };
  const identity = identityOver(
    services,
    environment,
    config,
  )({
    origin: 'http://localhost:3000',
    send: async () => {},
    record: () => {},
    onError: () => {},
  });
  try {
    for (const email of emails) {
      const person = { name: 'Ana', email, password: 'la-buena-lámpara-7', language: 'es', ...access };
      const created = await identity.createUser(person);
      if (!created.ok) throw new Error(`${email} cannot have an account: ${created.error.code}`);
    }
  } finally {
    await identity.close();
    await services.close();
  }
}
