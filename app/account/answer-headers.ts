import type { HeadersArgs } from 'react-router';

/** The `headers` of a route whose action answers with some of its own: without them, React Router drops those. */
export function answerHeaders({ actionHeaders }: Pick<HeadersArgs, 'actionHeaders'>): Headers {
  return actionHeaders;
}
