import { InvalidQuery, InvalidWrite, StoreUnavailable } from '#core/documents/errors.ts';

/** Codes of gRPC. */
export const CODE = {
  cancelled: 1,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  alreadyExists: 6,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  aborted: 10,
  internal: 13,
  outOfRange: 11,
  unavailable: 14,
  unauthenticated: 16,
} as const;

/** After these, a request may have been carried out. */
const UNCERTAIN: readonly number[] = [
  CODE.cancelled,
  CODE.unknown,
  CODE.deadlineExceeded,
  CODE.internal,
  CODE.unavailable,
  CODE.resourceExhausted,
];

export function codeOf(error: unknown): number | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'number' ? code : undefined;
}

/** Whether a request that failed may have been carried out, or may succeed later. */
export function isUncertain(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && UNCERTAIN.includes(code);
}

/** The port's error for one of the service. Source of the two sentences: the specification, section 8. */
export function toStoreError(error: unknown, kind: 'read' | 'write'): unknown {
  const code = codeOf(error);
  const options = { cause: error };
  const message = error instanceof Error ? error.message : String(error);
  switch (code) {
    case undefined:
      return error;
    case CODE.deadlineExceeded:
      return new StoreUnavailable('Request time out', options);
    case CODE.invalidArgument:
    case CODE.outOfRange:
      return kind === 'write' ? new InvalidWrite(message, options) : new InvalidQuery(message, options);
    case CODE.failedPrecondition:
      return new InvalidQuery(message, options);
    case CODE.unavailable:
      return new StoreUnavailable('Connection failed.', options);
    default:
      return new StoreUnavailable(`The database refuses: ${message}`, options);
  }
}
