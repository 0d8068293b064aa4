import type { ServerBuild } from 'react-router';
import { IdentityUnavailable } from '#core/accounts/identity-error.ts';
import { isErrorNamed, StoreUnavailable } from '#core/documents/errors.ts';

/**
 * Seconds after which a client may try again when the database could not answer. Source: Meki's own: a write has waited for
 * as long already (`WRITE_WAIT_MS` of the adapter).
 */
export const RETRY_AFTER_SECONDS = 5;

/** Whether a request failed because the database, the accounts or the files cannot answer now, as with a full disk. */
export function isUnavailable(error: unknown): boolean {
  return (
    error instanceof StoreUnavailable ||
    error instanceof IdentityUnavailable ||
    isErrorNamed('FileStoreUnavailable', error)
  );
}

/**
 * The same build, whose loaders and actions answer 503 where the database cannot answer, in the place of a failure: the
 * error screen tells it, and a page with script keeps what was typed. The cause is recorded as that of any failure.
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

  function guard<Args extends { request: Request }, Result>(answer: (args: Args) => Result) {
    return async (args: Args): Promise<Awaited<Result>> => {
      try {
        return await answer(args);
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        build.entry.module.handleError?.(error, args as never);
        throw new Response(null, { status: 503, statusText: 'Service Unavailable' });
      }
    };
  }
}
