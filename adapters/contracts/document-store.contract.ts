import { describe } from 'vitest';
import { describeAggregations } from './aggregations.contract.ts';
import { describeCommit } from './commit.contract.ts';
import type { CreateStore, StoreLimits } from './contract-store.ts';
import { describeFeed } from './feed.contract.ts';
import { describeListening } from './listening.contract.ts';
import { describeProperties } from './properties.contract.ts';
import { describeQueries } from './queries.contract.ts';
import { describeRefusals } from './refusals.contract.ts';
import { describeResuming } from './resuming.contract.ts';
import { describeTransforms } from './transforms.contract.ts';

/**
 * The contract of the `DocumentStore` port, run against every adapter.
 * @param createStore creates an empty store and cleans up.
 * @param limits what the adapter's service cannot do, which the port does not promise
 */
export function describeDocumentStore(name: string, createStore: CreateStore, limits: StoreLimits = {}): void {
  describe(`DocumentStore: ${name}`, () => {
    describeCommit(createStore);
    describeRefusals(createStore);
    describeTransforms(createStore);
    describeQueries(createStore);
    describeAggregations(createStore);
    describeListening(createStore, limits);
    describeFeed(createStore, limits);
    describeResuming(createStore, limits);
    describeProperties(createStore, limits);
  });
}
