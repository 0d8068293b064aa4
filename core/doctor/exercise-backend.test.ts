import { expect, test } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { createMemoryDraftLog } from '#adapters/memory/draft-log.ts';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { jobs } from '../jobs/jobs-collection.ts';
import { exerciseBackend, findOccupied } from './exercise-backend.ts';

const create = () => ({
  store: createMemoryDocumentStore({ collections: [jobs] }),
  draftLog: createMemoryDraftLog(),
  files: createMemoryFileStore(),
});

test('services that work have no problems, and are empty afterwards', async () => {
  const services = create();
  const done = await exerciseBackend(services);
  expect(done.flatMap(({ problems }) => problems)).toEqual([]);
  expect(await findOccupied(services.store, [jobs])).toBeUndefined();
  await services.store.commit([{ kind: 'set', path: 'jobs/one', data: {} }]);
  expect(await findOccupied(services.store, [jobs])).toBe('jobs');
});

test('what does not work is named, and the rest is tried', async () => {
  const services = create();
  const { store, draftLog } = services;
  const done = await exerciseBackend({
    ...services,
    store: {
      ...store,
      // Forgets every precondition.
      commit: (writes) => store.commit(writes.map(({ precondition: _, ...write }) => write as never)),
    },
    draftLog: { ...draftLog, append: async () => 1 },
  });
  expect(Object.fromEntries(done.flatMap(({ name, problems }) => problems.map((problem) => [name, problem])))).toEqual({
    'a document is created once': 'It was created twice.',
    'a stale version is refused': 'A change at a former version was applied.',
    'drafts that several write': 'Of 20 updates, 0 are there.',
  });
});
