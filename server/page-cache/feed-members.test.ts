import { expect, test } from 'vitest';
import { collections } from '../services/services.ts';

const publicCollections = collections.filter(({ policy }) => policy.read === 'public');

test.each(publicCollections)(
  'the change feed of $name tells what queries of pages compare',
  ({ indexes, feed = [] }) => {
    const compared = indexes.flat().map(({ field }) => field);
    expect(new Set(feed)).toEqual(new Set([...compared, ...feed]));
  },
);
