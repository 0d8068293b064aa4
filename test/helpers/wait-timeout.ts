/**
 * Milliseconds that a unit test waits for an effect. Waiting ends as soon as a condition holds, and a busy machine needs a longer
 * limit than a quiet one. Half the timeout of a test, so that the last error is reported also when the test had worked before.
 */
export const WAIT_TIMEOUT = 30_000;
