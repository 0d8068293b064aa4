import type { AccountEvent } from '#core/accounts/account-event.ts';
import type { Identity } from '#core/accounts/identity.ts';
import { createAccountAudit } from '#core/audit/account-audit.ts';
import { type CommandContext, CommandFailure } from './command.ts';
import { type OpenOptions, type Site, withSite } from './open-site.ts';

/** Runs work on the accounts of the environment's site. Changes are in the audit log when it resolves. */
export async function withAccounts<T>(
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
