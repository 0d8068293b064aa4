import { type DefaultTreeAdapterTypes, parse, parseFragment, html as standard } from 'parse5';
import { validateXML } from 'xmllint-wasm';

/** Facts about an HTML document, parsed by the standard. Addresses are as written. */
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
  /** Targets of navigation links. */
  links: string[];
  /** Pictures, scripts, styles, fonts and other resources that the browser loads. */
  resources: string[];
  /** Element ids. */
  ids: string[];
}

export interface DocumentReader {
  read(html: string): DocumentFacts;
  /** The text of every element of a name in an XML document. @throws Error if it is not well-formed. */
  readXml(xml: string): Promise<XmlElement>;
}

export interface XmlElement {
  name: string;
  attributes: { [name: string]: string };
  /** For an element without children. */
  text: string;
  children: XmlElement[];
}

export type Node = DefaultTreeAdapterTypes.Node;
export type Element = DefaultTreeAdapterTypes.Element;

/** Parses documents without a browser. */
export function createDocumentReader(): DocumentReader {
  return { read: readHtml, readXml: parseXml };
}

function readHtml(html: string): DocumentFacts {
  const elements = elementsIn(parse(html, { scriptingEnabled: false }));
  const named = (...names: string[]) => elements.filter(({ tagName }) => names.includes(tagName));
  const values = (found: Element[], name: string) => found.flatMap((element) => attribute(element, name) ?? []);
  const metas = named('meta');
  const links = named('link').filter((link) => attribute(link, 'href') !== undefined);
  const meta = (name: string) => {
    const found = metas.find((element) => attribute(element, 'name') === name);
    return found && (attribute(found, 'content') ?? undefined);
  };
  const isRel = (element: Element, rel: string) => attribute(element, 'rel') === rel;
  const openGraph = metas.filter((element) => attribute(element, 'property')?.startsWith('og:'));
  const scripts = named('script');
  const [root] = named('html');
  return {
    lang: (root && attribute(root, 'lang')) ?? '',
    title: textOf(named('title')[0]).trim(),
    headings: named('h1').map((heading) => textOf(heading).trim()),
    description: meta('description'),
    robots: meta('robots'),
    canonical: values(
      links.filter((link) => isRel(link, 'canonical')),
      'href',
    ),
    alternates: Object.fromEntries(
      links
        .filter((link) => isRel(link, 'alternate') && attribute(link, 'hreflang') !== undefined)
        .map((link) => [attribute(link, 'hreflang') ?? '', attribute(link, 'href') ?? '']),
    ),
    openGraph: Object.fromEntries(
      openGraph.map((tag) => [(attribute(tag, 'property') ?? '').slice('og:'.length), attribute(tag, 'content') ?? '']),
    ),
    jsonLd: scripts.filter((script) => attribute(script, 'type') === 'application/ld+json').map(textOf),
    links: values(named('a'), 'href'),
    resources: [
      ...values(elements, 'src'),
      ...values(elements, 'srcset').flatMap((set) => set.split(',').map((entry) => entry.trim().split(/\s/)[0] ?? '')),
      ...values(
        links.filter((link) => !isRel(link, 'canonical') && !isRel(link, 'alternate')),
        'href',
      ),
      ...values(
        openGraph.filter((tag) => attribute(tag, 'property') === 'og:image'),
        'content',
      ),
      ...named('style').flatMap((style) =>
        [...textOf(style).matchAll(/url\(["']?([^"')]+)/g)].map((match) => match[1] ?? ''),
      ),
      ...scripts
        .filter((script) => attribute(script, 'src') === undefined && !attribute(script, 'type')?.includes('json'))
        .flatMap((script) => [...textOf(script).matchAll(/"(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '')),
    ],
    ids: values(elements, 'id'),
  };
}

/** Well-formed XML is parsed as SVG content, where HTML has no special rules for element names. */
async function parseXml(xml: string): Promise<XmlElement> {
  const { errors } = await validateXML({ xml: { fileName: 'document.xml', contents: xml }, normalization: 'format' });
  if (errors.length > 0) throw new Error(errors.map(({ rawMessage }) => rawMessage).join('\n'));
  const [drawing] = parseFragment('<svg></svg>').childNodes;
  const [root] = parseFragment(drawing as Element, xml.replace(/^<\?xml[^>]*\?>/, ''), {}).childNodes.filter(isElement);
  if (!root) throw new Error('The XML has no element');
  return readXml(root);
}

function readXml(element: Element): XmlElement {
  if (element.namespaceURI !== standard.NS.SVG) throw new Error(`HTML has rules of its own for <${element.tagName}>`);
  const children = element.childNodes.filter(isElement).map(readXml);
  return {
    name: element.tagName,
    attributes: Object.fromEntries(
      element.attrs.map(({ prefix, name, value }) => [prefix ? `${prefix}:${name}` : name, value]),
    ),
    text: children.length > 0 ? '' : textOf(element),
    children,
  };
}

/** Whether a node is an element. */
export function isElement(node: Node): node is Element {
  return 'tagName' in node;
}

/** All descendant elements in document order, without those in templates. */
export function elementsIn(node: Node): Element[] {
  const children = 'childNodes' in node ? node.childNodes : [];
  return children.flatMap((child) => [...(isElement(child) ? [child] : []), ...elementsIn(child)]);
}

/** The value of an attribute as written. */
export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((one) => one.name === name)?.value;
}

function textOf(node: Node | undefined): string {
  if (node === undefined) return '';
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}
