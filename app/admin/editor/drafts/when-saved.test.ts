import { expect, test } from 'vitest';
import { createStore } from '../../../ui/kit/create-store.ts';
import type { DraftFacts } from './save-state.ts';
import { whenSaved } from './when-saved.ts';

const saved: DraftFacts = {
  isConnected: true,
  isSynced: true,
  unsyncedChanges: 0,
  isKeptHere: true,
  isLoaded: true,
  isRefused: false,
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
  const away = { ...saved, isConnected: false, isSynced: false, isLoaded: false };
  expect(await whenSaved([{ facts: createStore(saved) }, { facts: createStore(away) }])).toBe(false);
  const facts = createStore({ ...saved, unsyncedChanges: 1 });
  const waiting = whenSaved([{ facts }]);
  facts.write({ ...saved, isRefused: true });
  expect(await waiting).toBe(false);
});
