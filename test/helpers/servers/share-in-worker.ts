import { expect } from '@playwright/test';
import type { SiteHost } from './site-host.ts';

/** What several tests share, and how it ends. */
export interface Shared<T> {
  value: T;
  end(): Promise<void>;
}

/** Starts a shared resource. */
export type StartShared<T> = (host: SiteHost) => Promise<Shared<T>>;

/**
 * The resources that tests of a worker share: each is started for the first test that needs it, and ends with the worker. A worker
 * fixture for each resource would have Playwright start further workers, each with a browser and a host of its own.
 */
export function createSharedResources(host: SiteHost) {
  const started = new Map<StartShared<unknown>, Promise<Shared<unknown>>>();
  return {
    /** @param start identifies the resource @throws Error if it cannot be started; the next test tries again */
    async share<T>(start: StartShared<T>): Promise<T> {
      const resource = (started.get(start) as Promise<Shared<T>> | undefined) ?? start(host);
      started.set(start, resource);
      try {
        return (await resource).value;
      } catch (error) {
        started.delete(start);
        throw error;
      }
    },
    /** Ends them, the last one first. */
    async end(): Promise<void> {
      for (const resource of [...started.values()].reverse()) await (await resource).end();
    },
  };
}

/** Uses a shared site for a test, and fails if it logs an error meanwhile. At other times, other sites of its process log theirs. */
export async function useWithoutErrors<T extends { errors: string[] }>(
  site: T,
  use: (site: T) => Promise<void>,
): Promise<void> {
  const before = site.errors.length;
  await use(site);
  expect(site.errors.slice(before), 'the server has nothing to report').toEqual([]);
}
