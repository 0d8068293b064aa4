import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { IntlProvider } from 'use-intl';
import { describe, expect, it } from 'vitest';
import type { RichTextNode } from '#core/rich-text/rich-text.ts';
import { RichTextView, splitAtHeadings } from './rich-text-view.tsx';

const messages = {
  common: { callout: { note: 'Nota', tip: 'Consejo', important: 'Importante', warning: 'Atención' } },
} as never;

function render(...content: RichTextNode[]): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <IntlProvider locale="es-MX" timeZone="UTC" messages={messages}>
        <RichTextView text={{ doc: { type: 'doc', content } }} />
      </IntlProvider>
    </MemoryRouter>,
  );
}

const text = (value: string, ...marks: RichTextNode['marks'] & object): RichTextNode => ({
  type: 'text',
  text: value,
  marks,
});
const paragraph = (...content: RichTextNode[]): RichTextNode => ({ type: 'paragraph', content });
const link = (href: string) => ({ type: 'link', attrs: { href } });

describe('a rich text on a page', () => {
  it('escapes what is written in it', () => {
    expect(render(paragraph(text('<script>alert(1)</script>')))).toContain('&lt;script&gt;');
  });

  it('gives headings their anchors', () => {
    expect(render({ type: 'heading', attrs: { level: 3, anchor: 'dose' }, content: [text('Dose')] })).toContain(
      '<h3 id="dose">Dose</h3>',
    );
    const former = { level: 2, anchor: 'dose', formerAnchors: ['amount'] };
    expect(render({ type: 'heading', attrs: former, content: [text('Dose')] })).toContain(
      '<h2 id="dose"><span id="amount"></span>Dose</h2>',
    );
  });

  it('leads links to the pages of the site and to other sites', () => {
    expect(render(paragraph(text('here', link('/en/known'))))).toContain('<a href="/en/known"');
    expect(render(paragraph(text('there', link('https://example.org/'))))).toContain('rel="noopener"');
  });

  it('names the kind of a callout in the language of the page', () => {
    const html = render({ type: 'callout', attrs: { kind: 'warning' }, content: [paragraph(text('x'))] });
    expect(html).toContain('role="note"');
    expect(html).toContain('Atención');
  });

  it('shows a wide picture in forms that are wide enough, and a gallery in smaller ones', () => {
    const picture = {
      sources: [{ type: 'image/avif', srcSet: '/m/320.avif 320w' }],
      image: { src: '/m', width: 4, height: 3 },
    };
    const image = (attrs: object): RichTextNode => ({ type: 'image', attrs: { picture, ...attrs } });
    expect(render(image({ width: 'wide' }))).toMatch(/<figure data-width="wide">.*sizes="\(min-width:64rem\) 60rem,/);
    expect(render(image({}))).toMatch(/<figure>.*sizes="\(min-width:44rem\) 40rem,/);
    const html = render({
      type: 'gallery',
      content: [image({ alt: 'Uno', caption: 'Pie' }), image({ width: 'wide' })],
    });
    expect(html).toMatch(
      /^<div[^>]*><div class="gallery"><figure>.*alt="Uno" loading="lazy".*<figcaption>Pie<.*<figure>/,
    );
    expect(html.match(/sizes="\(min-width:44rem\) 13rem,\(min-width:22rem\) 46vw,/g)).toHaveLength(2);
  });

  it('asks for forms of a cropped picture that are wide enough for what is cut away, and keeps its place', () => {
    const picture = {
      sources: [{ type: 'image/avif', srcSet: '/m/320.avif 320w' }],
      image: { src: '/m', width: 300, height: 300, 'data-crop': '1:1' },
      shownWidth: 0.75,
    };
    const html = render({ type: 'image', attrs: { picture, alt: '' } });
    expect(html).toContain('sizes="(min-width:44rem) calc(40rem/0.75),(min-width:40rem) calc(92vw/0.75),');
    expect(html).toMatch(/<img[^>]* width="300" height="300" data-crop="1:1"/);
  });

  it('marks the head of a table, and lets the keyboard scroll it as a region with a name', () => {
    const row = (type: string) => ({ type: 'tableRow', content: [{ type, content: [paragraph(text('c'))] }] });
    const html = render({ type: 'table', attrs: { name: 'c' }, content: [row('tableHeader'), row('tableCell')] });
    expect(html).toContain('<th scope="col">');
    expect(html).toContain('<section class="table-scroll" tabindex="0" aria-label="c">');
  });
});

const heading = (level: number) => ({ type: 'heading', attrs: { level } });
const block = { type: 'paragraph' };

it('cuts a text before each heading of the second level and loses nothing', () => {
  const content = [block, heading(2), block, heading(3), heading(2), block];
  const parts = splitAtHeadings({ doc: { type: 'doc', content } });
  expect(parts.map(({ doc }) => doc.content.length)).toEqual([1, 3, 2]);
  expect(parts.flatMap(({ doc }) => doc.content)).toEqual(content);
});

it('gives nothing for an empty text', () => {
  expect(splitAtHeadings({ doc: { type: 'doc', content: [] } })).toEqual([]);
});
