/** The attribute that styles are kept in while pasted HTML is read. */
export const DISARMED = 'data-pasted-style';

/**
 * HTML whose styles say nothing to the browser, so that they can be read: the page's policy refuses styles in attributes and
 * elements, and a browser that refuses one takes it away and reports it.
 */
export function disarmStyles(html: string): string {
  return html
    .replace(/<style[\s>][\s\S]*?<\/style\s*>/gi, '')
    .replace(/<[a-z](?:[^>"']|"[^"]*"|'[^']*')*>/gi, (tag) => tag.replace(/(\s)style(\s*=)/gi, `$1${DISARMED}$2`));
}

/** A property of an element's own style, in lower case; empty for one that it does not set. */
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
