import type { Context, Hono } from 'hono';
import { actorOf } from '#core/access/actor.ts';
import { may } from '#core/access/policy.ts';
import { replaceFile } from '#core/files/replace-file.ts';
import { storeFile } from '#core/files/store-file.ts';
import { listTeam } from '#core/people/list-team.ts';
import { createPeople } from '#core/people/people.ts';
import { readPreview } from '#core/previews/previews.ts';
import { deterministicBlockId } from '#core/rich-text/block-ids.ts';
import { programOf } from '#core/tokens/api-tokens.ts';
import type { AdminServices } from '../app/context/context.ts';
import type { AccountRoutesOptions } from './accounts/account-routes.ts';
import { createAccountReader } from './accounts/create-request-account.ts';
import { createBuildRoutes } from './api/builds.ts';
import { createDrawnFiles } from './api/drawn-files.ts';
import { createHealthRoutes } from './api/health.ts';
import { createIconRoutes } from './api/icons.ts';
import { createLocaleRoutes } from './api/locales.ts';
import { createMediaRoutes } from './api/media.ts';
import { createPublishedRoutes } from './api/published-routes.ts';
import type { Readiness } from './api/readiness.ts';
import { createResumableUploads, type ResumableUploads } from './api/resumable-uploads.ts';
import { createTitlePictureRoutes } from './api/title-pictures.ts';
import { createContentApi } from './api/v1/create-content-api.ts';
import { createApp } from './create-server.ts';
import type { SiteParts, SiteServerOptions } from './create-site-parts.ts';
import { readClient } from './http/client-address.ts';
import { createLiveRoutes } from './live/live-routes.ts';

/** The app of a whole site: its pages, the admin area, the Content API, and all other resources. */
export function createSiteApp(options: SiteServerOptions, parts: SiteParts, readiness: Readiness) {
  const { config, origin, log, services, accounts, uploads, limits } = options;
  const { store, files } = services;
  const { identity, trustedProxies } = accounts;
  const { renderer, pages, drafts, findActor, cookies, contact } = parts;
  const { visitors, cache, searches } = pages;
  const readAccount = createAccountReader({ identity, cookies, trustedProxies });
  const resumable = createResumableUploads({
    ...{ store, files, space: uploads, limits, readAccount },
    noteRefusal: accounts.noteRefusal,
  });
  return createApp({
    ...{ config, origin, securityHeaders: parts.headers, log, trustedProxies, addressOf: parts.addressOf },
    ...{ store: pages.store, render: pages.renderInTurn },
    accounts: { identity, trustedProxies, cookies, uploads, render: createAdminRender(options, parts, resumable) },
    contact: {
      ...{ form: contact.form, trustedProxies },
      render: (request, given) => visitors.run(() => renderer.forContact(request, pages.store, given)),
    },
    renderPreview: (target) =>
      visitors.run(() => renderer.forPreview(target, { store, drafts: drafts.drafts, findActor })),
    contentApi: createSiteApi(options, parts),
    ...(parts.keepsPages ? { cache, searches } : { cache: undefined }),
    ...{ assets: parts.assets, builds: parts.builds, localeFiles: parts.localeFiles },
    routes: [createHealthRoutes({ readiness }), resumable.routes, ...createResources(options, parts)],
  });
}

/** Renders the admin area with what its pages may use. */
function createAdminRender(
  options: SiteServerOptions,
  parts: SiteParts,
  resumable: ResumableUploads,
): AccountRoutesOptions['render'] {
  const { config, services, accounts, limits } = options;
  const { store, files, pictures, itemSearch, icons } = services;
  const { identity } = accounts;
  const { renderer, pages, tryPage, reviewMails, findActor, drafts } = parts;
  const people = createPeople({ identity, locales: config.locales });
  const storing = { store, files, pictures, config, limits };
  return (request, account, receiveForm) => {
    const noteRefusal: AdminServices['noteRefusal'] = (actor, action) =>
      accounts.noteRefusal(actor, action, account.client);
    return renderer.forAdmin(request, pages.documents, {
      ...{ account, receiveForm, people, store, itemSearch, fileStore: files, limits, drafts: drafts.drafts, icons },
      ...{ tryPage, reviewMails, noteRefusal, findActor, signUp: options.signUp },
      uploads: resumable.arrived(account.client.address),
      storeFile: (by, file) => storeFile(storing, by, file),
      replaceFile: (by, replacement) => replaceFile(storing, by, replacement),
      readSystem: options.readSystem,
      readInstances: options.readInstances,
      readInboxTeam: () => listTeam(identity, 'inbox.manage'),
    });
  };
}

function createSiteApi(
  { config, origin, log, services, accounts, uploads, limits }: SiteServerOptions,
  parts: SiteParts,
) {
  const { store, files, itemSearch, pictures } = services;
  const { drafts, tryPage, reviewMails } = parts;
  return createContentApi({
    ...{ config, origin, store, files, drafts: drafts.drafts, tryPage, reviewMails, itemSearch, pictures },
    ...{ uploads, limits, log, generateBlockId: deterministicBlockId },
    addressOf: (context) => readClient(context, accounts.trustedProxies).address,
    noteRefusal: (program, action, context) =>
      accounts.noteRefusal(program, action, readClient(context, accounts.trustedProxies)),
  });
}

/** Files, pictures, feeds and other resources that are no pages. */
function createResources(options: SiteServerOptions, parts: SiteParts): Hono[] {
  const { config, origin, log, services, accounts, source, stop } = options;
  const { store, files, pictures, icons } = services;
  const { identity, trustedProxies } = accounts;
  const { content, pages, drafts, findActor, cookies, cardsRevision } = parts;
  const drawnFiles = createDrawnFiles({ files: services.pictureFiles, log });
  return [
    createBuildRoutes({
      build: source.info,
      routeRules: config.routeRules,
      prerendered: () => pages.cache.paths(),
    }),
    createLocaleRoutes({ files: parts.localeFiles }),
    createTitlePictureRoutes({ config, content, pictures, drawnFiles }),
    createMediaRoutes({
      ...{ store, remembered: pages.mediaStore, files, pictures, drawnFiles },
      judgeReader: createDraftReaders(options, parts),
      readPreview: async (token) =>
        (await readPreview({ store, config, drafts: drafts.drafts, findActor }, token))?.item,
      tellsSharedCaches: options.purger !== undefined,
    }),
    createIconRoutes({ icons }),
    createPublishedRoutes({ config, origin, content, revision: cardsRevision.current }),
    createLiveRoutes({ hub: parts.liveHub, store, identity, cookies, findActor, log, stop, trustedProxies }),
  ];
}

/**
 * Judges whether somebody may read drafts, by the session's cookie of a person, or by the token of a program. Returns the `Set-Cookie`
 * values for the response, too.
 */
function createDraftReaders({ services, accounts }: SiteServerOptions, { cookies }: SiteParts) {
  const { identity, trustedProxies } = accounts;
  const readAccount = createAccountReader({ identity, cookies, trustedProxies });
  return async (context: Context): Promise<{ mayRead: boolean; setCookies: string[] }> => {
    const [, token] = /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
    if (token !== undefined) {
      const program = await programOf({ store: services.store }, token);
      return { mayRead: program !== undefined && may(program, 'draft.read'), setCookies: [] };
    }
    const { account, setCookies } = readAccount(context);
    const current = await account.current();
    return { mayRead: current !== undefined && may(actorOf(current.user), 'draft.read'), setCookies };
  };
}
