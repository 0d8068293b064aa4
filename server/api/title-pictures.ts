import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { Locale } from '#core/locales/locale.ts';
import type { Pictures, TitlePicture } from '#core/media/pictures.ts';
import type { PublishedContent } from '#core/public-content/published-content.ts';
import { readPublishedSite } from '#core/public-content/published-site.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { resourcePolicy } from '../http/resource-policy.ts';
import { type DrawnFiles, fileNotFound } from './drawn-files.ts';

export interface TitlePictureRoutesOptions {
  config: SiteConfig;
  content: Pick<PublishedContent, 'resolve' | 'siteValues' | 'setting' | 'media'>;
  pictures: Pick<Pictures, 'drawTitle'>;
  drawnFiles: DrawnFiles;
}

/** Increased when the same texts are drawn in another way. */
const DESIGN_VERSION = 1;

const CONTENT_TYPE = 'image/jpeg';

/** What is published may change: an answer that nothing has changed costs little. */
const ASKED_AGAIN = 'public, no-cache';

/**
 * `/media/titles/{language}.jpg`, `…/{language}/{type}.jpg` and `…/{language}/{type}/{slug}.jpg`: preview pictures with the title
 * of a page that has no cover. Only published titles are drawn, so that nobody can have others drawn in the site's name.
 */
export function createTitlePictureRoutes({ config, content, pictures, drawnFiles }: TitlePictureRoutesOptions): Hono {
  async function answer(
    context: Context,
    titleIn: (site: SiteConfig) => string | undefined,
    language: Locale,
  ): Promise<Response> {
    const locale = config.locales.find(({ code }) => code === language);
    if (!locale) return fileNotFound(context);
    const site = await readPublishedSite(config, content, language);
    const title = titleIn(site);
    if (title === undefined) return fileNotFound(context);
    const picture: TitlePicture = {
      title,
      siteName: site.name[language] ?? '',
      isRightToLeft: locale.direction === 'rtl',
    };
    const hash = createHash('sha256')
      .update(JSON.stringify([DESIGN_VERSION, picture]))
      .digest('hex')
      .slice(0, 32);
    const file = {
      key: `titles/${hash}.jpg`,
      contentType: CONTENT_TYPE,
      tag: `"${hash}"`,
      headers: { 'Cache-Control': ASKED_AGAIN, 'Content-Security-Policy': resourcePolicy(CONTENT_TYPE) ?? '' },
    };
    return drawnFiles.answer(context, file, { subject: hash, draw: () => pictures.drawTitle(picture) });
  }

  const withoutEnding = (name: string) => (name.endsWith('.jpg') ? name.slice(0, -4) : '');

  return new Hono()
    .get('/media/titles/:file', (context) => {
      const language = withoutEnding(context.req.param('file'));
      return answer(context, ({ description }) => description[language], language);
    })
    .get('/media/titles/:language/:file', (context) => {
      const { language, file } = context.req.param();
      const type = config.contentTypes.find(({ key }) => key === withoutEnding(file));
      return answer(context, () => type?.labels.plural[language], language);
    })
    .get('/media/titles/:language/:type/:file', async (context) => {
      const { language, type, file } = context.req.param();
      const isKnown = config.contentTypes.some(({ key }) => key === type) && language in config.name;
      const found = isKnown ? await content.resolve(language, type, withoutEnding(file)) : undefined;
      const title = found?.kind === 'item' ? found.publication.title : undefined;
      return answer(context, () => title, language);
    });
}
