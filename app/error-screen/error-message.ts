/** Message keys by status; other statuses share one message. */
const MESSAGES = new Map<number, 'forbidden' | 'notFound' | 'unavailable'>([
  [403, 'forbidden'],
  [404, 'notFound'],
  [503, 'unavailable'],
]);

/** The key in `error` of the sentence about a response's status, or about an error without one. */
export function errorMessageKey(status: number | undefined) {
  return MESSAGES.get(status ?? 500) ?? 'general';
}
