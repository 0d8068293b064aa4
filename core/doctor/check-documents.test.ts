import { expect, test } from 'vitest';
import { z } from 'zod';
import { createMemoryDocumentStore } from '../../adapters/memory/document-store.ts';
import { items, purgedItems } from '../content/collections.ts';
import { documentProblems } from './check-content.ts';

test('each document that does not fit is named, with what is wrong', async () => {
  const store = createMemoryDocumentStore({ collections: [items, { ...purgedItems, schema: z.looseObject({}) }] });
  await store.commit(
    ['a', 'b', 'c'].map((id) => ({ kind: 'set', path: purgedItems.at(id).path, data: id === 'b' ? { at: 1 } : {} })),
  );
  const problems: string[] = [];
  for await (const problem of documentProblems(store, [items, purgedItems])) problems.push(problem);
  expect(problems).toEqual([
    expect.stringMatching(/^purged-items\/a does not fit its collection: at: .+\. Restore a backup/),
    expect.stringMatching(/^purged-items\/c does not fit its collection: at: /),
  ]);
});
