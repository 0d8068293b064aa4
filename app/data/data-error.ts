/** Why a call of the data client failed. `ended`: nobody is signed in. */
export type DataErrorCode = 'deadline-exceeded' | 'unavailable' | 'ended' | 'permission-denied' | 'invalid';

const MESSAGES: { [code in DataErrorCode]: string } = {
  'deadline-exceeded': 'Request time out',
  unavailable: 'Connection failed.',
  ended: 'The session has ended',
  'permission-denied': 'The person may not do this',
  invalid: 'The server does not understand the call',
};

/** A call of the data client that failed. */
export class DataError extends Error {
  override name = 'DataError';
  readonly code: DataErrorCode;
  constructor(code: DataErrorCode, options?: ErrorOptions) {
    super(MESSAGES[code], options);
    this.code = code;
  }
}

/** The error of an answer that names a problem. */
export function problemOf(answer: unknown): DataError | undefined {
  const problem = (answer as { problem?: unknown } | null)?.problem;
  if (typeof problem !== 'string') return undefined;
  return new DataError(problem in MESSAGES ? (problem as DataErrorCode) : 'invalid');
}
