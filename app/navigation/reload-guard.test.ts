import { expect, it } from 'vitest';
import { mayReload, RELOAD_GUARD_LIFETIME } from './reload-guard.ts';

function createStorage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

it('lets a page reload itself once in ten seconds', () => {
  const storage = createStorage();
  expect(mayReload(storage, 1_000)).toBe(true);
  expect(mayReload(storage, 1_000 + RELOAD_GUARD_LIFETIME - 1)).toBe(false);
  expect(mayReload(storage, 1_000 + RELOAD_GUARD_LIFETIME)).toBe(true);
});

it('lets a page reload itself after the clock was set back', () => {
  const storage = createStorage();
  mayReload(storage, 1_000_000);
  expect(mayReload(storage, 1_000)).toBe(true);
});
