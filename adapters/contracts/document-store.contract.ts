import { describe } from 'vitest';
import { describeAggregations } from './aggregations.contract.ts';
import { describeCommit } from './commit.contract.ts';
import type { CreateStore } from './contract-store.ts';
import { describeListening } from './listening.contract.ts';
import { describeProperties } from './properties.contract.ts';
import { describeQueries } from './queries.contract.ts';
import { describeRefusals } from './refusals.contract.ts';
import { describeResuming } from './resuming.contract.ts';
import { describeTransforms } from './transforms.contract.ts';

/**
 * Judges an adapter of the `DocumentStore` port. All adapters pass all of it.
 * @param createStore makes an empty store and sees to what it leaves behind.
 */
export function describeDocumentStore(name: string, createStore: CreateStore): void {
  describe(`DocumentStore: ${name}`, () => {
    describeCommit(createStore);
    describeRefusals(createStore);
    describeTransforms(createStore);
    describeQueries(createStore);
    describeAggregations(createStore);
    describeListening(createStore);
    describeResuming(createStore);
    describeProperties(createStore);
  });
}
