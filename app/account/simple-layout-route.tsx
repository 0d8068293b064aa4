import { type LoaderFunctionArgs, Outlet, useLoaderData } from 'react-router';
import { readShellMessages } from '../admin/layout/read-admin-messages.ts';
import { SimpleLayout } from '../admin/layout/simple-layout.tsx';
import { pageServices } from '../context/context.ts';
import type { RouteHandle } from '../layouts/route-handle.ts';
import { readAccountRequest } from './account-request.ts';

export const handle: RouteHandle = { layout: 'simple' };

export function loader(args: LoaderFunctionArgs) {
  const { config } = args.context.get(pageServices);
  const { locale, pathTo } = readAccountRequest(args);
  return { messages: readShellMessages(locale), siteName: config.name[locale] ?? '', siteHref: pathTo('/') };
}

/** The layout of the sign-in pages. */
export default function SimpleLayoutRoute() {
  const { messages, siteName, siteHref } = useLoaderData<typeof loader>();
  return (
    <SimpleLayout messages={messages} siteName={siteName} siteHref={siteHref}>
      <Outlet />
    </SimpleLayout>
  );
}
