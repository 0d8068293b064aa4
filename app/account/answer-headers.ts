import type { HeadersArgs } from 'react-router';

/** The `headers` function of a route whose loader or action sets headers: without it, React Router drops them. */
export function answerHeaders({ loaderHeaders, actionHeaders }: Pick<HeadersArgs, 'loaderHeaders' | 'actionHeaders'>) {
  return new Headers([...loaderHeaders, ...actionHeaders]);
}
