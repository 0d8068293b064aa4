/** A start tag with its raw attributes, including a trailing slash, or an end tag. */
interface SvgTag {
  kind: 'start' | 'end';
  name: string;
  attributes: string;
  /** Offsets of the tag's start and end in the text. */
  start: number;
  end: number;
}

const TAG = /<(?:([A-Za-z_][\w:.-]{0,99})(?=[\s/>])((?:[^<>"']|"[^"]*"|'[^']*')*)|\/([\w:.-]{1,100})\s*)>/y;

/** The tags of an SVG without comments, in order; the last one is `undefined` if the text is malformed. */
export function* readTags(text: string): Generator<SvgTag | undefined, void> {
  // From tag to tag, so that the time is linear for any text.
  for (let start = text.indexOf('<'); start >= 0; start = text.indexOf('<', TAG.lastIndex)) {
    TAG.lastIndex = start;
    const found = TAG.exec(text);
    if (!found) return yield undefined;
    const end = TAG.lastIndex;
    const [, opened, attributes = '', ended = ''] = found;
    yield opened === undefined
      ? { kind: 'end', name: ended, attributes: '', start, end }
      : { kind: 'start', name: opened, attributes, start, end };
    TAG.lastIndex = end;
  }
}

/** Removes comments. An unterminated one stays, and is not a tag. */
export function withoutComments(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf('<!--', at);
    const end = start < 0 ? -1 : text.indexOf('-->', start + 4);
    if (end < 0) return [...parts, text.slice(at)].join('');
    parts.push(text.slice(at, start));
    at = end + 3;
  }
}

const NAMED_REFERENCES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));

/** Decodes the character references of a value. */
export function decodeReferences(value: string): string {
  // Any number of zeros may precede a number.
  return value.replace(/&#(?:x([0-9a-f]+)|(\d+));?|&(\w+);/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED_REFERENCES.get(name) ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** The size of an SVG in pixels, or why it is refused. */
type SvgReading = { ok: true; width: number; height: number } | { ok: false; problem: string };

/** Allowed elements: those that draw. */
const ELEMENTS = new Set(
  (
    'svg g defs symbol use image title desc metadata path rect circle ellipse line polyline polygon text tspan textPath ' +
    'linearGradient radialGradient stop pattern clipPath mask marker filter feBlend feColorMatrix feComponentTransfer ' +
    'feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA ' +
    'feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight ' +
    'feSpecularLighting feSpotLight feTile feTurbulence switch view style'
  ).split(' '),
);

/** The namespaces that a drawing may declare for its own elements and for links; others are removed with what has them. */
const NAMESPACES = new Map([
  ['xmlns', 'http://www.w3.org/2000/svg'],
  ['xmlns:xlink', 'http://www.w3.org/1999/xlink'],
]);

/**
 * CSS that fetches, or changes what names mean. Escapes are refused, and nothing else can disguise a name of CSS, so that a search
 * finds at least what a parser would.
 */
const FETCHING =
  /\\|@import|@namespace|image-set|javascript:|\b(?:src|image)\(|url\((?![ \t\r\n]*(?:["'][ \t\r\n]*)?#)/i;

/** A reference within the SVG, or to an embedded picture. Spaces as URLs skip them: a no-break space begins a relative address. */
const WITHIN = /^[ \t\r\n]*(?:#|data:image\/(?:png|jpeg|webp|gif);base64,)/;

/** Maximum nesting of elements. Source: the limit of libxml2. */
const MAX_DEPTH = 256;

/** UTF-8 and its subsets. In other encodings, the same bytes may be other characters. */
const ENCODINGS = /^(?:utf-8|us-ascii|ascii)$/i;

const ATTRIBUTE = /\s([^\s=<>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Reads an SVG. Refuses one that could run script or fetch external resources: only elements that draw, no event handlers,
 * references only within the SVG (`#…`) or to embedded pictures.
 */
export function readSvg(bytes: Uint8Array): SvgReading {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { ok: false, problem: 'the drawing is not UTF-8 text' };
  }
  if (/<!DOCTYPE|<!ENTITY|<!\[CDATA\[/i.test(text)) {
    return { ok: false, problem: 'the drawing has a document type, an entity or a CDATA section' };
  }
  const declaration = /^\uFEFF?\s*<\?xml[^>]*\?>/.exec(text)?.[0] ?? '';
  const encoding = /\sencoding\s*=\s*["']?([^"'\s?]*)/.exec(declaration)?.[1];
  if (encoding !== undefined && !ENCODINGS.test(encoding)) {
    return { ok: false, problem: 'the drawing says that it is not UTF-8 text' };
  }
  const drawn = withoutComments(text.slice(declaration.length));
  if (drawn.includes('<?')) return { ok: false, problem: 'the drawing has a processing instruction' };
  const problem = drawingProblem(drawn);
  return problem === undefined ? sizeOf(drawn) : { ok: false, problem };
}

/** Finds forbidden elements and invalid nesting. */
function drawingProblem(drawn: string): string | undefined {
  const open: string[] = [];
  let isOver = false;
  for (const tag of readTags(drawn)) {
    if (!tag) return 'the drawing is not XML';
    if (tag.kind === 'end') {
      if (open.pop() !== tag.name) return `the drawing is not XML: </${tag.name}> ends what did not begin`;
      isOver = open.length === 0;
      continue;
    }
    if (isOver) return 'the drawing is not XML: something follows its end';
    if (open.at(-1) === 'style') return 'a style of the drawing has an element in it';
    const problem = elementProblem(tag.name, tag.attributes);
    if (problem !== undefined) return problem;
    if (tag.attributes.endsWith('/')) {
      isOver = open.length === 0;
      continue;
    }
    open.push(tag.name);
    if (open.length > MAX_DEPTH) return `the drawing is nested more than ${MAX_DEPTH} deep`;
    if (tag.name === 'style' && FETCHING.test(decodeReferences(drawn.slice(tag.end, nextTag(drawn, tag.end))))) {
      return 'a style of the drawing refers to something outside of it';
    }
  }
  return isOver ? undefined : `the drawing is not XML: <${open.at(-1) ?? 'svg'}> does not end`;
}

function nextTag(text: string, from: number): number {
  const at = text.indexOf('<', from);
  return at < 0 ? text.length : at;
}

function elementProblem(name: string, attributes: string): string | undefined {
  if (!ELEMENTS.has(name)) return `the drawing has an element <${name}>, which is not allowed`;
  if (!/^\s*\/?$/.test(attributes.replace(ATTRIBUTE, ''))) return `<${name}> is malformed`;
  for (const [, attribute = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
    const problem = attributeProblem(attribute, decodeReferences(double ?? single ?? ''));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function attributeProblem(name: string, value: string): string | undefined {
  const namespace = NAMESPACES.get(name);
  if (namespace !== undefined && value !== namespace) return `the drawing has a namespace of its own (${name})`;
  if (name === 'xml:base') return 'the drawing has a base address (xml:base)';
  if (/^on/i.test(name)) return `the drawing has an event handler (${name})`;
  if (/^(?:[^:]*:)?(?:href|src)$/i.test(name) && !WITHIN.test(value)) {
    return `the drawing refers to something outside of it (${name}="${value.slice(0, 60)}")`;
  }
  return FETCHING.test(value) ? `the drawing refers to something outside of it (${name})` : undefined;
}

/** `width` and `height` if they are in pixels, otherwise the size of the `viewBox`. */
function sizeOf(drawn: string): SvgReading {
  const root = readTags(drawn).next().value?.attributes ?? '';
  const values = new Map(
    root.matchAll(ATTRIBUTE).map(([, name, double, single]) => [name, decodeReferences(double ?? single ?? '').trim()]),
  );
  const pixels = (name: string) => /^(\d+(?:\.\d+)?)(?:px)?$/.exec(values.get(name) ?? '')?.[1];
  const box = values
    .get('viewBox')
    ?.split(/[\s,]+/)
    .map(Number);
  const width = Number(pixels('width') ?? box?.[2]);
  const height = Number(pixels('height') ?? box?.[3]);
  if (width > 0 && height > 0 && Number.isFinite(width * height)) return { ok: true, width, height };
  return { ok: false, problem: 'the drawing has neither a size in pixels nor a viewBox' };
}
