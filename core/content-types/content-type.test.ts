import { expect, test } from 'vitest';
import { isFieldPath } from '../documents/field-path.ts';
import { facetOf, filterOf } from './content-type.ts';

test.each(['true', 'town-hall', 'a.b', '5 – 8 años', '_x_', '日本', '😀'])(
  'the filter "%s" survives being stored',
  (value) => {
    const facet = facetOf({ name: 'place', value });
    expect(filterOf(facet)).toEqual({ name: 'place', value });
    expect(isFieldPath(`facets.${facet}`)).toBe(true);
  },
);
