/**
 * Milliseconds that a unit test waits for an effect. Waiting ends as soon as a condition holds, and a busy machine needs a longer
 * limit than a quiet one. Less than the timeout of a test, so that the last error is reported.
 */
export const WAIT_TIMEOUT = 50_000;
