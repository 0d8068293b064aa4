import { expect, test } from 'vitest';
import { describeReviews } from './describe-review.ts';

const ana = { id: 'ana', name: 'Ana' };
const eva = { id: 'eva', name: 'Eva' };
const review = { askedAt: 1_000, askedBy: ana };
const telling = {
  locale: 'en',
  revisions: '/revisions',
  t: (key: string, { name }: { name: string }) => [key, name].join(' ').trim(),
};

test.each([
  ['published', { publishedAt: 2_000, publishedBy: eva }, 'talk.published Eva'],
  ['published by the server', { publishedAt: 2_000 }, 'talk.publishedAt'],
  ['scheduled', { publishedAt: 500, schedule: { publishAt: 9_000, publishBy: eva } }, 'talk.scheduled Eva'],
  ['taken back', { publishedAt: 500 }, 'talk.over'],
])('a review that is shown and whose language is %s says so, as long as nobody asks again', (_, language, end) => {
  const shown = describeReviews({ es: { review }, en: { review } }, telling);
  expect(shown.map(({ codes }) => codes)).toEqual([['es', 'en']]);
  const next = describeReviews({ es: language, en: { review } }, telling, shown);
  expect(next.map((one) => [one.codes, one.end])).toEqual([
    [['en'], undefined],
    [['es'], end],
  ]);
  expect(describeReviews({ es: language, en: { review } }, telling, next), 'it stays as it was told').toEqual(next);
  const again = describeReviews({ es: { review: { ...review, askedAt: 3_000 } }, en: language }, telling, next);
  expect(again.map((one) => [one.codes, one.end])).toEqual([
    [['es'], undefined],
    [['en'], end],
  ]);
});
