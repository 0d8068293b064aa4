import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import type { ShownFile } from '#core/files/read-files.ts';
import type { SiteFile, Upload } from '#core/files/site-file.ts';
import type { Media } from '#core/media/media.ts';
import type { PublishedContent } from '#core/public-content/published-content.ts';
import { testConfig } from '../../../test/helpers/content/create-content-site.ts';
import { partial } from '../../../test/helpers/partial.ts';
import type { PageServices } from '../../context/context.ts';
import { readAllMessages } from '../../i18n/server-messages.ts';
import { prepareText } from '../rich-text/prepare-text.ts';
import { RichTextView } from '../rich-text/rich-text-view.tsx';

const [PAPER, FILM] = ['a'.repeat(32), 'f'.repeat(32)];
const ids = { paper: PAPER, own: 'b'.repeat(32), captions: 'c'.repeat(32), poster: 'd'.repeat(32) };
const upload = (media: string, name: string, contentType: string): Upload => ({
  ...{ media, name, contentType, bytes: 1_234_567, at: 0 },
});
const base = { version: 1, former: [], uploadedAt: 0, tags: [], sourceLanguage: 'es', shown: [], held: [] };

function shown(language: string): Map<string, ShownFile> {
  const isEnglish = language === 'en';
  const paper = upload(ids.paper, 'Precios.pdf', 'application/pdf');
  const own = upload(ids.own, 'Prices.pdf', 'application/pdf');
  const film = upload(FILM, 'sala.mp4', 'video/mp4');
  const captions = upload(ids.captions, 'es.vtt', 'text/vtt');
  const media = ({ media: id, name, contentType, bytes }: Upload, more: object) =>
    ({ id, name, contentType, bytes, ...more }) as Media;
  const files: { [id: string]: SiteFile } = {
    paper: {
      ...{ ...base, id: PAPER, kind: 'document', current: paper },
      languages: { es: { title: 'Lista de precios' }, en: { own } },
    },
    film: {
      ...{ ...base, id: FILM, kind: 'video', current: film, poster: upload(ids.poster, 'p.jpg', 'image/jpeg') },
      languages: { es: { title: 'La sala', captions }, en: { title: 'The room' } },
    },
  };
  return new Map([
    [PAPER, { media: media(isEnglish ? own : paper, { pages: isEnglish ? 1 : 12 }), file: files.paper as SiteFile }],
    [FILM, { media: media(film, { seconds: 90 }), file: files.film as SiteFile }],
  ]);
}

async function render(locale: string, ...files: string[]) {
  const content = partial<PublishedContent>({
    files: async (_, language) => shown(language),
    media: async () => new Map(),
  });
  const services = { config: testConfig, content } as PageServices;
  const nodes = files.map((media) => ({ type: 'file', attrs: { media, id: media } }));
  const { text } = await prepareText(services, locale, { type: 'doc', content: nodes });
  return renderToStaticMarkup(
    <IntlProvider locale={locale} timeZone="UTC" messages={readAllMessages()[locale] ?? {}}>
      <RichTextView text={text} />
    </IntlProvider>,
  );
}

test('a document says its title, format, size and pages', async () => {
  const html = await render('es', PAPER);
  expect(html).toContain(`href="/files/${PAPER}/precios.pdf"`);
  expect(html).toContain('Lista de precios');
  expect(html).toContain('(PDF, 1.2 MB, 12 páginas)');
  expect(html).not.toContain('<ul');
  expect(html).not.toContain('hrefLang');
});

test('readers get the bytes of their language; a title of another one is marked', async () => {
  const html = await render('en', PAPER);
  expect(html).toContain(`href="/files/${PAPER}/prices.pdf?language=en"`);
  expect(html).toMatch(/lang="es[^"]*">Lista de precios/);
  expect(html).toContain('1 page)');
  expect(html).not.toContain('in Spanish');
});

test('files that follow each other are one list, and one that is not there is left out', async () => {
  const html = await render('es', PAPER, FILM, '0'.repeat(32));
  expect(html.match(/<ul/g)).toHaveLength(1);
  expect(html.match(/<li/g)).toHaveLength(2);
  expect(await render('es', '0'.repeat(32))).toBe('<div class="prose "></div>');
});

test('a film has the controls of the browser, its captions and its poster, and does not start by itself', async () => {
  const html = await render('en', FILM);
  expect(html).toMatch(/<video controls="" preload="metadata" lang="es[^"]*" aria-label="The room"/);
  expect(html).not.toContain('autoplay');
  expect(html).toContain(`poster="/files/${FILM}/p.jpg?v=dddddddddddd"`);
  expect(html).toContain(`<source src="/files/${FILM}/sala.mp4?v=ffffffffffff" type="video/mp4"/>`);
  expect(html).toMatch(
    /<track kind="captions" src="[^"]*es\.vtt\?v=cccccccccccc" srcLang="es[^"]*" label="Captions in Spanish"\/>/,
  );
  expect(html).toContain('(MP4, 1.2 MB, 1:30, in Spanish)');
  expect(await render('es', FILM)).toContain('default=""');
});
