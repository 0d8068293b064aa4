import { createContext, type LoaderFunctionArgs, type ServerBuild } from 'react-router';
import type { Actor } from '#core/access/actor.ts';
import type { Permission } from '#core/access/policy.ts';
import type { SignUpMode } from '#core/accounts/identity.ts';
import type { RequestAccount } from '#core/accounts/request-account.ts';
import type { User } from '#core/accounts/user.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import type { Drafts } from '#core/drafts/drafts.ts';
import type { Replacement, ReplaceOutcome } from '#core/files/replace-file.ts';
import type { NewFile, StoreFileOutcome } from '#core/files/store-file.ts';
import type { ReceiveForm } from '#core/forms/form-shape.ts';
import type { IconSource } from '#core/icons/icon-source.ts';
import type { SendMessageOutcome, SentMessage } from '#core/inbox/contact-form.ts';
import type { FileStore } from '#core/media/file-store.ts';
import type { MediaLimits } from '#core/media/media-limits.ts';
import type { People } from '#core/people/people.ts';
import type { PublishedContent } from '#core/public-content/published-content.ts';
import type { PublishedSite } from '#core/public-content/published-site.ts';
import type { ItemDependencies } from '#core/publishing/change-item.ts';
import type { ReviewMails } from '#core/publishing/review-mails.ts';
import type { TryPage } from '#core/publishing/try-page.ts';
import type { ItemSearch } from '#core/search/item-search.ts';
import type { SearchIndex } from '#core/search/search-index.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { Instance, SystemReport } from '#core/system/system-report.ts';
import type { FindActor } from '#core/tokens/api-tokens.ts';
import type { ArrivedUploads } from '#core/uploads/unfinished-upload.ts';
import type { MessageStore } from '../i18n/messages.ts';
import type { InlineCode } from '../rendering/inline-code.ts';
import type { PageFetcher } from './page-fetcher.ts';

/** An icon in Iconify's format: the inner SVG markup and its size. */
export interface IconData {
  body: string;
  width: number;
  height: number;
}

/** The drawing of an icon, without its name, which pages do not show. */
export function drawingOf({ body, width, height }: IconData): IconData {
  return { body, width, height };
}

/** Services that the server provides to the loaders of one request. */
export interface PageServices {
  /** That of the file until `publishedSiteMiddleware` has read what is published. */
  config: PublishedSite;
  /** Public origin without a trailing slash: `https://example.org`. */
  origin: string;
  content: PublishedContent;
  search: SearchIndex;
  /** An icon by its Iconify name, such as `lucide:menu`; `undefined` if unknown. */
  icon(name: string): IconData | undefined;
}

export const pageServices = createContext<PageServices>();

/** What the page cache stores besides a page's HTML. */
export interface RenderRecord {
  /** The loaders' data by route id: the body of `_payload.json`. Set when the document is rendered. */
  payload?: { [routeId: string]: unknown };
  /** Filled with the data of the page, if its document needs none of it (`withDataInDocument`). */
  beside?: { [routeId: string]: unknown };
  /** The rendered document. Passed beside the response, to avoid encoding and decoding it. */
  html?: string;
  /** Of the rendered document. */
  inline?: InlineCode;
  /** The error behind an error document, unless it was an expected response such as 404. */
  error?: unknown;
  /** Whether an error needs no document. */
  isForProgram?: boolean;
}

/** Additional services for the admin area; public pages do not have them. */
export interface AdminServices {
  account: RequestAccount;
  /** Reads the form of the request. The request itself has no body. */
  receiveForm: ReceiveForm;
  people: People;
  /** The whole database. Check the policy table before reading. */
  store: DocumentStore;
  /** Stores an uploaded file. Check the policy table first. */
  storeFile(by: Actor, file: NewFile): Promise<StoreFileOutcome>;
  /** Where bytes are stored. Check the policy table first. */
  fileStore: Pick<FileStore, 'list' | 'delete' | 'readPart'>;
  /** Of uploaded files. */
  limits: MediaLimits;
  /** Files that have arrived in parts. */
  uploads: ArrivedUploads;
  /** Gives a file other bytes. @throws {Forbidden} */
  replaceFile(by: Actor, replacement: Replacement): Promise<ReplaceOutcome>;
  /** Searches items in any state. Requires the right to read drafts. */
  itemSearch: ItemSearch;
  /** The people who may handle the inbox. Check the policy table first. */
  readInboxTeam(): Promise<Pick<User, 'id' | 'name'>[]>;
  /** The current actor for an account or program id. */
  findActor: FindActor;
  /** Records a refusal by the policy table. */
  noteRefusal?: (actor: Actor, permission: Permission) => void;
  /** Who may sign up unless an owner chose otherwise. */
  signUp: SignUpMode;
  /** How the site runs. Check the policy table first. */
  readSystem(): Promise<SystemReport>;
  /** The servers of the site, where there may be several. Check the policy table first. @throws {StoreUnavailable} */
  readInstances(): Promise<Instance[]>;
  /** Icons to choose from. */
  icons: Pick<IconSource, 'search' | 'findIcon'>;
  /** The drafts that editors have open; does not check permissions. */
  drafts: Drafts;
  /** Renders a page before it becomes public. */
  tryPage: TryPage;
  /** Who may be asked for a review, and the mails about it. Check the policy table first. */
  reviewMails: ReviewMails;
}

export const adminServices = createContext<AdminServices>();

/** Services for a form sent from the contact page; other requests do not have them. */
export interface ContactServices {
  /** Reads the form of the request. The request itself has no body. */
  receiveForm: ReceiveForm;
  send(message: SentMessage): Promise<SendMessageOutcome>;
}

export const contactServices = createContext<ContactServices | null>(null);

/** Services for the page of a preview link; other pages do not have them. */
export type PreviewServices = Pick<AdminServices, 'store' | 'drafts' | 'findActor'>;

export const previewServices = createContext<PreviewServices | null>(null);

export const renderRecord = createContext<RenderRecord>();

/** Services that the browser provides to client loaders. */
export interface BrowserServices {
  messages: MessageStore;
  pages: PageFetcher;
}

export const browserServices = createContext<BrowserServices>();

/** The dependencies of use cases on items. */
export function dependenciesOf({
  store,
  drafts,
  tryPage,
  reviewMails,
  config,
}: Pick<AdminServices, 'store' | 'drafts' | 'tryPage' | 'reviewMails'> & { config: SiteConfig }): ItemDependencies & {
  drafts: AdminServices['drafts'];
} {
  return { store, drafts, tryPage, reviewMails, config };
}

/**
 * Lets the data of a page reach its document beside React Router, which would encode it for a script that public documents do not
 * contain (decision 55). It applies to renders whose record has `beside`. Errors, responses and data with a status take the usual
 * way, and so does the frame, which error pages contain.
 */
export function withDataInDocument<Build extends ServerBuild>(build: Build): Build {
  const routes = Object.entries(build.routes ?? {}).map(([id, route]) => {
    const load = route?.module.loader;
    if (!load || route.id === 'root') return [id, route];
    const loader = async (args: LoaderFunctionArgs) => {
      const data: unknown = await load(args);
      const { beside } = args.context.get(renderRecord);
      if (!beside || !isPlainObject(data)) return data;
      beside[id] = data;
      return null;
    };
    return [id, { ...route, module: { ...route.module, loader } }];
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
