import { bytesOf } from '#core/media/file-store.ts';
import { mediaIdOf } from '#core/media/media-file.ts';
import type { Pictures } from '#core/media/pictures.ts';

/** Accepts every picture unchanged and no other file, for tests that do not concern them. */
export const acceptPictures: Pick<Pictures, 'identify' | 'read' | 'readOther'> = {
  identify: async (contents) => mediaIdOf(await bytesOf(contents)),
  readOther: async () => ({ ok: false, reason: 'type' }),
  read: async (contents) => ({
    ok: true,
    width: 30,
    height: 20,
    publicForm: await bytesOf(contents),
    color: null,
    isAnimated: false,
  }),
};
