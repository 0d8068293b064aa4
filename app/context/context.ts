import { createContext } from 'react-router';
import type { Actor } from '#core/access/actor.ts';
import type { Act } from '#core/access/policy.ts';
import type { RequestAccount } from '#core/accounts/request-account.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import type { Drafts } from '#core/drafts/drafts.ts';
import type { ReceiveForm } from '#core/forms/form-shape.ts';
import type { StoreMediaOutcome } from '#core/media/store-media.ts';
import type { People } from '#core/people/people.ts';
import type { PublishedContent } from '#core/public-content/published-content.ts';
import type { ItemSearch } from '#core/search/item-search.ts';
import type { SearchIndex } from '#core/search/search-index.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { FindActor } from '#core/tokens/find-actor.ts';
import type { MessageStore } from '../i18n/messages.ts';
import type { InlineCode } from '../rendering/inline-code.ts';
import type { PageFetcher } from './page-fetcher.ts';

/** An icon in Iconify's form: the inner markup of an SVG and its box. */
export interface IconData {
  body: string;
  width: number;
  height: number;
}

/** What the server lends to the loaders of one request. */
export interface PageServices {
  config: SiteConfig;
  /** Public origin without a trailing slash: `https://example.org`. */
  origin: string;
  content: PublishedContent;
  search: SearchIndex;
  /** An icon by its Iconify name, `lucide:menu`; `undefined` for an unknown one. */
  icon(name: string): IconData | undefined;
}

export const pageServices = createContext<PageServices>();

/** What the page cache keeps beside the HTML of a page. */
export interface RenderRecord {
  /** The loaders' data by route id: the body of `_payload.json`. Set when the document is rendered. */
  payload?: { [routeId: string]: unknown };
  /** The rendered document. It goes beside the response, whose body would be encoded and decoded again. */
  html?: string;
  /** Of the rendered document. */
  inline?: InlineCode;
  /** What made the render an error document, when it was not an answer such as 404. */
  error?: unknown;
}

/** What the server lends to the admin area beside it; public pages have none of it. */
export interface AdminServices {
  account: RequestAccount;
  /** The form that the request brings. The request itself has no body. */
  receiveForm: ReceiveForm;
  people: People;
  /** The whole database. What is read from it is asked of the policy table first. */
  store: DocumentStore;
  /** Keeps a picture that somebody sends. The table of roles is asked first. */
  storeMedia(name: string, bytes: Uint8Array): Promise<StoreMediaOutcome>;
  /** Finds items of any state. For who may read drafts. */
  itemSearch: Pick<ItemSearch, 'find'>;
  /** Who an account or a program is now, by its id. */
  findActor: FindActor;
  /** Told when the table of roles refuses something to whoever asks. */
  noteRefusal?: (actor: Actor, act: Act) => void;
  /** The texts as editors have them open; nobody's right is asked there. */
  drafts: Drafts;
}

export const adminServices = createContext<AdminServices>();

/** What the server lends to the page of a link to a draft; other pages have none of it. */
export type PreviewServices = Pick<AdminServices, 'store' | 'drafts' | 'findActor'>;

export const previewServices = createContext<PreviewServices | null>(null);

export const renderRecord = createContext<RenderRecord>();

/** What the browser lends to client loaders. */
export interface BrowserServices {
  messages: MessageStore;
  pages: PageFetcher;
}

export const browserServices = createContext<BrowserServices>();
