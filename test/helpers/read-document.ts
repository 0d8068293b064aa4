import type { Page } from '@playwright/test';

/** What a document says of itself, as a browser understands its HTML. Addresses are as written. */
export interface DocumentFacts {
  lang: string;
  title: string;
  headings: string[];
  description: string | undefined;
  robots: string | undefined;
  canonical: string[];
  /** Addresses by `hreflang`. */
  alternates: { [language: string]: string };
  /** Contents of `og:…` by name without the prefix. */
  openGraph: { [name: string]: string };
  jsonLd: string[];
  /** Targets of links a visitor follows. */
  links: string[];
  /** Pictures, scripts, styles, fonts and whatever else the browser gets by itself. */
  resources: string[];
  /** What a link's fragment can name. */
  ids: string[];
}

export interface DocumentReader {
  read(html: string): Promise<DocumentFacts>;
  /** The text of every element of a name in an XML document. @throws Error when it is not well-formed. */
  readXml(xml: string): Promise<XmlElement>;
}

export interface XmlElement {
  name: string;
  attributes: { [name: string]: string };
  /** Of an element without children. */
  text: string;
  children: XmlElement[];
}

/** Reads documents with the parser of the browser, without opening them. */
export function createDocumentReader(page: Page): DocumentReader {
  return {
    read: (html) => page.evaluate(readHtml, html),
    readXml: (xml) => page.evaluate(parseXml, xml),
  };
}

function readHtml(html: string): DocumentFacts {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  const all = (selector: string) => [...parsed.querySelectorAll(selector)];
  const values = (selector: string, name: string) =>
    all(selector).flatMap((element) => element.getAttribute(name) ?? []);
  const meta = (name: string) => parsed.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? undefined;
  const inlineScripts = all('script:not([src]):not([type*=json])').map((script) => script.textContent ?? '');
  return {
    lang: parsed.documentElement.lang,
    title: parsed.title,
    headings: all('h1').map((heading) => heading.textContent?.trim() ?? ''),
    description: meta('description'),
    robots: meta('robots'),
    canonical: values('link[rel=canonical]', 'href'),
    alternates: Object.fromEntries(
      all('link[rel=alternate][hreflang]').map((link) => [
        link.getAttribute('hreflang') ?? '',
        link.getAttribute('href') ?? '',
      ]),
    ),
    openGraph: Object.fromEntries(
      all('meta[property^="og:"]').map((tag) => [
        (tag.getAttribute('property') ?? '').slice('og:'.length),
        tag.getAttribute('content') ?? '',
      ]),
    ),
    jsonLd: all('script[type="application/ld+json"]').map((script) => script.textContent ?? ''),
    links: values('a[href]', 'href'),
    resources: [
      ...values('[src]', 'src'),
      ...values('[srcset]', 'srcset').flatMap((set) =>
        set.split(',').map((entry) => entry.trim().split(/\s/)[0] ?? ''),
      ),
      ...values('link[href]:not([rel=canonical]):not([rel=alternate])', 'href'),
      ...values('meta[property="og:image"]', 'content'),
      ...all('style').flatMap((style) =>
        [...(style.textContent ?? '').matchAll(/url\(["']?([^"')]+)/g)].map((match) => match[1] ?? ''),
      ),
      ...inlineScripts.flatMap((script) => [...script.matchAll(/"(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '')),
    ],
    ids: values('[id]', 'id'),
  };
}

function parseXml(xml: string): XmlElement {
  const parsed = new DOMParser().parseFromString(xml, 'application/xml');
  const failure = parsed.querySelector('parsererror');
  if (failure) throw new Error(failure.textContent ?? 'The XML is not well-formed');
  const read = (element: Element): XmlElement => {
    const children = [...element.children].map(read);
    return {
      name: element.nodeName,
      attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
      text: children.length > 0 ? '' : (element.textContent ?? ''),
      children,
    };
  };
  return read(parsed.documentElement);
}
