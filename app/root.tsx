import { type ReactNode, useContext } from 'react';
import {
  type ClientLoaderFunctionArgs,
  isRouteErrorResponse,
  Links,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  UNSAFE_DataRouterDataContext,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
} from 'react-router';
import { useTranslations } from 'use-intl';
import { splitLocale } from '#core/locales/localized-path.ts';
import { SURFACE } from '#core/site/site-colors.ts';
import { isAdminPath, isPreviewPath } from '#core/site/site-paths.ts';
import { localeSet } from '#site-config';
import searchIcon from '~icons/lucide/search';
import { pageServices } from './context/context.ts';
import { ErrorScreen } from './error-screen/error-screen.tsx';
import { MessageProvider, useLocale } from './i18n/message-provider.tsx';
import { isFrameless, layouts } from './layouts/layouts.tsx';
import { useLayoutName, useRouteHandles } from './layouts/route-handle.ts';
import { readFrame } from './layouts/site-frame/read-frame.ts';
import { SiteFrame } from './layouts/site-frame/site-frame.tsx';
import { publishedSiteMiddleware, routeRuleMiddleware } from './middleware/route-middleware.ts';
import { frameClientLoader } from './navigation/page-client-loader.ts';
import { useNonce } from './rendering/inline-code.ts';
import { forcedColorMode } from './ui/color-mode.ts';
import figtree from './ui/fonts/figtree.woff2';
import { Icon } from './ui/icon.tsx';
import styles from './ui/theme.css?inline';
import stylesheet from './ui/theme.css?url';

const ELEMENT_ID = '_theme';

export const middleware = [routeRuleMiddleware, publishedSiteMiddleware];

/** Loads the frame of public pages; `null` in the admin area and for drafts, which have their own. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  if (isAdminPath(localeSet, pathname) || isPreviewPath(localeSet, pathname)) return null;
  return readFrame(context.get(pageServices), splitLocale(localeSet, pathname).locale);
}

export function clientLoader(args: ClientLoaderFunctionArgs) {
  return frameClientLoader(args);
}

/** The frame is the same on every public page of a language. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return frameKey(currentUrl) !== frameKey(nextUrl);
}

function frameKey({ pathname }: URL): string {
  return `${splitLocale(localeSet, pathname).locale} ${isAdminPath(localeSet, pathname)}`;
}

export function Layout({ children }: { children: ReactNode }) {
  const { language, direction } = useLocale();
  const requestedModes = useRouteHandles().map(({ colorMode }) => colorMode);
  const hasFailed = useHasErrorScreen();
  const mode = hasFailed ? 'dark' : forcedColorMode(requestedModes);
  const hasOwnThemeColor = isFrameless(useLayoutName()) && !hasFailed;
  return (
    <html lang={language} dir={direction} data-theme={mode} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {!hasOwnThemeColor && <meta name="theme-color" content={SURFACE[mode]} />}
        {/* Not in development, where strict mode mounts the element twice, and would load its font twice. */}
        {import.meta.env.PROD && (
          <link rel="preload" href={figtree} as="font" type="font/woff2" crossOrigin="anonymous" />
        )}
        <ThemeStyles />
        <SiteIcons />
        <Meta />
        <Links />
      </head>
      <body className="min-h-dvh bg-surface text-ink">
        <MessageProvider>{children}</MessageProvider>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/**
 * Whether the error screen replaces the page: for an error of the root, and for responses of the server, except in a layout that
 * has its own data and keeps its frame.
 */
function useHasErrorScreen(): boolean {
  const own = useRouteError();
  const { errors, loaderData } = useContext(UNSAFE_DataRouterDataContext) ?? {};
  return (
    Boolean(own) || Object.entries(errors ?? {}).some(([id, error]) => isRouteErrorResponse(error) && !loaderData?.[id])
  );
}

export default function App() {
  const frame = useLoaderData<typeof loader>();
  const name = useLayoutName();
  if (isFrameless(name) || !frame) return <Outlet />;
  const PageLayout = layouts[name];
  return (
    <SiteFrame frame={frame}>
      <PageLayout>
        <Outlet />
      </PageLayout>
    </SiteFrame>
  );
}

export function ErrorBoundary() {
  const frame = useRouteLoaderData<typeof loader>('root');
  const around = (content: ReactNode) => frame && <SiteFrame frame={frame}>{content}</SiteFrame>;
  return (
    <ErrorScreen
      error={useRouteError()}
      frame={frame ? { around, search: <SearchField action={frame.searchHref} /> } : undefined}
    />
  );
}

/** The icons of the site in tabs and on the screens of phones: those that the owner chose, or the product's. */
function SiteIcons() {
  const icons = useRouteLoaderData<typeof loader>('root')?.icons;
  if (icons) {
    return (
      <>
        <link rel="icon" href={icons.tab} />
        <link rel="apple-touch-icon" href={icons.touch} />
      </>
    );
  }
  return (
    <>
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    </>
  );
}

/**
 * The styles of every page, and the colors that the owner chose. Inlined in the document, so that the first paint waits for no request; the client bundle does not
 * contain them, and hydration leaves them unchanged. In development they are a hot-reloaded file.
 */
function ThemeStyles() {
  const nonce = useNonce();
  const colors = useRouteLoaderData<typeof loader>('root')?.colors ?? '';
  if (import.meta.env.DEV) {
    return (
      <>
        <link rel="stylesheet" href={stylesheet} />
        <style nonce={nonce}>{colors}</style>
      </>
    );
  }
  return (
    <style
      nonce={nonce}
      id={ELEMENT_ID}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the product's own stylesheet
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? styles + colors : readStyles() }}
    />
  );
}

/** The styles of the document. When an error replaces the whole tree, the error screen reuses them. */
function readStyles(): string {
  return document.getElementById(ELEMENT_ID)?.textContent ?? '';
}

/** Looks for what is not where it was looked for. @param action the page of the search */
function SearchField({ action }: { action: string }) {
  const t = useTranslations('common.search');
  return (
    <search className="mt-7 block text-start">
      <form action={action} method="get" className="flex items-end gap-2">
        <div className="min-w-0 grow">
          <label htmlFor="q" className="mb-1.5 block font-medium">
            {t('label')}
          </label>
          <input
            id="q"
            name="q"
            type="search"
            required
            maxLength={200}
            className="min-h-12 w-full min-w-0 rounded-control border border-line-strong bg-raised px-4"
          />
        </div>
        <button
          type="submit"
          aria-label={t('submit')}
          className="grid size-12 shrink-0 place-items-center rounded-control border border-line-strong text-[1.25rem] hover:bg-tint"
        >
          <Icon icon={searchIcon} />
        </button>
      </form>
    </search>
  );
}
