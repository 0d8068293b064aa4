import { expect, test } from 'vitest';
import { IdentityUnavailable } from '../accounts/identity-error.ts';
import { DraftTooLarge } from '../drafts/drafts.ts';
import { InvalidQuery, InvalidWrite, PreconditionFailed, StoreUnavailable } from './errors.ts';

const kinds = { PreconditionFailed, InvalidWrite, InvalidQuery, StoreUnavailable, DraftTooLarge, IdentityUnavailable };

test.each(Object.entries(kinds))('%s is known where the pages have a copy of its class', (name, kind) => {
  class Copy extends Error {
    override name = name;
  }
  expect(new Copy()).toBeInstanceOf(kind);
  expect(new Error(name)).not.toBeInstanceOf(kind);
  expect({ name }).not.toBeInstanceOf(kind);
});

test('one kind of error is no other', () => {
  expect(new PreconditionFailed('a/b', 'there is one')).toBeInstanceOf(PreconditionFailed);
  expect(new PreconditionFailed('a/b', 'there is one')).not.toBeInstanceOf(InvalidWrite);
});
