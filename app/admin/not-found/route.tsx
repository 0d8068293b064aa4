import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { readAccountRequest } from '../../account/account-request.ts';
import type { RouteHandle } from '../../layouts/route-handle.ts';
import { noRouteMatches } from '../../site/page-request.ts';
import { AdminLayout } from '../layout/admin-layout.tsx';
import { PageProblem } from '../page-problem.tsx';
import { readAdminLayout } from '../read-admin-frame.ts';

export const handle: RouteHandle = { layout: 'admin' };

/** Any address of the admin area without a page: 404 inside the frame for whoever is signed in. @throws 404 for others */
export async function loader(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  const current = await request.account.current();
  if (!current) throw noRouteMatches(args.request);
  return data(await readAdminLayout(args, request.locale, current), { status: 404 });
}

export default function AdminNotFound() {
  const loaded = useLoaderData<typeof loader>();
  return (
    <AdminLayout {...loaded} shows="error">
      <PageProblem status={404} homeHref={loaded.frame.homeHref} />
    </AdminLayout>
  );
}
