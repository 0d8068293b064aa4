import { type ReactNode, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { RichText, RichTextNode } from '#core/rich-text/rich-text.ts';
import { SiteLink } from '../../ui/site-link.tsx';
import type { FileData } from '../files/file-data.ts';
import { FileList } from '../files/file-view.tsx';
import { Picture, PictureCaption } from '../pictures/picture.tsx';
import type { Captioned, PictureData } from '../pictures/picture-data.ts';
import { type SiteBlockProps, siteBlockViews } from './site-block-views.ts';

/**
 * A rich text prepared for a page: headings have `attrs.anchor` and perhaps `attrs.formerAnchors`, tables `attrs.name`, images `attrs.picture`, and
 * links have addresses, never items, files that follow each other are a node `files` with `attrs.files`, and blocks of the site `attrs.block`.
 */
export interface PreparedText {
  doc: RichText;
}

interface Attributes {
  attrs?: { [name: string]: unknown } | undefined;
}
type NodeView = (props: { node: Omit<RichTextNode, 'type'>; children?: ReactNode }) => ReactNode;
type MarkView = (props: { mark: Attributes; children?: ReactNode }) => ReactNode;

/** Renders a rich text. */
export function RichTextView({ text, className = '' }: { text: PreparedText; className?: string }) {
  const t = useTranslations('common.callout');
  const content = useMemo(() => {
    const nodeViews: { [type: string]: NodeView } = { ...nodes, callout: calloutView(t) };
    const render = (node: RichTextNode, key: number): ReactNode => {
      const View = nodeViews[node.type] as NodeView;
      return (node.marks ?? []).reduce(
        (inner, mark) => {
          const Mark = marks[mark.type] as MarkView;
          return (
            <Mark key={key} mark={mark}>
              {inner}
            </Mark>
          );
        },
        <View key={key} node={node}>
          {node.content?.map(render)}
        </View>,
      );
    };
    return text.doc.content.map(render);
  }, [text, t]);
  return <div className={`prose ${className}`}>{content}</div>;
}

const nodes: { [type: string]: NodeView } = {
  text: ({ node }) => <>{node.text}</>,
  paragraph: ({ children }) => <p>{children}</p>,
  heading: ({ node, children }) => {
    const Heading = `h${Number(node.attrs?.level ?? 2)}` as 'h2';
    const former = node.attrs?.formerAnchors as string[] | undefined;
    return (
      <Heading id={node.attrs?.anchor as string | undefined}>
        {former?.map((anchor) => (
          <span key={anchor} id={anchor} />
        ))}
        {children}
      </Heading>
    );
  },
  bulletList: ({ children }) => <ul>{children}</ul>,
  orderedList: ({ node, children }) => <ol start={(node.attrs?.start as number | undefined) ?? 1}>{children}</ol>,
  listItem: ({ children }) => <li>{children}</li>,
  blockquote: ({ children }) => <blockquote>{children}</blockquote>,
  codeBlock: ({ children }) => (
    <pre>
      <code>{children}</code>
    </pre>
  ),
  horizontalRule: () => <hr />,
  hardBreak: () => <br />,
  table: ({ node, children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must be scrollable by keyboard
    <section className="table-scroll" tabIndex={0} aria-label={node.attrs?.name as string | undefined}>
      <table>
        <tbody>{children}</tbody>
      </table>
    </section>
  ),
  tableRow: ({ children }) => <tr>{children}</tr>,
  tableHeader: ({ node, children }) => (
    <th scope="col" {...spans(node)}>
      {children}
    </th>
  ),
  tableCell: ({ node, children }) => <td {...spans(node)}>{children}</td>,
  image: ({ node: { attrs } }) => (
    <Figure
      attrs={attrs}
      {...(attrs?.width === 'wide'
        ? { width: 'wide', sizes: '(min-width:64rem) 60rem' }
        : { sizes: '(min-width:44rem) 40rem' })}
    />
  ),
  gallery: ({ node }) => (
    <div className="gallery">
      {node.content?.map(({ attrs }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a picture can stand twice, and none moves on a page
        <Figure key={index} attrs={attrs} sizes="(min-width:44rem) 13rem,(min-width:22rem) 46vw" />
      ))}
    </div>
  ),
  files: ({ node: { attrs } }) => <FileList files={attrs?.files as FileData[]} />,
  siteBlock: ({ node: { attrs } }) => {
    const View = siteBlockViews[String(attrs?.kind)];
    return View ? <View {...(attrs?.block as SiteBlockProps)} /> : null;
  },
};

function Figure({ attrs, sizes, width }: Attributes & { sizes: string; width?: 'wide' }) {
  return (
    <figure data-width={width}>
      <Picture picture={attrs?.picture as PictureData} alt={String(attrs?.alt ?? '')} sizes={sizes} />
      <PictureCaption {...(attrs as Captioned | undefined)} />
    </figure>
  );
}

const marks: { [type: string]: MarkView } = {
  bold: ({ children }) => <strong>{children}</strong>,
  italic: ({ children }) => <em>{children}</em>,
  strike: ({ children }) => <s>{children}</s>,
  code: ({ children }) => <code>{children}</code>,
  subscript: ({ children }) => <sub>{children}</sub>,
  superscript: ({ children }) => <sup>{children}</sup>,
  link: ({ mark, children }) => {
    const href = String(mark.attrs?.href ?? '');
    if (href.startsWith('/')) return <SiteLink to={href}>{children}</SiteLink>;
    return (
      <a href={href} {...(/^https?:/.test(href) ? { rel: 'noopener' } : {})}>
        {children}
      </a>
    );
  },
};

function calloutView(t: (key: 'note' | 'tip' | 'important' | 'warning') => string): NodeView {
  return ({ node, children }) => {
    const kind = node.attrs?.kind as 'note' | 'tip' | 'important' | 'warning';
    return (
      <div className="callout" data-kind={kind} role="note">
        <p className="callout-title">{t(kind)}</p>
        {children}
      </div>
    );
  };
}

function spans({ attrs }: Attributes): { colSpan?: number; rowSpan?: number } {
  const { colspan = 1, rowspan = 1 } = (attrs ?? {}) as { colspan?: number; rowspan?: number };
  return { ...(colspan > 1 ? { colSpan: colspan } : {}), ...(rowspan > 1 ? { rowSpan: rowspan } : {}) };
}

/** Splits a text before each heading of level 2. */
export function splitAtHeadings({ doc }: PreparedText): PreparedText[] {
  const parts: RichTextNode[][] = [];
  for (const block of doc.content) {
    const part = parts.at(-1);
    if (!part || (block.type === 'heading' && block.attrs?.level === 2)) parts.push([block]);
    else part.push(block);
  }
  return parts.map((content) => ({ doc: { type: 'doc', content } }));
}
