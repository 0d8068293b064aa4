import type { Document, DocumentReader } from '#core/documents/document-store.ts';
import { MisfitDocument } from '#core/documents/errors.ts';
import { itemPath } from '#core/site/content-paths.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { RenderedPage } from './rendered-page.ts';

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
