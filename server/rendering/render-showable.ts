import type { Document, DocumentReader } from '#core/documents/document-store.ts';
import { MisfitDocument } from '#core/documents/errors.ts';
import { type ContentPart, contentWithout, partKey } from '#core/public-content/changed-content.ts';
import type { PublishedContent } from '#core/public-content/published-content.ts';
import { itemPath } from '#core/site/content-paths.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
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

/** Documents that one render may find not to fit. Source: Meki's own. */
const MOST_FOUND = 60;

/**
 * Renders pages as if stored documents that do not fit their collection were not there: one of them would take the pages of the
 * whole site down. They are found when a render fails, and remembered until they change. A page whose own publication does not
 * fit fails as it fails: it is not missing.
 * @param onMisfit called once for each version of such a document
 */
export function createMisfitHider(config: SiteConfig, onMisfit: (misfit: MisfitDocument) => void) {
  /** The misfits by path, and their version once that is known. */
  const hidden = new Map<string, { misfit: MisfitDocument; version?: number }>();

  /** Renders without what is known not to fit, which is added to `left` when it is read. */
  function hiding(store: DocumentReader, left: Set<MisfitDocument>): DocumentReader {
    const fits = ({ path, version }: Document) => {
      const known = hidden.get(path);
      if (!known) return true;
      known.version ??= version;
      if (known.version !== version) return hidden.delete(path);
      left.add(known.misfit);
      return false;
    };
    return {
      batchGet: async (paths) =>
        (await store.batchGet(paths)).map((document) => (document && fits(document) ? document : undefined)),
      runQuery: async (query) => (await store.runQuery(query)).filter(fits),
      runAggregation: store.runAggregation,
      ...(store.until && { until: store.until }),
    };
  }

  /** @param target the address of the page */
  return async function renderWithoutMisfits(
    target: string,
    store: DocumentReader,
    render: (store: DocumentReader) => Promise<RenderedPage>,
  ): Promise<RenderedPage> {
    for (let found = 0; ; found++) {
      const left = new Set<MisfitDocument>();
      const page = await render(hidden.size > 0 ? hiding(store, left) : store);
      const { error } = page;
      if (error instanceof MisfitDocument && found < MOST_FOUND && !hidden.has(error.path)) {
        hidden.set(error.path, { misfit: error });
        onMisfit(error);
        continue;
      }
      const own = page.status === 404 && [...left].find(({ path }) => isOwn(config, path, target));
      return own ? { ...page, status: 500, error: own } : page;
    }
  };
}

/** Whether a document is the publication that an address shows, in its language or in place of another. */
function isOwn(config: SiteConfig, path: string, target: string): boolean {
  const [collection, id = ''] = path.split('/');
  const [, type = '', slug = ''] = id.split(':');
  const appearsAs = config.contentTypes.find(({ key }) => key === type)?.appearsAs;
  if (collection !== 'publications' || appearsAs === undefined || appearsAs === 'site') return false;
  const pathname = target.replace(/[?#].*$/s, '').replace(/\.data$/, '');
  const shown = pathname === '/_root' ? '/' : pathname;
  // The last segment says which page it is, whatever is above it.
  if (appearsAs === 'page' && shown.split('/').length > 2 && shown.endsWith(`/${slug}`)) return true;
  // The pages that every site has keep their id as their slug.
  return config.locales.some(({ code }) => itemPath(config, code, { itemId: slug, type, slug }) === shown);
}
