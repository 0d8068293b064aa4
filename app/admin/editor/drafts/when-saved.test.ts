import { expect, test } from 'vitest';
import { createStore } from '../../../ui/kit/create-store.ts';
import type { DraftFacts } from './save-state.ts';
import { whenSaved } from './when-saved.ts';

const saved: DraftFacts = {
  isConnected: true,
  isAway: false,
  isSynced: true,
  unsyncedChanges: 0,
  isKeptHere: true,
  isLoaded: true,
  isRefused: false,
  mayWrite: true,
  hasEnded: false,
};

test('everything is saved once the last draft is', async () => {
  const facts = [createStore(saved), createStore({ ...saved, unsyncedChanges: 2 })] as const;
  const waiting = whenSaved(facts.map((store) => ({ facts: store })));
  facts[1].write({ ...saved, unsyncedChanges: 1 });
  facts[1].write(saved);
  expect(await waiting).toBe(true);
});

test('nothing is waited for while the server is away, or refuses', async () => {
  expect(await whenSaved([{ facts: createStore({ ...saved, isConnected: false }) }])).toBe(false);
  const facts = createStore({ ...saved, unsyncedChanges: 1 });
  const waiting = whenSaved([{ facts }]);
  facts.write({ ...saved, isRefused: true });
  expect(await waiting).toBe(false);
});

test('a draft that has not come yet is waited for as long as it can still come', async () => {
  const opening = { ...saved, isConnected: false, isSynced: false, isLoaded: false };
  const facts = createStore(opening);
  const waiting = whenSaved([{ facts: createStore(saved) }, { facts }]);
  facts.write(saved);
  expect(await waiting).toBe(true);
  const never = createStore(opening);
  const inVain = whenSaved([{ facts: never }]);
  never.write({ ...opening, isAway: true });
  expect(await inVain).toBe(false);
});
