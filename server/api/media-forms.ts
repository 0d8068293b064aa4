import type { FileStore } from '#core/media/file-store.ts';
import type { Media } from '#core/media/media.ts';
import { originalKey } from '#core/media/media-file.ts';
import type { MediaVariant } from '#core/media/picture-variants.ts';
import type { PictureFault, PictureMaking, Pictures } from '#core/media/pictures.ts';
import { rememberFailures } from '#core/media/remember-failures.ts';
import type { Log } from '../log/log.ts';

/** Maximum failed pictures in the cache. */
const REMEMBERED = 1_000;

/** Milliseconds before a failed picture is retried. */
const LIFETIME = 60 * 60_000;

export interface MediaFormsOptions {
  files: FileStore;
  pictures: Pick<Pictures, 'make'>;
  log: Pick<Log, 'error' | 'warn'>;
}

export interface MediaForms {
  /** Makes and stores a form. @throws {PicturesBusy} @throws {PicturesUnavailable} @throws {FileStoreUnavailable} */
  make(media: Media, variant: MediaVariant): Promise<PictureMaking>;
}

/**
 * Makes forms of pictures; concurrent requests for one form share the work. A failure is logged once and cached for an hour,
 * for all drawn forms of the picture.
 */
export function createMediaForms({ files, pictures, log }: MediaFormsOptions): MediaForms {
  const making = new Map<string, Promise<PictureMaking>>();
  const failures = rememberFailures<PictureFault>(REMEMBERED, LIFETIME);

  async function make(media: Media, variant: MediaVariant): Promise<PictureMaking> {
    const made = await pictures.make(() => files.read(originalKey(media)), media.contentType, variant.recipe);
    if (made.ok) {
      await files
        .write(variant.key, made.bytes)
        .catch((error: unknown) =>
          log.error({ err: error, key: variant.key }, 'A form of a picture could not be stored'),
        );
    } else if (made.reason !== 'missing') {
      failures.add(failureId(media, variant), made.reason);
      log.warn({ key: variant.key, reason: made.reason }, 'A picture cannot be resized');
    }
    return made;
  }

  return {
    async make(media, variant) {
      const known = failures.get(failureId(media, variant));
      if (known !== undefined) return { ok: false, reason: known };
      let made = making.get(variant.key);
      if (!made) {
        made = make(media, variant).finally(() => making.delete(variant.key));
        making.set(variant.key, made);
      }
      return made;
    },
  };
}

/** The form without metadata is not drawn, and may exist when others fail. */
function failureId({ id }: Media, { recipe }: MediaVariant): string {
  return recipe.kind === 'public' ? `${id}/public` : id;
}
