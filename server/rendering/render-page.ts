import type { CreateRequestHandlerFunction, RequestHandler, RouterContextProvider, ServerBuild } from 'react-router';
import { publicationCards } from '#core/content/collections.ts';
import type { Publication } from '#core/content/publication.ts';
import type { DocumentReader } from '#core/documents/document-store.ts';
import type { MisfitDocument } from '#core/documents/errors.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import type { ReceiveForm } from '#core/forms/form-shape.ts';
import { ISLANDS_PATH, type IslandAnswer } from '#core/islands/island-address.ts';
import { contentWithPreview } from '#core/public-content/content-with-preview.ts';
import type { PublishedContent } from '#core/public-content/published-content.ts';
import { createPublishedContent } from '#core/public-content/published-content-reader.ts';
import type { PageFault } from '#core/publishing/try-page.ts';
import { itemPath } from '#core/site/content-paths.ts';
import { DOCUMENT_KIND_HEADER } from '#core/site/document-kind.ts';
import { sourcesOf } from '#core/site-blocks/site-block.ts';
import type {
  AdminServices,
  ContactServices,
  PageServices,
  PreviewServices,
  RenderRecord,
} from '../../app/context/context.ts';
import { answeringUnavailable } from '../http/answer-unavailable.ts';
import { CROSS_ORIGIN } from '../http/resource-policy.ts';
import { wantsJson } from '../http/wants-json.ts';
import { withPublicRoutes } from './public-routes.ts';
import { createRenderDeadline } from './render-deadline.ts';
import { createShowableRenderer, isFaulty, type UnshownPart } from './render-showable.ts';
import { createMisfitHider } from './render-without-misfits.ts';
import type { RenderedPage, RenderPage } from './rendered-page.ts';

/** Services that only some pages get, in addition to the common ones. */
interface LentServices {
  admin?: AdminServices;
  contact?: ContactServices;
  preview?: PreviewServices;
}

/** A React Router build of the app, whose entry creates the context for its own loaders. */
export interface AppBuild extends ServerBuild {
  entry: {
    module: ServerBuild['entry']['module'] & {
      createPageContext(services: PageServices, record: RenderRecord, lent?: LentServices): RouterContextProvider;
      answerIsland(services: PageServices, target: string): Promise<IslandAnswer>;
      withDataInDocument<Build extends ServerBuild>(build: Build): Build;
      createRequestHandler: CreateRequestHandlerFunction;
    };
  };
}

/** The app's code with the factory of its request handler, from the same copy of React Router. */
export interface LoadedApp {
  build: AppBuild;
  createRequestHandler: CreateRequestHandlerFunction;
}

/** The code of a build. */
export function appOf(build: AppBuild): LoadedApp {
  return { build, createRequestHandler: build.entry.module.createRequestHandler };
}

/** The code for public pages alone, or for all pages: that of the admin area takes more to load than that of all others. */
export type AppPart = 'public' | 'admin';

export interface PageRendererOptions {
  /** Loads the code, which nothing but renders needs. */
  loadApp: (part: AppPart) => Promise<LoadedApp>;
  mode: 'production' | 'development';
  services: Omit<PageServices, 'content'>;
  /** Called once for each part of a public document that pages leave out, since it makes their render fail. */
  onUnshown?: (part: UnshownPart) => void;
  /** Called once for each stored document that pages leave out, since it does not fit its collection. */
  onMisfit?: (misfit: MisfitDocument) => void;
}

/** Timeout of a render in milliseconds. Source: the request timeout of docs/seed-coverage.md §9. */
const RENDER_TIMEOUT = 15_000;

