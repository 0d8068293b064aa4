import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from 'react-router';
import { IdentityUnavailable } from '#core/accounts/identity-error.ts';
import { isErrorNamed, StoreUnavailable } from '#core/documents/errors.ts';

/**
 * Retry-After in seconds when the database was unavailable. Source: Meki's own: a write has already waited for as long
 * (`WRITE_WAIT_MS` of the adapter).
 */
export const RETRY_AFTER_SECONDS = 5;

/** Errors of other services that a request needs, by name. */
const UNAVAILABLE = ['FileStoreUnavailable', 'PicturesUnavailable', 'PicturesClosed', 'RequestTimeout'];

/**
 * Whether a request failed because the database, the accounts, the files or the processes for pictures are unavailable, for
 * example with a full disk, or because one of them did not answer in time.
 */
export function isUnavailable(error: unknown): boolean {
  return (
    error instanceof StoreUnavailable ||
    error instanceof IdentityUnavailable ||
    UNAVAILABLE.some((name) => isErrorNamed(name, error))
  );
}

/** Whether a request failed only because the server is stopping, which is no error. */
export function isStopping(error: unknown): boolean {
  return isErrorNamed('PicturesClosed', error);
}

/**
 * Wraps a build so that its loaders and actions answer 503 if the database is unavailable: the error screen explains it, and a
 * page with script keeps the typed text. The cause is logged like other failures.
 */
export function answeringUnavailable<Build extends ServerBuild>(build: Build): Build {
  const routes = Object.entries(build.routes ?? {}).map(([id, route]) => {
    const { loader, action } = route?.module ?? {};
    const module = {
      ...route?.module,
      ...(loader && { loader: guard(loader) }),
      ...(action && { action: guard(action) }),
    };
    return [id, { ...route, module }];
  });
  return { ...build, routes: Object.fromEntries(routes) };

  function guard<Args extends LoaderFunctionArgs | ActionFunctionArgs, Result>(answer: (args: Args) => Result) {
    return async (args: Args): Promise<Awaited<Result>> => {
      try {
        return await answer(args);
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        if (!isStopping(error)) build.entry.module.handleError?.(error, args);
        throw new Response(null, { status: 503, statusText: 'Service Unavailable' });
      }
    };
  }
}
