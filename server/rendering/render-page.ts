import type { CreateRequestHandlerFunction, RequestHandler, RouterContextProvider, ServerBuild } from 'react-router';
import { publicationCards } from '#core/content/collections.ts';
import type { Publication } from '#core/content/publication.ts';
import type { DocumentReader } from '#core/documents/document-store.ts';
import type { MisfitDocument } from '#core/documents/errors.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import type { ReceiveForm } from '#core/forms/form-shape.ts';
import { ISLANDS_PATH, type IslandAnswer } from '#core/islands/island-address.ts';
import { contentWithPreview } from '#core/public-content/changed-content.ts';
import type { PublishedContent } from '#core/public-content/published-content.ts';
import { createPublishedContent } from '#core/public-content/published-content-reader.ts';
import type { PageFault } from '#core/publishing/try-page.ts';
import { itemPath } from '#core/site/content-paths.ts';
import { DOCUMENT_KIND_HEADER } from '#core/site/response-headers.ts';
import { type SiteBlockSources, sourcesOf } from '#core/site-blocks/site-block.ts';
import type {
  AdminServices,
  ContactServices,
  PageServices,
  PreviewServices,
  RenderRecord,
} from '../../app/context/context.ts';
import { answeringUnavailable } from '../http/answer-unavailable.ts';
import { wantsJson } from '../http/representation.ts';
import { CROSS_ORIGIN } from '../http/resource-policy.ts';
import { createMisfitHider, createShowableRenderer, isFaulty, type UnshownPart } from './render-showable.ts';
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
  onUnshown = () => {},
  onMisfit = () => {},
  ...options
}: PageRendererOptions): PageRenderer {
  const { config, origin } = options.services;
  const app = new AppRenderer(options);
  const showable = createShowableRenderer(onUnshown);
  const renderWithoutMisfits = createMisfitHider(config, onMisfit);

  async function respond(request: Request, store: DocumentReader, rendering: Rendering = {}): Promise<RenderedPage> {
    const { lent, deadline = new RenderDeadline(RENDER_TIMEOUT), adapt = (content) => content } = rendering;
    const render = (readFrom: DocumentReader) => app.respond(request, readFrom, { lent, deadline, adapt });
    return lent?.admin ? render(store) : renderWithoutMisfits(new URL(request.url).pathname, store, render);
  }

  const requestFor = (target: string, headers: HeadersInit = {}) => new Request(new URL(target, origin), { headers });

  return {
    async page(target, readFrom, isForProgram = false) {
      if (!target.startsWith(ISLANDS_PATH)) {
        const request = requestFor(target, isForProgram ? { Accept: 'application/json' } : {});
        return showable.page((adapt) => respond(request, readFrom, { adapt }));
      }
      const answer = await showable.page((adapt) =>
        renderWithoutMisfits(target, readFrom, (store) => app.island(target, store, adapt)),
      );
      if (answer.error !== undefined) throw answer.error;
      return answer;
    },
    forAdmin: (request, readFrom, admin) => {
      const deadline = new RenderDeadline(RENDER_TIMEOUT);
      // Pictures wait in a line, and each has limits of its own.
      const waiting: Pick<AdminServices, 'storeFile' | 'replaceFile'> = {
        storeFile: (by, file) => deadline.pauseFor(() => admin.storeFile(by, file)),
        replaceFile: (by, replacement) => deadline.pauseFor(() => admin.replaceFile(by, replacement)),
      };
      return respond(request, readFrom, { lent: { admin: { ...pausing(deadline, admin), ...waiting } }, deadline });
    },
    forContact: (request, readFrom, contact) => {
      const deadline = new RenderDeadline(RENDER_TIMEOUT);
      const lent = { contact: once(pausing(deadline, contact)) };
      return showable.page((adapt) => respond(request, readFrom, { lent, deadline, adapt }));
    },
    forPreview: (target, preview) => respond(requestFor(target), preview.store, { lent: { preview } }),
    async tryPage(publication, readFrom) {
      const { itemId, language, publishedAt } = publication;
      const above = (await getDocument(readFrom, publicationCards.at(language, itemId)))?.data.above;
      const path = itemPath(config, language, { ...publication, above });
      const { pathname } = new URL(path, origin);
      const { page, unshown } = await showable.trial(
        (adapt) =>
          respond(requestFor(pathname), readFrom, {
            adapt: (content) => adapt(contentWithPreview(content, publication)),
          }),
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

/** How a page is rendered: with what services, by when, over what is made of the public content. */
interface Rendering {
  lent?: LentServices | undefined;
  deadline?: RenderDeadline;
  adapt?: (content: PublishedContent) => PublishedContent;
}

/** Renders once with the app, whatever it shows. */
class AppRenderer {
  readonly #loadApp: PageRendererOptions['loadApp'];
  readonly #mode: PageRendererOptions['mode'];
  readonly #services: PageRendererOptions['services'];
  readonly #sources: SiteBlockSources;
  /** One handler of requests for each build. */
  readonly #handlers = {
    admin: new WeakMap<AppBuild, RequestHandler>(),
    public: new WeakMap<AppBuild, RequestHandler>(),
  };

  constructor({ loadApp, mode, services }: Pick<PageRendererOptions, 'loadApp' | 'mode' | 'services'>) {
    this.#loadApp = loadApp;
    this.#mode = mode;
    this.#services = services;
    this.#sources = sourcesOf(services.config.blocks);
  }

  async respond(
    request: Request,
    readFrom: DocumentReader,
    { lent, deadline, adapt }: Required<Rendering>,
  ): Promise<RenderedPage> {
    const part = lent?.admin ? 'admin' : 'public';
    const app = await this.#loadApp(part);
    const record: RenderRecord = {
      ...(!lent && isDocumentRequest(request) && this.#mode === 'production' && { beside: {} }),
      ...(wantsJson(request.headers.get('accept') ?? undefined) && { isForProgram: true }),
    };
    const content = adapt(this.#contentOf(readFrom));
    const context = app.build.entry.module.createPageContext({ ...this.#services, content }, record, lent);
    const response = await deadline.race(() =>
      this.#handlerOf(part, app)(new Request(request, { signal: deadline.signal }), context),
    );
    return {
      status: response.status,
      headers: response.headers,
      body: response.body === null && isDocument(response) ? (record.html ?? '') : await response.text(),
      inline: record.inline ?? { scripts: [], styles: [] },
      ...((!lent?.admin || response.headers.has(DOCUMENT_KIND_HEADER)) && {
        sources: this.#sources,
      }),
      ...(record.payload && { payload: record.payload }),
      ...(record.error !== undefined && { error: record.error }),
    };
  }

  async island(
    target: string,
    readFrom: DocumentReader,
    adapt: (content: PublishedContent) => PublishedContent,
  ): Promise<RenderedPage> {
    const content = adapt(this.#contentOf(readFrom));
    const { build } = await this.#loadApp('public');
    const answer = await new RenderDeadline(RENDER_TIMEOUT).race(() =>
      build.entry.module.answerIsland({ ...this.#services, content }, target).catch((error: unknown) => ({ error })),
    );
    return 'error' in answer
      ? { status: 500, headers: new Headers(), body: '', inline: { scripts: [], styles: [] }, error: answer.error }
      : islandResponse(answer);
  }

  #contentOf(store: DocumentReader): PublishedContent {
    return createPublishedContent({ store, config: this.#services.config });
  }

  #handlerOf(part: AppPart, { build, createRequestHandler }: LoadedApp): RequestHandler {
    const known = this.#handlers[part].get(build);
    if (known) return known;
    const served = part === 'admin' ? build : build.entry.module.withDataInDocument(withPublicRoutes(build));
    const handler = createRequestHandler(answeringUnavailable(served), this.#mode);
    this.#handlers[part].set(build, handler);
    return handler;
  }
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
  deadline: RenderDeadline,
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

/** The ids of routes of the admin area, which are the places of their files (`app/routes.ts`). */
const ADMIN_ROUTE = /^(?:account|admin)\//;

/**
 * The build with the routes of public pages alone. For each document, React Router compares the address with one route after the
 * other and creates the objects of all routes, four fifths of which are of the admin area.
 */
export function withPublicRoutes<Build extends ServerBuild>(build: Build): Build {
  return {
    ...build,
    routes: publicOf(build.routes),
    assets: { ...build.assets, routes: publicOf(build.assets?.routes) },
  };
}

function publicOf<Routes extends object>(routes: Routes | undefined): Routes {
  return Object.fromEntries(Object.entries(routes ?? {}).filter(([id]) => !ADMIN_ROUTE.test(id))) as Routes;
}

/** Rendering took too long: something that it needs hangs. */
class RequestTimeout extends Error {
  override name = 'RequestTimeout';
}

/** The timeout of a render. Time spent waiting for the client does not count: the HTTP server's timeout limits it. */
export class RenderDeadline {
  readonly #controller = new AbortController();
  /** Aborted at the timeout. */
  readonly signal = this.#controller.signal;
  readonly #late = Promise.withResolvers<never>();
  #left: number;
  #startedAt = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param milliseconds of work */
  constructor(milliseconds: number) {
    this.#left = milliseconds;
    // There may be no race in progress at the timeout.
    this.#late.promise.catch(() => {});
  }

  /** Starts the work and the timer. Settles like the work. @throws Error at the timeout */
  async race<T>(work: () => Promise<T>): Promise<T> {
    this.#start();
    try {
      return await Promise.race([work(), this.#late.promise]);
    } finally {
      this.#stop();
    }
  }

  /** Pauses the timer while waiting for the client. */
  async pauseFor<T>(wait: () => Promise<T>): Promise<T> {
    this.#stop();
    try {
      return await wait();
    } finally {
      this.#start();
    }
  }

  #start(): void {
    this.#startedAt = performance.now();
    this.#timer = setTimeout(() => {
      const error = new RequestTimeout('Request time out');
      this.#late.reject(error);
      this.#controller.abort(error);
    }, this.#left);
    this.#timer.unref();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#left = Math.max(0, this.#left - (performance.now() - this.#startedAt));
  }
}
