import { type ReactNode, StrictMode, startTransition, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { RouterContextProvider } from 'react-router';
import { HydratedRouter } from 'react-router/dom';
import { splitLocale } from '#core/locales/localized-path.ts';
import { localeSet } from '#site-config';
import { browserServices } from './context/context.ts';
import { createPageFetcher } from './context/page-fetcher.ts';
import { MessageStoreProvider, readMessagesFromDocument } from './i18n/message-provider.tsx';
import { createMessageStore } from './i18n/messages.ts';
import { watchAnswers } from './navigation/foreign-build.ts';
import { PreloadProvider } from './navigation/preload-context.ts';
import { mayReload, reloadOnStaleAssets } from './navigation/reload-guard.ts';
import { passPageData } from './rendering/page-data.ts';

const messages = createMessageStore(readMessagesFromDocument());
const pages = createPageFetcher({
  version: (window as { __reactRouterManifest?: { version?: string } }).__reactRouterManifest?.version,
  fetch: (path) => fetch(path),
  now: Date.now,
  connection: () => (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection,
});

watchAnswers(window, pages.noteBuild);
reloadOnStaleAssets(window);

const [hasData] = await Promise.all([
  passPageData(window),
  messages.ensure(splitLocale(localeSet, window.location.pathname).locale),
]);
// Otherwise something was published after the document was rendered, which works as without script.
if (hasData) mount();

function mount(): void {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Hydrated>
          <MessageStoreProvider value={messages}>
            <PreloadProvider value={pages}>
              <HydratedRouter
                getContext={() => new RouterContextProvider(new Map([[browserServices, { messages, pages }]]))}
                onError={(error, { errorInfo }) => {
                  // An answer that tells a failure has a page of its own.
                  if (!errorInfo) return;
                  console.error(error, errorInfo.componentStack);
                  // The present page got data of another build, which it cannot show.
                  if (pages.isOutdated() && mayReload(sessionStorage, Date.now())) window.location.reload();
                }}
              />
            </PreloadProvider>
          </MessageStoreProvider>
        </Hydrated>
      </StrictMode>,
      {
        onUncaughtError: (error, { componentStack }) => {
          console.error('The application could not be mounted', error, componentStack);
          void showServedPage();
        },
      },
    );
    pages.watchBuild();
  });
}

/** Tells the start script of the admin area that presses are answered from now on (`rendering/defer-scripts.ts`). */
function Hydrated({ children }: { children: ReactNode }) {
  useLayoutEffect(() => window.mekiHydrated?.(), []);
  return children;
}

/**
 * Restores the page as sent by the server, after the application has crashed. Links and forms work as without script; scripts
 * do not run again.
 */
async function showServedPage(): Promise<void> {
  const response = await fetch(window.location.href);
  const served = new DOMParser().parseFromString(await response.text(), 'text/html');
  document.documentElement.replaceWith(served.documentElement);
}
