import { ProviderFailure } from './provider-error.ts';

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
      const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
      const message = `The Google credentials cannot be used: ${reason}`;
      throw new ProviderFailure(message, { code: 'invalid-api-key' }, { cause: error });
    }
  };
}
