/** What came of reading a picture: its size in pixels, or why the site does not take it. */
export type PictureReading =
  | { ok: true; width: number; height: number }
  | { ok: false; problem: string; reason?: 'pixels' };

/** Elements that draw; no others are taken. */
const ELEMENTS = new Set(
  (
    'svg g defs symbol use image title desc metadata path rect circle ellipse line polyline polygon text tspan textPath ' +
    'linearGradient radialGradient stop pattern clipPath mask marker filter feBlend feColorMatrix feComponentTransfer ' +
    'feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA ' +
    'feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight ' +
    'feSpecularLighting feSpotLight feTile feTurbulence switch view style'
  ).split(' '),
);

/** The start of an element, its name and its attributes, or its end. */
const TAG = /<(?:([A-Za-z_][\w:.-]{0,99})(?=[\s/>])((?:[^<>"']|"[^"]*"|'[^']*')*)|\/([\w:.-]{1,100})\s*)>/y;

const ATTRIBUTE = /\s([^\s=<>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Reads an SVG drawing. One that could run script, or fetch anything from elsewhere, is not taken: only elements that
 * draw, no event handlers, references only within the drawing (`#…`) or to embedded pictures.
 */
export function readSvg(bytes: Uint8Array): PictureReading {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { ok: false, problem: 'the drawing is not UTF-8 text' };
  }
  if (/<!DOCTYPE|<!ENTITY|<!\[CDATA\[/i.test(text)) {
    return { ok: false, problem: 'the drawing has a document type, an entity or a CDATA section' };
  }
  const drawn = withoutComments(text.replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, ''));
  if (drawn.includes('<?')) return { ok: false, problem: 'the drawing has a processing instruction' };
  // From one tag to the next, so that a text is read once, however it was made.
  let inStyle = false;
  for (let at = drawn.indexOf('<'); at >= 0; at = drawn.indexOf('<', at)) {
    TAG.lastIndex = at;
    const tag = TAG.exec(drawn);
    if (!tag) return { ok: false, problem: 'the drawing is not XML' };
    at = TAG.lastIndex;
    const [, name, attributes = '', ended] = tag;
    if (inStyle && ended !== 'style') return { ok: false, problem: 'a style of the drawing has an element in it' };
    const problem = name === undefined ? undefined : elementProblem(name, attributes);
    if (problem !== undefined) return { ok: false, problem };
    inStyle = name === 'style' && !attributes.endsWith('/');
    if (inStyle && fetches(decode(drawn.slice(at, nextTag(drawn, at))))) {
      return { ok: false, problem: 'a style of the drawing refers to something outside of it' };
    }
  }
  return sizeOf(drawn);
}

/** An unfinished comment stays, and is no XML. */
function withoutComments(text: string): string {
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

function nextTag(text: string, from: number): number {
  const at = text.indexOf('<', from);
  return at < 0 ? text.length : at;
}

function elementProblem(name: string, attributes: string): string | undefined {
  if (!ELEMENTS.has(name)) return `the drawing has an element <${name}>, which is not allowed`;
  if (!/^\s*\/?$/.test(attributes.replace(ATTRIBUTE, ''))) return `<${name}> is malformed`;
  for (const [, attribute = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
    const problem = attributeProblem(attribute, decode(double ?? single ?? ''));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function attributeProblem(name: string, value: string): string | undefined {
  if (name === 'xml:base') return 'the drawing has a base address (xml:base)';
  if (/^on/i.test(name)) return `the drawing has an event handler (${name})`;
  if (/^(?:\w+:)?(?:href|src)$/i.test(name) && !/^(?:#|data:image\/(?:png|jpeg|webp|gif);base64,)/.test(value.trim())) {
    return `the drawing refers to something outside of it (${name}="${value.slice(0, 60)}")`;
  }
  return fetches(value) ? `the drawing refers to something outside of it (${name})` : undefined;
}

/** Whether CSS, or an attribute with CSS, names anything but a part of the drawing itself. */
function fetches(css: string): boolean {
  if (/@import|image-set|javascript:|\\/i.test(css)) return true;
  return [...css.matchAll(/url\(\s*["']?([^"')]*)/gi)].some(([, target = '']) => !target.trim().startsWith('#'));
}

function decode(value: string): string {
  return value.replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));?|&(\w+);/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" } as never)[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** `width` and `height` where they are in pixels, else the size of the `viewBox`. */
function sizeOf(drawn: string): PictureReading {
  const root = /<svg\b([^>]*)>/.exec(drawn)?.[1];
  const attribute = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(root ?? '')?.[1]?.trim();
  const pixels = (name: string) => /^(\d+(?:\.\d+)?)(?:px)?$/.exec(attribute(name) ?? '')?.[1];
  const box = attribute('viewBox')
    ?.split(/[\s,]+/)
    .map(Number);
  const width = Number(pixels('width') ?? box?.[2]);
  const height = Number(pixels('height') ?? box?.[3]);
  if (width > 0 && height > 0 && Number.isFinite(width * height)) return { ok: true, width, height };
  return { ok: false, problem: 'the drawing has neither a size in pixels nor a viewBox' };
}
