import { postForm } from './post-form.ts';

/** The result of the sign-ins. */
export interface SignInFigures {
  perSecond: number;
  /** Responses other than that to a wrong password. */
  failures: number;
}

/** The status for an unknown email and a wrong password alike. */
const REFUSED = 401;

/**
 * Keeps a number of sign-ins in flight, each with a new email from a new network address, so that no rate limit applies. The emails have no accounts,
 * which costs a hash too.
 * @returns a function that stops, and resolves when those in flight are answered.
 */
export function keepSigningIn(origin: string, inFlight: number): () => Promise<SignInFigures> {
  const startedAt = performance.now();
  const run = `${process.pid}-${Math.round(startedAt * 1000)}`;
  let going = true;
  let asked = 0;
  let answered = 0;
  let failures = 0;

  async function signIn(): Promise<void> {
    while (going) {
      asked += 1;
      const fields = { email: `${run}-${asked}@bench.test`, password: 'no-es-la-buena' };
      const status = await postForm(`${origin}/admin/signin`, fields, addressOf(asked)).catch(() => 0);
      answered += 1;
      if (status !== REFUSED) failures += 1;
    }
  }

  const working = Array.from({ length: inFlight }, signIn);
  return async () => {
    going = false;
    await Promise.all(working);
    return { perSecond: (answered / (performance.now() - startedAt)) * 1000, failures };
  };
}

/** An address of the private network 10.0.0.0/8. */
function addressOf(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
}
