import { expect, test } from 'vitest';
import type { FileCard } from '#core/files/file-card.ts';
import type { Media } from '#core/media/media.ts';
import { testConfig } from '../../../test/helpers/content/create-content-site.ts';
import { bytesOfCards, toFileRow } from './file-row.ts';

const [FILM, POSTER] = ['a'.repeat(32), 'b'.repeat(32)];
const card: FileCard = {
  ...{ id: FILM, place: 'library', kind: 'video', name: 'sala.mp4', media: FILM, contentType: 'video/mp4', bytes: 9 },
  ...{ tags: [], uploadedAt: 0, languages: {}, names: {}, isUsed: false, facets: [] },
};
const known = new Map<string, { data: Media }>([
  [FILM, { data: { id: FILM, name: 'sala.mp4', contentType: 'video/mp4', bytes: 9, seconds: 90 } }],
  [POSTER, { data: { id: POSTER, name: 'p.jpg', contentType: 'image/jpeg', bytes: 9, width: 30, height: 20 } }],
]);

test('a film is shown by its poster, if it has one', () => {
  expect(toFileRow(testConfig, 'es', card, known)).not.toHaveProperty('picture');
  const withPoster = { ...card, poster: POSTER };
  expect(bytesOfCards([card, withPoster])).toEqual([FILM, FILM, POSTER]);
  expect(toFileRow(testConfig, 'es', withPoster, known)).toMatchObject({
    size: expect.stringMatching(/^MP4 · .* · 1:30$/),
    picture: { image: { width: 30, height: 20 } },
  });
});
