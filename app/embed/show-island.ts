import { islandAddress, type RenderedIsland } from '#core/islands/island-address.ts';

export interface ShownIsland {
  /** The site's origin. */
  origin: string;
  name: string;
  props: object;
}

/** Part of the Trusted Types API, which the platform's types lack. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(html: string): string }): { createHTML(html: string): string };
}

/**
 * Shows an island in the shadow root of an element, where neither side's styles reach the other's.
 * @throws {Error} if the site cannot be reached, or refuses the name or the props
 */
export async function showIsland(place: HTMLElement, { origin, name, props }: ShownIsland): Promise<void> {
  const response = await fetch(origin + islandAddress(name, props), {
    credentials: 'omit',
    headers: { Accept: 'application/json' },
  });
  if (!response.ok) throw new Error(`${origin} answered ${response.status}: ${await response.text()}`);
  const { html, head } = (await response.json()) as RenderedIsland;
  const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' });
  // Unlike a style element, such a sheet is allowed by every Content-Security-Policy.
  root.adoptedStyleSheets = head.style.map(({ innerHTML }) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(innerHTML);
    return sheet;
  });
  root.innerHTML = trusted(html);
}

/** The site's own markup, for documents that require Trusted Types. */
function trusted(html: string): string {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  return types ? types.createPolicy('meki-embed', { createHTML: (text) => text }).createHTML(html) : html;
}
