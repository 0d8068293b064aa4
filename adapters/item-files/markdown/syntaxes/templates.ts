import type { Lexer, Tokens } from 'marked';
import type { Charge } from '#core/markdown/lex-markdown.ts';
import type { PageWriter, RenderedSyntax } from '#core/markdown/render-markdown.ts';
import { escapeHtml } from '#core/markup/html.ts';

/** `{{< name arguments >}}` and `{{% … %}}` of Hugo, with `/` before the name of an end. */
const SHORTCODE = /^\{\{[<%]\s*(\/?)\s*(\w[\w./-]{0,100})((?:[^"`{}]|"[^"]*"|`[^`]*`){0,2000}?)\/?\s*[>%]\}\}/;
/** A shortcode that is shown, not run. */
const SHOWN = /^\{\{([<%])\/\*([^{}]{0,2000}?)\*\/[>%]\}\}/;
/** `{% name arguments %}` of Liquid. */
const TAG = /^\{%-?\s*()(\w[\w-]{0,100})((?:[^"{}]|"[^"]*"){0,2000}?)-?%\}/;
/** `{{ value | filter }}` of Liquid. */
const VALUE = /^\{\{-?(?![<%])([^{}]{0,2000})\}\}/;
const ARGUMENT = /(?:([\w-]+)\s*=\s*)?(?:"([^"]*)"|`([^`]*)`|'([^']*)'|([^\s"'`]+))/g;

/** What a template names in the address of a link or a picture. */
const PLACE = /^(?:site|page)\.(?:url|baseurl)$/;
const QUOTED = /^(["'])([^"']*)\1\s*\|\s*(?:relative_url|absolute_url|prepend:.*)$/;

const VIDEOS = new Map([
  ['youtube', 'https://www.youtube.com/watch?v='],
  ['vimeo', 'https://vimeo.com/'],
]);
const REFERENCES = new Set(['ref', 'relref', 'link', 'post_url']);
/** Tags whose contents are read up to their end: as code, as they are, or not at all. */
const VERBATIM = new Set(['highlight', 'raw', 'comment']);

/** The template at the start of a text; its caption is Markdown. */
function readTemplate(source: string, lexer: Lexer, charge: Charge): Tokens.Generic | undefined {
  const token = parseTemplate(source, charge);
  const caption = token && /^(?:figure|img|image)$/.test(token.name) && (token.named.caption ?? token.named.title);
  return caption ? { ...token, tokens: lexer.inlineTokens(caption, []) } : token;
}

function parseTemplate(source: string, charge: Charge): Tokens.Generic | undefined {
  const shown = SHOWN.exec(source);
  if (shown) {
    const [raw, sign, inner] = shown;
    return { type: 'template', raw, shown: `{{${sign}${inner}${sign === '<' ? '>' : '%'}}}` };
  }
  const tag = SHORTCODE.exec(source) ?? TAG.exec(source);
  if (!tag) {
    const [raw, value] = VALUE.exec(source) ?? [];
    return raw === undefined ? undefined : { type: 'template', raw, value: value?.replace(/-$/, '').trim() };
  }
  const [opening, closes, name = '', rest = ''] = tag;
  const read = { type: 'template', raw: opening, name, isEnd: closes === '/', ...readArguments(rest) };
  if (!VERBATIM.has(name) || read.isEnd) return read;
  const closing = opening.startsWith('{%')
    ? `\\{%-?\\s*end${name}\\s*-?%\\}`
    : `\\{\\{[<%]\\s*/\\s*${name}\\s*[>%]\\}\\}`;
  const end = new RegExp(closing).exec(source);
  if (!end) {
    charge(source.length, source);
    return read;
  }
  const inner = source.slice(opening.length, end.index);
  return { ...read, raw: source.slice(0, end.index + end[0].length), inner };
}

function readArguments(text: string): { named: { [name: string]: string }; first: string; all: string } {
  const named: { [name: string]: string } = {};
  let first: string | undefined;
  for (const [, name, ...values] of text.matchAll(ARGUMENT)) {
    const value = values.find((one) => one !== undefined) ?? '';
    if (name) named[name] = value;
    else first ??= value;
  }
  return { named, first: first ?? '', all: text.trim() };
}

/** The address with what its templates stand for. */
function resolve(address: string, page: PageWriter, token: { raw: string }): string {
  return address.replace(/\{\{[^{}]*\}\}|\{%[^{}]*%\}/g, (template) => {
    const read = parseTemplate(template, () => {});
    if (read && REFERENCES.has(read.name)) return read.named.path ?? read.first;
    const quoted = QUOTED.exec(read?.value ?? '')?.[2];
    if (quoted === undefined && !PLACE.test(read?.value ?? ''))
      page.tell(token, `the value ${template} in an address is left out`);
    return quoted ?? '';
  });
}

function renderTemplate(token: Tokens.Generic, page: PageWriter): string {
  const { name, named, first, inner, value, shown } = token;
  if (shown !== undefined) return escapeHtml(shown);
  if (value !== undefined) {
    const quoted = QUOTED.exec(value)?.[2];
    if (quoted === undefined) page.tell(token, `the value ${token.raw} is left out`);
    return quoted ?? '';
  }
  if (token.isEnd || /^(?:end|else|elsif)/.test(name) || name === 'comment') return '';
  if (REFERENCES.has(name)) return escapeHtml(named.path ?? first);
  if (name === 'raw' && inner !== undefined) return token.tokens ? page.blocks(token.tokens) : escapeHtml(inner);
  if (name === 'highlight' && inner !== undefined) {
    const language = first === '' ? '' : ` class="language-${escapeHtml(first)}"`;
    return `<pre><code${language}>${escapeHtml(inner.replace(/^[ \t]*\n|\n?[ \t]*$/g, ''))}</code></pre>\n`;
  }
  if (name === 'figure' || name === 'img' || name === 'image') {
    const words = token.tokens ? `<figcaption>${page.inline(token.tokens)}</figcaption>` : '';
    const alt = named.alt === undefined ? '' : ` alt="${escapeHtml(named.alt)}"`;
    const picture = `<img src="${escapeHtml(named.src ?? first)}"${alt}>`;
    const linked = named.link ? `<a href="${escapeHtml(named.link)}">${picture}</a>` : picture;
    return `<figure>${linked}${words}</figure>\n`;
  }
  const video = VIDEOS.get(name);
  const id = named.id ?? first;
  if (video && id) {
    page.tell(token, `the shortcode "${name}" becomes a link`, true);
    const address = escapeHtml(`${video}${id}`);
    return `<a href="${address}">${address}</a>`;
  }
  const kind = token.raw.startsWith('{%') ? 'tag' : 'shortcode';
  page.tell(
    token,
    `the ${kind} "${`${name} ${token.all}`.trim().slice(0, 200)}" is left out; what stands inside it stays`,
  );
  return '';
}

/** A template in the address of a link or picture, or in an attribute of an element. */
const LINK =
  /^(!?)\[((?:\\.|[^[\]\\]|\[[^[\]]{0,500}\](?:\([^()]{0,500}\))?){0,2000})\]\(\s*(?=[^\s"]*\{[{%])((?:\{\{[^{}]{0,500}\}\}|\{%[^{}]{0,500}%\}|[^\s()<>{}]){1,500})\s*(?:"([^"]{0,500})"\s*)?\)/;
const ELEMENT = /^<\/?[a-zA-Z](?:[^<>{}]|\{\{[^{}]{0,500}\}\}|\{%[^{}]{0,500}%\}){0,2000}>/;

/** Shortcodes of Hugo, and tags and values of Liquid, for one text. */
export function templateSyntaxes(): RenderedSyntax[] {
  return [
    {
      name: 'template',
      level: 'inline',
      start: /\{[{%]/,
      isInHtml: true,
      read: readTemplate,
      render: renderTemplate,
    },
    {
      // Alone on its lines.
      name: 'templateBlock',
      level: 'block',
      start: /\{[{%]/,
      read(source, lexer, charge) {
        const token = readTemplate(source, lexer, charge);
        const end = token && /^[ \t]*(?:\n|$)/.exec(source.slice(token.raw.length, token.raw.length + 1_000))?.[0];
        if (!token || end === undefined || token.value !== undefined || token.shown !== undefined) return undefined;
        if (token.name === 'raw' && !token.inner?.includes('\n')) return undefined;
        const tokens = token.name === 'raw' ? lexer.blockTokens(token.inner, []) : token.tokens;
        return { ...token, type: 'templateBlock', raw: token.raw + end, ...(tokens && { tokens }) };
      },
      render: (token, page) => {
        const html = renderTemplate(token, page);
        return html.startsWith('<a ') ? `<p>${html}</p>\n` : html;
      },
    },
    {
      name: 'templateLink',
      level: 'inline',
      start: /!?\[/,
      read(source, lexer) {
        const [raw, picture, text = '', address, title] = LINK.exec(source) ?? [];
        if (raw === undefined) return undefined;
        const tokens = picture ? [] : lexer.inlineTokens(text, []);
        return { type: 'templateLink', raw, picture, text, address, title, tokens };
      },
      render(token, page) {
        const address = escapeHtml(resolve(token.address, page, token));
        if (token.title && !token.picture) page.tell(token, `the title of a link is left out: "${token.title}"`);
        if (!token.picture) return `<a href="${address}">${page.inline(token.tokens ?? [])}</a>`;
        return `<img src="${address}" alt="${escapeHtml(token.text)}">`;
      },
    },
    {
      name: 'templateElement',
      level: 'inline',
      start: /<\/?[a-zA-Z]/,
      isInHtml: true,
      read(source) {
        const raw = ELEMENT.exec(source)?.[0];
        if (raw === undefined || !/\{[{%]/.test(raw)) return undefined;
        return { type: 'templateElement', raw };
      },
      render: (token, page) => resolve(token.raw, page, token),
    },
  ];
}
