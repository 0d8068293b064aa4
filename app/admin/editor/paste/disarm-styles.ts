/** The attribute that keeps styles while pasted HTML is parsed. */
export const DISARMED = 'data-pasted-style';

/**
 * Renames style attributes and elements, so that they can be read: the page's policy refuses them, and a browser removes and
 * reports refused styles. As for a browser, an element or tag without an end lasts to the end of the text; looking for the end
 * of each again would cost minutes.
 */
export function disarmStyles(html: string): string {
  return html
    .replace(/<style[\s>][\s\S]*?(?:<\/style\s*>|$)/gi, '')
    .replace(/<[a-z](?:[^>"']|"[^"]*(?:"|$)|'[^']*(?:'|$))*(?:>|$)/gi, (tag) =>
      tag.replace(/(\s)style(\s*=)/gi, `$1${DISARMED}$2`),
    );
}

/** A property of an element's own style, in lower case; empty if not set. */
export function styleOf(element: Element, property: string): string {
  const declarations = (element.getAttribute(DISARMED) ?? '').split(';');
  const found = declarations.findLast((declaration) => declaration.split(':')[0]?.trim().toLowerCase() === property);
  return (
    found
      ?.slice(found.indexOf(':') + 1)
      .trim()
      .toLowerCase() ?? ''
  );
}
