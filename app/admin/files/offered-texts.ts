import type { SiteFile } from '#core/files/site-file.ts';
import type { Media } from '#core/media/media.ts';
import { readDescriptions } from '#core/media/public-form/read-description.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { AccountRequest } from '../../account/account-request.ts';

export type OfferedTexts = Awaited<ReturnType<typeof readDescriptions>>;

/** What a picture itself says in each language, by tag, where a text is missing that may be of it; nothing while its bytes cannot be read. */
export async function offeredTexts(
  { fileStore }: Pick<AccountRequest, 'fileStore'>,
  { locales }: Pick<SiteConfig, 'locales'>,
  { kind, languages }: SiteFile,
  bytes: Pick<Media, 'id' | 'contentType'>,
): Promise<OfferedTexts> {
  const isComplete = locales.every(({ code }) => {
    const { alt, decorative, caption, credit } = languages[code] ?? {};
    return (alt ?? decorative) && caption && credit;
  });
  if (kind !== 'picture' || isComplete) return {};
  return readDescriptions(
    fileStore,
    bytes,
    locales.map(({ language }) => language),
  ).catch(() => ({}));
}
