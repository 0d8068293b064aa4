import { describe, expect, test } from 'vitest';
import { createStore } from '../../../ui/kit/create-store.ts';
import { type DraftFacts, discardsWords, saveStateOf, whenSaved, worstOf } from './save-state.ts';

const good: DraftFacts = {
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

describe('what is said of a draft', () => {
  test.each<[string, Partial<DraftFacts>, string]>([
    ['everything is on the server', {}, 'saved'],
    ['the server keeps all while the device keeps nothing', { isKeptHere: false }, 'saved'],
    ['a change is under way', { unsyncedChanges: 1 }, 'saving'],
    ['it is connected again and has not compared yet', { isSynced: false }, 'saving'],
    ['nothing came yet', { isSynced: false, isLoaded: false }, 'opening'],
    ['the server is away', { isConnected: false, isSynced: false, unsyncedChanges: 3 }, 'offline'],
    ['the server went away with nothing to send', { isConnected: false, isSynced: false }, 'offline'],
    ['server and device are both of no use', { isConnected: false, isKeptHere: false }, 'unkept'],
    ['the server does not take it', { isRefused: true }, 'refused'],
    ['the person was signed out', { isConnected: false, hasEnded: true }, 'ended'],
  ])('when %s', (_, facts, state) => {
    expect(saveStateOf({ ...good, ...facts })).toBe(state);
  });

  test('is never "saved" while the server lacks a change or is not there', () => {
    for (const facts of [{ unsyncedChanges: 1 }, { isSynced: false }, { isConnected: false }]) {
      expect(saveStateOf({ ...good, ...facts })).not.toBe('saved');
    }
  });
});

test('of several drafts, the worst is told', () => {
  expect(worstOf(['saved', 'offline', 'saving'])).toBe('offline');
  expect(worstOf(['saved', 'saved'])).toBe('saved');
});

test('closing the window loses words only where neither server nor device has them', () => {
  expect(discardsWords({ ...good, isKeptHere: false, unsyncedChanges: 1 })).toBe(true);
  expect(discardsWords({ ...good, isKeptHere: false, isConnected: false })).toBe(true);
  expect(discardsWords({ ...good, unsyncedChanges: 1 })).toBe(false);
  expect(discardsWords({ ...good, isKeptHere: false })).toBe(false);
  expect(discardsWords({ ...good, isKeptHere: false, hasEnded: true })).toBe(true);
});

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
