import { type ContentPart, contentWithout, partKey } from '#core/public-content/content-without.ts';
import type { PublishedContent } from '#core/public-content/published-content.ts';
import { isUnavailable } from '../http/answer-unavailable.ts';
import type { RenderedPage } from './rendered-page.ts';

/** Renders of one page to find what it cannot show; what is not tried by then is left out. Source: Meki's own. */
const MOST_RENDERS = 60;

/** A part that makes the render of a page fail. */
export interface UnshownPart extends ContentPart {
  cause: unknown;
}

/** Renders a page over what `adapt` makes of the public content. */
type Render = (adapt: (content: PublishedContent) => PublishedContent) => Promise<RenderedPage>;

export interface ShowableRenderer {
  /** Renders a page, without the parts of public documents that make the render fail; if it fails without them too, as it fails. */
  page(render: Render): Promise<RenderedPage>;
  /** The same, and what is left out; nothing is remembered of the parts that `isOwn` names. */
  trial(render: Render, isOwn: (part: ContentPart) => boolean): Promise<{ page: RenderedPage; unshown: UnshownPart[] }>;
}

/**
 * Renders pages although something that they read cannot be shown. The part is found by rendering without it, and remembered, so
 * that other pages leave it out at once; a document that is published again is tried again.
 * @param onUnshown called once for each part
 */
export function createShowableRenderer(onUnshown: (part: UnshownPart) => void): ShowableRenderer {
  const known = new Set<string>();

  async function trial(render: Render, isOwn: (part: ContentPart) => boolean) {
    const read = new Map<string, ContentPart>();
    const first = await render((content) =>
      contentWithout(content, {
        omits: (part) => known.size > 0 && known.has(partKey(part)),
        onRead: (parts) => {
          for (const part of parts) read.set(partKey(part), part);
        },
      }),
    );
    if (!isFaulty(first)) return { page: first, unshown: [] };
    const suspects = [...read.keys()].filter((key) => !known.has(key));
    const found = await findUnshown(render, suspects);
    if (!found) return { page: first, unshown: [] };
    const unshown = found.parts.flatMap(({ key, cause }) => {
      const part = read.get(key);
      return part ? [{ ...part, cause: cause ?? first.error }] : [];
    });
    for (const part of unshown) {
      if (isOwn(part) || known.has(partKey(part))) continue;
      known.add(partKey(part));
      onUnshown(part);
    }
    return { page: found.page, unshown };
  }

  /** The page without what makes it fail; `undefined` if it fails for another reason. */
  async function findUnshown(render: Render, suspects: string[]) {
    const renderWithout = (keys: ReadonlySet<string>) =>
      render((content) =>
        contentWithout(content, { omits: (part) => known.has(partKey(part)) || keys.has(partKey(part)) }),
      );
    let omitted: ReadonlySet<string> = new Set(suspects);
    let page = await renderWithout(omitted);
    if (suspects.length === 0 || isFaulty(page)) return undefined;
    const causes = new Map<string, unknown>();
    let left = MOST_RENDERS;
    /** Puts parts back where the page can be rendered with them. */
    async function restore(keys: string[]): Promise<void> {
      if (keys.length === 0 || left-- <= 0) return;
      const fewer = new Set([...omitted].filter((key) => !keys.includes(key)));
      const rendered = await renderWithout(fewer);
      if (!isFaulty(rendered)) {
        omitted = fewer;
        page = rendered;
      } else if (keys.length === 1) {
        causes.set(keys[0] ?? '', rendered.error);
      } else {
        const half = Math.ceil(keys.length / 2);
        await restore(keys.slice(0, half));
        await restore(keys.slice(half));
      }
    }
    await restore(suspects);
    return { page, parts: [...omitted].map((key) => ({ key, cause: causes.get(key) })) };
  }

  return { page: async (render) => (await trial(render, () => false)).page, trial };
}

/** Whether a render failed because of what it shows. */
export function isFaulty({ status, error }: RenderedPage): boolean {
  return status >= 500 && error !== undefined && !isUnavailable(error);
}
