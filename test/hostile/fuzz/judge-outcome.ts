import { maxHeaderSize } from 'node:http';
import type { SentRequest } from './send-requests.ts';

/** A request with an unexpected outcome. */
export interface FuzzFailure {
  index: number;
  request: SentRequest['request'];
  /** The problem, in one line. */
  problem: string;
}

/**
 * The problem with a request's outcome: a server error, or no response. A 503 with Retry-After is the answer of a declared
 * limit, and is counted separately.
 */
export function judgeOutcome({ outcome, request }: Pick<SentRequest, 'outcome' | 'request'>): string | undefined {
  if (outcome === 'left') return undefined;
  if (outcome === 'closed') return mayBeClosed(request) ? undefined : 'closed without an answer';
  if (typeof outcome === 'string') return outcome;
  if (outcome.status < 500 || isDeclaredLimit(outcome)) return undefined;
  return `${outcome.status}: ${outcome.text.slice(0, 200)}`;
}

/**
 * Whether a request may end without a response: with incorrect body framing there is nothing to answer, and Node answers 431 to
 * long headers and closes, which loses the response while a body is still being sent (RFC 9112, section 9.6).
 */
function mayBeClosed({ target, headers, framing }: SentRequest['request']): boolean {
  const length = headers.reduce((sum, [name, value]) => sum + name.length + value.length, target.length);
  return framing === 'too-short' || length > maxHeaderSize;
}

/** Whether a request was refused by a declared limit. */
export function isDeclaredLimit(outcome: SentRequest['outcome']): boolean {
  return typeof outcome !== 'string' && outcome.status === 503 && Number(outcome.headers.get('retry-after')) > 0;
}
