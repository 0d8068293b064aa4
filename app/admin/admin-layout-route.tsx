import { useEffect, useState } from 'react';
import { isRouteErrorResponse, type LoaderFunctionArgs, Outlet, useLoaderData, useRouteError } from 'react-router';
import { readAccountRequest, requireSignedIn } from '../account/account-request.ts';
import { ErrorScreen } from '../error-screen/error-screen.tsx';
import { useLocale } from '../i18n/message-provider.tsx';
import type { RouteHandle } from '../layouts/route-handle.ts';
import { leaveForeignBuild } from '../navigation/foreign-build.ts';
import { AdminLayout } from './layout/admin-layout.tsx';
import { PageProblem } from './page-problem.tsx';
import { readAdminLayout } from './read-admin-frame.ts';
import type { RefusalDetails } from './require-permission.ts';

export const handle: RouteHandle = { layout: 'admin' };

export const clientMiddleware = [leaveForeignBuild];

/** Not an access check: every page and action checks for itself. @throws a redirect to the sign-in page */
export async function loader(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  return readAdminLayout(args, request.locale, await requireSignedIn(request));
}

type Loaded = Awaited<ReturnType<typeof loader>>;

/**
 * The last loaded frame of this window, used when the server cannot be reached. Module state, because the router unmounts the
 * layout before its error boundary.
 */
let standing: { language: string; loaded: Loaded } | undefined;

/** The layout of the admin area for the signed-in person. */
export default function AdminLayoutRoute() {
  const loaded = useLoaderData<typeof loader>();
  const { language } = useLocale();
  useEffect(() => {
    standing = { language, loaded };
    return () => {
      standing = undefined;
    };
  }, [language, loaded]);
  return (
    <AdminLayout {...loaded}>
      <Outlet />
    </AdminLayout>
  );
}

/** Keeps the frame. If it could not be loaded either, an answer of the server takes the whole screen. */
export function ErrorBoundary() {
  const error = useRouteError();
  const { language } = useLocale();
  const [before] = useState(standing);
  const own = useLoaderData<Loaded | undefined>();
  const status = isRouteErrorResponse(error) ? error.status : undefined;
  const loaded = own ?? (status === undefined && before?.language === language ? before.loaded : undefined);
  if (!loaded) return <ErrorScreen error={error} />;
  return (
    <AdminLayout {...loaded} shows="error">
      <PageProblem
        status={status}
        isUnreached={error instanceof TypeError}
        homeHref={loaded.frame.homeHref}
        publicHref={isRouteErrorResponse(error) ? (error.data as RefusalDetails | null)?.publicHref : undefined}
      />
    </AdminLayout>
  );
}