/** Renders with the app: public pages and islands, which depend on the address only, and pages for one person. */
export interface PageRenderer {
  page: RenderPage;
  /** @throws whatever prevented the app from rendering anything. */
  forAdmin(request: Request, readFrom: DocumentReader, admin: AdminServices): Promise<RenderedPage>;
  /** The contact page as the answer to a form. @throws as `forAdmin` */
  forContact(request: Request, readFrom: DocumentReader, contact: ContactServices): Promise<RenderedPage>;
  /** The page of a preview link. @throws as `forAdmin` */
  forPreview(target: string, preview: PreviewServices): Promise<RenderedPage>;
  /**
   * Renders the page of a publication that is not public yet; `undefined` if it can be shown.
   * @throws the error if something that rendering needs is unavailable
   */
  tryPage(publication: Publication, readFrom: DocumentReader): Promise<PageFault | undefined>;
}

/** @see PageRenderer */
export function createPageRenderer({
  loadApp,
  mode,
  services,
  onUnshown = () => {},
  onMisfit = () => {},
}: PageRendererOptions): PageRenderer {
  const handlers = { admin: createHandlers((build) => build), public: createHandlers(publicBuild) };
  const sources = sourcesOf(services.config.blocks);
  const showable = createShowableRenderer(onUnshown);
  const renderWithoutMisfits = createMisfitHider(services.config, onMisfit);

  /** One handler of requests for each build. */
  function createHandlers(routesOf: (build: AppBuild) => AppBuild): (app: LoadedApp) => RequestHandler {
    const known = new WeakMap<AppBuild, RequestHandler>();
    return ({ build, createRequestHandler }) => {
      const handler = known.get(build) ?? createRequestHandler(answeringUnavailable(routesOf(build)), mode);
      known.set(build, handler);
      return handler;
    };
  }

  async function respond(
    request: Request,
    store: DocumentReader,
    lent?: LentServices,
    deadline = createRenderDeadline(RENDER_TIMEOUT),
    adapt = (content: PublishedContent) => content,
  ): Promise<RenderedPage> {
    const render = (readFrom: DocumentReader) => respondOnce(request, readFrom, lent, deadline, adapt);
    return lent?.admin ? render(store) : renderWithoutMisfits(new URL(request.url).pathname, store, render);
  }

  async function respondOnce(
    request: Request,
    readFrom: DocumentReader,
    lent: LentServices | undefined,
    deadline: ReturnType<typeof createRenderDeadline>,
    adapt: (content: PublishedContent) => PublishedContent,
  ): Promise<RenderedPage> {
    const part = lent?.admin ? 'admin' : 'public';
    const app = await loadApp(part);
    const record: RenderRecord = {
      ...(!lent && isDocumentRequest(request) && mode === 'production' && { beside: {} }),
      ...(wantsJson(request.headers.get('accept') ?? undefined) && { isForProgram: true }),
    };
    const content = adapt(contentOf(readFrom));
    const context = app.build.entry.module.createPageContext({ ...services, content }, record, lent);
    const response = await deadline.race(() =>
      handlers[part](app)(new Request(request, { signal: deadline.signal }), context),
    );
    return {
      status: response.status,
      headers: response.headers,
      body: response.body === null && isDocument(response) ? (record.html ?? '') : await response.text(),
      inline: record.inline ?? { scripts: [], styles: [] },
      ...((!lent?.admin || response.headers.has(DOCUMENT_KIND_HEADER)) && { sources }),
      ...(record.payload && { payload: record.payload }),
      ...(record.error !== undefined && { error: record.error }),
    };
  }

  async function island(target: string, content: PublishedContent): Promise<RenderedPage> {
    const { build } = await loadApp('public');
    const answer = await createRenderDeadline(RENDER_TIMEOUT).race(() =>
      build.entry.module.answerIsland({ ...services, content }, target).catch((error: unknown) => ({ error })),
    );
    return 'error' in answer
      ? { status: 500, headers: new Headers(), body: '', inline: { scripts: [], styles: [] }, error: answer.error }
      : islandResponse(answer);
  }

  const contentOf = (store: DocumentReader) => createPublishedContent({ store, config: services.config });
  const requestFor = (target: string, headers: HeadersInit = {}) =>
    new Request(new URL(target, services.origin), { headers });

  return {
    async page(target, readFrom, isForProgram = false) {
      if (!target.startsWith(ISLANDS_PATH)) {
        const request = requestFor(target, isForProgram ? { Accept: 'application/json' } : {});
        return showable.page((adapt) => respond(request, readFrom, undefined, undefined, adapt));
      }
      const answer = await showable.page((adapt) =>
        renderWithoutMisfits(target, readFrom, (store) => island(target, adapt(contentOf(store)))),
      );
      if (answer.error !== undefined) throw answer.error;
      return answer;
    },
    forAdmin: (request, readFrom, admin) => {
      const deadline = createRenderDeadline(RENDER_TIMEOUT);
      // Pictures wait in a line, and each has limits of its own.
      const waiting: Pick<AdminServices, 'storeFile' | 'replaceFile'> = {
        storeFile: (by, file) => deadline.pauseFor(() => admin.storeFile(by, file)),
        replaceFile: (by, replacement) => deadline.pauseFor(() => admin.replaceFile(by, replacement)),
      };
      return respond(request, readFrom, { admin: { ...pausing(deadline, admin), ...waiting } }, deadline);
    },
    forContact: (request, readFrom, contact) => {
      const deadline = createRenderDeadline(RENDER_TIMEOUT);
      const lent = { contact: once(pausing(deadline, contact)) };
      return showable.page((adapt) => respond(request, readFrom, lent, deadline, adapt));
    },
    forPreview: (target, preview) => respond(requestFor(target), preview.store, { preview }),
    async tryPage(publication, readFrom) {
      const { itemId, language, publishedAt } = publication;
      const above = (await getDocument(readFrom, publicationCards.at(language, itemId)))?.data.above;
      const path = itemPath(services.config, language, { ...publication, above });
      const { pathname } = new URL(path, services.origin);
      const { page, unshown } = await showable.trial(
        (adapt) =>
          respond(requestFor(pathname), readFrom, undefined, undefined, (content) =>
            adapt(contentWithPreview(content, publication)),
          ),
        (part) => part.itemId === itemId && part.language === language && part.publishedAt === publishedAt,
      );
      const own = unshown.filter((part) => part.itemId === itemId && part.language === language);
      if (own.length > 0)
        return { parts: own.flatMap(({ part }) => (part === 'entry' ? [] : [part])), cause: own[0]?.cause };
      if (isFaulty(page)) return { parts: [], cause: page.error };
      if (page.status === 503 && page.error !== undefined) throw page.error;
      return undefined;
    },
  };
}

