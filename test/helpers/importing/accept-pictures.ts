import { bytesOf } from '#core/media/file-store.ts';
import type { Pictures } from '#core/media/pictures.ts';

/** Accepts every picture unchanged, for tests that do not concern pictures. */
export const acceptPictures: Pick<Pictures, 'read'> = {
  read: async (contents) => ({
    ok: true,
    width: 30,
    height: 20,
    publicForm: await bytesOf(contents),
    color: null,
    isAnimated: false,
  }),
};
