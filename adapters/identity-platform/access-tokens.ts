import { ProviderFailure, unreachable } from './provider-error.ts';

/** How long before its end a token is renewed, in milliseconds. Source: the seed, §9 (sign-in token). */
export const REFRESH_MARGIN = 5 * 60_000;

/** Time limit for getting a token, in milliseconds. Source: the seed, §9 (registration). */
const TOKEN_LIMIT = 10_000;

const SCOPE = 'https://www.googleapis.com/auth/identitytoolkit';

/**
 * Access tokens of the application's default credentials: a service account's file in `GOOGLE_APPLICATION_CREDENTIALS`, else what
 * the machine offers. The library is loaded at the first token.
 * @param fetchImplementation for tests
 * @returns a function that resolves to a token that is valid for some minutes, and throws {ProviderFailure}
 */
export function createAccessTokens(fetchImplementation?: typeof fetch): () => Promise<string> {
  let loading: ReturnType<typeof load> | undefined;

  async function load() {
    const { GoogleAuth } = await import('google-auth-library');
    const transporterOptions = { timeout: TOKEN_LIMIT, ...(fetchImplementation && { fetchImplementation }) };
    return new GoogleAuth({
      scopes: [SCOPE],
      clientOptions: { eagerRefreshThresholdMillis: REFRESH_MARGIN, transporterOptions },
    });
  }

  return async () => {
    try {
      loading ??= load();
      const token = await (await loading).getAccessToken();
      if (token) return token;
      throw new Error('they give no token');
    } catch (error) {
      if (isNetwork(error)) throw unreachable('Google cannot be reached for an access token', error);
      const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
      const message = `The Google credentials cannot be used: ${reason}`;
      throw new ProviderFailure(message, { code: 'invalid-api-key' }, { cause: error });
    }
  };
}

/** The codes of connections that fail. Source: errno(3), getaddrinfo(3) and Node's `fetch` */
const NETWORK = /^(?:ECONN.+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR_.+)$/;

/** Whether an error or one of its causes says that there was no answer. */
function isNetwork(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ('code' in error && NETWORK.test(String(error.code))) || error.name === 'TimeoutError' || isNetwork(error.cause)
  );
}
