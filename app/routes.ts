import { layout, type RouteConfigEntry, route } from '@react-router/dev/routes';
import site, { localeSet } from '../site.config.ts';

/** The language prefixes of addresses: none, and each language's. */
const FORMS = [undefined, ...localeSet.locales.map(({ code }) => code)];

/** A page at each of its addresses: without prefix and with each language's. */
function localized(path: string, file: string): RouteConfigEntry[] {
  return FORMS.map((form) => page(form, path, file));
}

/** Pages inside a layout route with its own data, at each of their addresses. */
function localizedWithin(layoutFile: string, pages: [path: string, file: string][]): RouteConfigEntry[] {
  return FORMS.map((form) =>
    layout(
      layoutFile,
      { id: idOf(layoutFile.replace(/-route\.tsx$/, ''), form) },
      pages.map(([path, file]) => page(form, path, file)),
    ),
  );
}

function page(form: string | undefined, path: string, file: string): RouteConfigEntry {
  const name = file.replace(/^\.\.\/|\/route\.tsx$|\.tsx?$/g, '');
  const id = path === '' || path.startsWith(':') ? name : `${name}:${path}`;
  return route(form === undefined ? path : `${form}/${path}`, file, { id: idOf(id, form) });
}

function idOf(id: string, form: string | undefined): string {
  return form === undefined ? id : `${id}.${form}`;
}

export default [
  ...localized('', 'site/home/route.tsx'),
  ...localized('faq', 'site/questions/route.tsx'),
  ...localized('about', 'site/page/route.tsx'),
  ...localized('contact', 'site/contact/route.tsx'),
  ...localized('privacy-policy', 'site/page/route.tsx'),
  ...localized('search', 'site/search/route.tsx'),
  ...Object.keys(site.pages ?? {}).flatMap((path) => localized(path, `../pages/${path}.tsx`)),
  ...localized('admin/signout', 'account/signout/route.tsx'),
  ...localizedWithin('account/simple-layout-route.tsx', [
    ['admin/signin', 'account/signin/route.tsx'],
    ['admin/signup', 'account/signup/route.tsx'],
    ['admin/signup-confirm', 'account/signup-confirm/route.tsx'],
    ['admin/reset', 'account/reset/route.tsx'],
    ['admin/reset-confirm', 'account/reset-confirm/route.tsx'],
  ]),
  ...localizedWithin('admin/admin-layout-route.tsx', [
    ['admin', 'admin/dashboard/route.tsx'],
    ['admin/account', 'admin/account/route.tsx'],
    ['admin/account/export', 'admin/account/export/route.tsx'],
    ['admin/people', 'admin/people/route.tsx'],
    ['admin/audit', 'admin/audit/route.tsx'],
    ['admin/help', 'admin/help/route.tsx'],
    ['admin/site', 'admin/site/route.tsx'],
    ['admin/settings', 'admin/settings/route.tsx'],
    ['admin/settings/icons', 'admin/settings/icons/route.tsx'],
    ['admin/system', 'admin/system/route.tsx'],
    ['admin/inbox', 'admin/inbox/route.tsx'],
    ['admin/inbox/:id', 'admin/inbox/message/route.tsx'],
    ['admin/files', 'admin/files/route.tsx'],
    ['admin/files/upload', 'admin/files/upload/route.tsx'],
    ['admin/files/:id', 'admin/files/file/route.tsx'],
    ['admin/files/:id/replace', 'admin/files/replace/route.tsx'],
    ['admin/items/:type', 'admin/items/route.tsx'],
    ['admin/health', 'admin/health/route.tsx'],
    ['admin/replace', 'admin/replace/route.tsx'],
    ['admin/topics/:id', 'admin/topics/route.tsx'],
    ['admin/items/:type/:id', 'admin/editor/route.tsx'],
    ['admin/items/:type/:id/place', 'admin/items/place/route.tsx'],
    ['admin/items/:type/:id/publish', 'admin/publishing/route.tsx'],
    ['admin/items/:type/:id/revisions', 'admin/revisions/route.tsx'],
    ['admin/items/:type/:id/preview', 'admin/preview/route.tsx'],
  ]),
  ...localized('admin/inbox/export', 'admin/inbox/export/route.tsx'),
  ...localized('admin/replace/run', 'admin/replace/run/route.tsx'),
  ...localized('admin/topics', 'admin/topics/create/route.tsx'),
  ...localized('admin/topics/:id/run', 'admin/topics/run/route.tsx'),
  ...localized('admin/files/named', 'admin/files/choose/named-route.ts'),
  ...localized('admin/files/choose', 'admin/files/choose/route.ts'),
  ...localized('admin/files/words', 'admin/files/choose/words-route.ts'),
  ...localized('admin/files/send', 'admin/files/upload/send-route.ts'),
  ...localized('admin/item-search', 'admin/items/search/route.tsx'),
  ...localized('admin/item-actions/:type', 'admin/items/actions/route.tsx'),
  ...localized('admin/editor/links', 'admin/editor/links/route.tsx'),
  ...localized('admin/editor/slugs', 'admin/editor/slugs/route.tsx'),
  ...localized('admin/editor/pictures', 'admin/editor/pictures/route.tsx'),
  ...localized('admin/items/:type/:id/publish/panel', 'admin/publishing/panel/route.tsx'),
  ...localized('admin/items/:type/:id/preview/panel', 'admin/preview/panel/route.tsx'),
  ...localized('admin/items/:type/:id/preview/page', 'admin/preview/page/route.tsx'),
  ...localized('admin/items/:type/:id/preview/changes', 'admin/preview/changes/route.tsx'),
  ...localized('admin/*', 'admin/not-found/route.tsx'),
  ...localized('preview/:token', 'preview/route.tsx'),
  ...localized(':segment', 'site/listing/route.tsx'),
  ...localized(':segment/:slug', 'site/item/route.tsx'),
  // Not by its parts: the router would prefer them to `admin/*`.
  ...localized(':segment/*', 'site/page/route.tsx'),
  route('*', 'site/not-found/route.tsx', { id: 'site/not-found' }),
] satisfies RouteConfigEntry[];
