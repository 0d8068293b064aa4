import { expect, test } from 'vitest';
import { applyTransforms } from './apply-write.ts';

test('transforms follow one another and leave the given data alone', () => {
  const data = { n: 1, list: [1] };
  const result = applyTransforms(
    data,
    [
      { field: 'n', kind: 'increment', by: 4 },
      { field: 'n', kind: 'minimum', value: 3 },
      { field: 'list', kind: 'array-union', values: [2] },
      { field: 'list', kind: 'array-remove', values: [1] },
      { field: 'at', kind: 'server-time' },
    ],
    7,
  );
  expect(result).toEqual({ n: 3, list: [2], at: 7 });
  expect(data).toEqual({ n: 1, list: [1] });
});
