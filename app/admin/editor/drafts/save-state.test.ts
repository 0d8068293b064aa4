import { describe, expect, test } from 'vitest';
import { type DraftFacts, losesWords, saveStateOf, worstOf } from './save-state.ts';

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
  expect(losesWords({ ...good, isKeptHere: false, unsyncedChanges: 1 })).toBe(true);
  expect(losesWords({ ...good, isKeptHere: false, isConnected: false })).toBe(true);
  expect(losesWords({ ...good, unsyncedChanges: 1 })).toBe(false);
  expect(losesWords({ ...good, isKeptHere: false })).toBe(false);
  expect(losesWords({ ...good, isKeptHere: false, hasEnded: true })).toBe(true);
});
