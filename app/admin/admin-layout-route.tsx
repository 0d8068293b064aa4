import { type LoaderFunctionArgs, Outlet, useLoaderData } from 'react-router';
import { readAccountRequest, requireSignedIn } from '../account/account-request.ts';
import { pageServices } from '../context.ts';
import { AdminLayout } from '../layouts/admin-layout.tsx';
import { readShellMessages } from '../layouts/read-admin-messages.ts';
import type { RouteHandle } from '../layouts/route-handle.ts';
import { readAdminFrame } from './read-admin-frame.ts';

export const handle: RouteHandle = { layout: 'admin' };

/** Protects nothing: every page and act asks for itself. @throws a redirect to the sign-in page */
export async function loader(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  const { user, session } = await requireSignedIn(request);
  return {
    owner: { person: user.id, until: session.remember ? session.expiresAt : null },
    messages: readShellMessages(request.locale),
    frame: readAdminFrame(args.context.get(pageServices), request.locale, user),
  };
}

/** Around every page of the admin area, for the person who is signed in. */
export default function AdminLayoutRoute() {
  const { messages, frame, owner } = useLoaderData<typeof loader>();
  return (
    <AdminLayout messages={messages} frame={frame} owner={owner}>
      <Outlet />
    </AdminLayout>
  );
}
