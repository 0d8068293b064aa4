import { expect, test } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { storeFile } from '#core/files/store-file.ts';
import { toldLimits, USUAL_LIMITS } from '#core/media/media-limits.ts';
import { testCollections, testConfig } from '../../../../test/helpers/content/create-content-site.ts';
import { acceptPictures } from '../../../../test/helpers/importing/accept-pictures.ts';
import { createEditorTranslator } from '../context/read-editor-messages.ts';
import { takePicture } from './take-picture.ts';

const limits = toldLimits(USUAL_LIMITS);

const dependencies = {
  store: createMemoryDocumentStore({ collections: testCollections }),
  files: createMemoryFileStore(),
  pictures: acceptPictures,
  config: testConfig,
};

function take(content: string, locale: 'es' | 'en') {
  const form = new FormData();
  form.set('file', new File([content], 'a.svg'));
  const t = createEditorTranslator(locale);
  return takePicture(form, { storeFile: (file) => storeFile(dependencies, undefined, file), t, limits });
}

const drawing = (rest = '') => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${rest}</svg>`;

test('a drawing is kept', async () => {
  expect(await take(drawing(), 'es')).toMatchObject({ status: 201, answer: { ok: true } });
});

test.each([
  ['es', 'se está eliminando del sitio una copia de «a.svg»'],
  ['en', 'A copy of “a.svg” is being deleted'],
] as const)('a file that is being deleted is told as such, in %s', async (locale, words) => {
  const form = new FormData();
  form.set('file', new File([drawing()], 'a.svg'));
  const t = createEditorTranslator(locale);
  const taken = await takePicture(form, {
    storeFile: async () => ({ ok: false, reason: 'deleting', problem: '' }),
    t,
    limits,
  });
  expect(taken).toEqual({ status: 503, answer: { ok: false, problem: expect.stringContaining(words) } });
});

test.each([
  ['es', 'un dibujo SVG de más de 2 MB'],
  ['en', 'an SVG drawing larger than 2 MB'],
] as const)(
  'a drawing that is too large is refused for the size that drawings may have, in %s',
  async (locale, words) => {
    const { status, answer } = await take(drawing(' '.repeat(2_000_000)), locale);
    expect([status, answer]).toEqual([422, { ok: false, problem: expect.stringContaining(words) }]);
  },
);
