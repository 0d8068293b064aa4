import { expect, test } from 'vitest';
import { withJson } from '../../test/helpers/drafts/costly-updates.ts';
import { isReadable } from './check-frame.ts';

const update = (payload: Uint8Array) => isReadable({ address: 'item/a/en', kind: 'update', payload });

test('JSON in an update is readable unless it is nested so deep that parsing it may end the process', () => {
  expect(withJson(JSON.stringify({ a: [{ b: '['.repeat(1_000) }] })).map(update)).toEqual([true, true, true]);
  for (const deep of [`${'['.repeat(200)}${']'.repeat(200)}`, `${'[1,'.repeat(30_000)}1`]) {
    expect(withJson(deep).map(update)).toEqual([false, false, false]);
  }
});
