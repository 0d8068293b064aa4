/** The elements of a drawing; none of them can load or run anything. */
const ELEMENTS = new Set(
  [
    'circle clipPath defs ellipse feGaussianBlur filter g line linearGradient',
    'mask path pattern polygon polyline radialGradient rect stop symbol use',
  ].flatMap((names) => names.split(' ')),
);

const TAG = /\s*<(\/?)([A-Za-z]+)((?:\s+[A-Za-z][A-Za-z0-9:-]*="[^"<>&]*")*)\s*\/?>\s*/y;
const ATTRIBUTE = /([A-Za-z][A-Za-z0-9:-]*)="([^"]*)"/g;

/**
 * Whether markup consists only of elements and attributes that draw. For icons from elsewhere: pages contain them as they are, and
 * the check refuses what it does not know.
 */
export function isSafeDrawing(markup: string): boolean {
  TAG.lastIndex = 0;
  while (TAG.lastIndex < markup.length) {
    const tag = TAG.exec(markup);
    if (!tag) return false;
    const [, , name = '', attributes = ''] = tag;
    if (!ELEMENTS.has(name)) return false;
    for (const [, attribute = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
      if (!isSafeAttribute(attribute.toLowerCase(), value)) return false;
    }
  }
  return true;
}

function isSafeAttribute(name: string, value: string): boolean {
  if (name.startsWith('on') || name === 'style') return false;
  if (name === 'href' || name.endsWith(':href')) return value.startsWith('#');
  // Attributes are read as CSS, in which escapes would disguise a name.
  return !/\\|url\((?!#)|image-set|\b(?:src|image)\(/i.test(value.replace(/\s/g, ''));
}
