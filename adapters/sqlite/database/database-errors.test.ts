import { expect, test } from 'vitest';
import { StoreUnavailable } from '#core/documents/errors.ts';
import { toStoreError } from './database-errors.ts';

const sqliteError = (errcode: number) => Object.assign(new Error('from SQLite'), { code: 'ERR_SQLITE_ERROR', errcode });

test.each([
  ['locked', 5],
  ['locked, for another reason', 5 | (2 << 8)],
  ['read-only', 8],
  ['an error of the disk', 10 | (3 << 8)],
  ['damaged', 11],
  ['a full disk', 13],
  ['not to be opened', 14],
  ['no database', 26],
])('%s is unavailable, with one sentence that names the file and the cause', (_, errcode) => {
  const cause = sqliteError(errcode);
  const error = toStoreError('/data/meki.db', cause);
  expect(error).toBeInstanceOf(StoreUnavailable);
  expect(error).toMatchObject({ message: expect.stringMatching(/^[^\n]*\/data\/meki\.db[^\n]*\.$/), cause });
});

test('mistakes in the program stay what they are', () => {
  for (const error of [sqliteError(1), sqliteError(19), new TypeError('x'), 'text']) {
    expect(toStoreError('/data/meki.db', error)).toBe(error);
  }
});
