import { actorOf } from '#core/access/actor.ts';
import type { Identity } from '#core/accounts/identity.ts';
import type { ItemDependencies } from '#core/items/change-item.ts';
import { programById } from '#core/tokens/api-tokens.ts';
import type { Log } from '../log.ts';
import { startCardKeeper } from './card-keeper.ts';
import { startScheduler } from './scheduler.ts';

export interface ItemJobsOptions extends ItemDependencies {
  identity: Pick<Identity, 'lookup'>;
  log: Log;
}

/** What the server does with items by itself. */
export interface ItemJobs {
  start(): void;
  /** Resolves when what is under way has ended. */
  stop(): Promise<void>;
}

export function createItemJobs({ identity, log, ...dependencies }: ItemJobsOptions): ItemJobs {
  let started: { stop(): Promise<void> }[] = [];
  return {
    start() {
      started = [
        startCardKeeper({ ...dependencies, log }),
        startScheduler({
          ...dependencies,
          log,
          async actorOf(accountId) {
            const program = await programById(dependencies, accountId);
            const user = program ? undefined : await identity.lookup(accountId);
            return program ?? (user && actorOf(user));
          },
        }),
      ];
    },
    async stop() {
      await Promise.all(started.map((job) => job.stop()));
    },
  };
}
