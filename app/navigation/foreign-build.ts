import type { DataStrategyResult, MiddlewareFunction } from 'react-router';
import { BUILD_HEADER } from '#core/site/response-headers.ts';
import { browserServices } from '../context/context.ts';

/** Tells of the build behind each answer that the window gets: the router asks by itself, and shows no headers. */
export function watchAnswers(page: Pick<Window, 'fetch'>, note: (told: string | null) => void): void {
  const ask = page.fetch;
  page.fetch = async (...request) => {
    const answer = await ask(...request);
    note(answer.headers.get(BUILD_HEADER));
    return answer;
  };
}

/**
 * The client middleware of pages whose data has no version: once an instance of another build has answered, another page is loaded as
 * a document, also the one that this answer was for. The present one goes on, with what is typed in it.
 */
export const leaveForeignBuild: MiddlewareFunction<{ [routeId: string]: DataStrategyResult }> = async (
  { request, context },
  next,
) => {
  const { pages } = context.get(browserServices);
  const { href, pathname } = new URL(request.url);
  const leaves = () => request.method === 'GET' && pathname !== window.location.pathname && pages.isOutdated();
  if (leaves()) return leaveFor(href);
  const results = await next();
  return leaves() ? leaveFor(href) : results;
};

/** Loads a document instead; the current navigation never completes. */
export function leaveFor(href: string): Promise<never> {
  window.location.assign(href);
  return new Promise(() => {});
}