/** The build as public pages need it. */
function publicBuild(build: AppBuild): AppBuild {
  return build.entry.module.withDataInDocument(withPublicRoutes(build));
}

/** Whether the request is for a document, and not for the data of one (client navigation). */
function isDocumentRequest({ url }: Request): boolean {
  return !new URL(url).pathname.endsWith('.data');
}

/** Other websites may show an island, so that every answer can be read from anywhere. */
function islandResponse(answer: IslandAnswer): RenderedPage {
  const body = answer.status === 200 ? answer.island : { statusCode: answer.status, message: answer.message };
  return {
    status: answer.status,
    headers: new Headers({ 'Content-Type': 'application/json; charset=utf-8', ...CROSS_ORIGIN }),
    body: JSON.stringify(body),
    inline: { scripts: [], styles: [] },
  };
}

/** The time that a form takes to arrive does not count as rendering. */
function pausing<Services extends { receiveForm: ReceiveForm }>(
  deadline: ReturnType<typeof createRenderDeadline>,
  services: Services,
): Services {
  return { ...services, receiveForm: (shape) => deadline.pauseFor(() => services.receiveForm(shape)) };
}

/** Receives and sends at the first call alone: what it answers is rendered again without what cannot be shown. */
function once({ receiveForm, send }: ContactServices): ContactServices {
  let received: ReturnType<typeof receiveForm> | undefined;
  let sent: ReturnType<typeof send> | undefined;
  return {
    receiveForm: (shape) => (received ??= receiveForm(shape)),
    send: (message) => (sent ??= send(message)),
  };
}

/** Whether the response belongs to a rendered document: it has no body of its own, and a redirect has no content type. */
function isDocument({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/html') ?? false;
}
