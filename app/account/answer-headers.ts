import type { HeadersArgs } from 'react-router';

/** The `headers` of a route whose loader or action answers with some of its own: without them, React Router drops those. */
export function answerHeaders({ loaderHeaders, actionHeaders }: Pick<HeadersArgs, 'loaderHeaders' | 'actionHeaders'>) {
  return new Headers([...loaderHeaders, ...actionHeaders]);
}
