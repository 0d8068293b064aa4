import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { pager, readPageNumber } from './pager.ts';

const hrefOf = (page: number) => `/x?page=${page}`;
const numbers = (page: number, pages: number) =>
  pager(page, pages, hrefOf).links.map((link) => (link === 'gap' ? '…' : link.page));

describe('the pager', () => {
  it('names the first page, the last, and those around this one', () => {
    expect(numbers(1, 1)).toEqual([1]);
    expect(numbers(1, 9)).toEqual([1, 2, '…', 9]);
    expect(numbers(5, 9)).toEqual([1, '…', 4, 5, 6, '…', 9]);
    expect(numbers(9, 9)).toEqual([1, '…', 8, 9]);
  });

  it('names a single page rather than leaving it out', () => {
    expect(numbers(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('leads one page back and one on, and nowhere beyond the ends', () => {
    expect(pager(1, 3, hrefOf)).toMatchObject({ next: '/x?page=2' });
    expect(pager(1, 3, hrefOf).previous).toBeUndefined();
    expect(pager(3, 3, hrefOf)).toMatchObject({ previous: '/x?page=2' });
    expect(pager(3, 3, hrefOf).next).toBeUndefined();
  });

  it('always rises, and never hides just one page', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }), (a, b) => {
        const [page, pages] = [Math.min(a, b), Math.max(a, b)];
        let before = 0;
        let gap = false;
        for (const entry of numbers(page, pages)) {
          if (entry === '…') gap = true;
          else {
            expect(Number(entry) - before > (gap ? 2 : 0)).toBe(true);
            if (!gap) expect(Number(entry)).toBe(before + 1);
            before = Number(entry);
            gap = false;
          }
        }
        expect(before).toBe(pages);
      }),
    );
  });
});

const read = (query: string) => readPageNumber(new URLSearchParams(query));

test('a page is counted from 1, and the first when none is named', () => {
  expect(read('')).toBe(1);
  expect(read('page=7')).toBe(7);
});

test.each(['0', '-1', '1.5', 'x', '', 'NaN', 'Infinity', '1e309', '99999999999999999999999', '9007199254740991'])(
  'there is no page %s',
  (page) => {
    expect(read(`page=${page}`)).toBeUndefined();
  },
);

test('there is no page behind the last one that may be asked for', () => {
  const query = new URLSearchParams('page=51');
  expect(readPageNumber(query, 51)).toBe(51);
  expect(readPageNumber(query, 50)).toBeUndefined();
});
