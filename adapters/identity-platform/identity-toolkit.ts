import { setTimeout as wait } from 'node:timers/promises';
import { retryDelay } from '#core/clock/retry-delay.ts';
import { ProviderFailure, readFailure, unreachable } from './provider-error.ts';

/** The project, and who asks. */
export interface ToolkitOptions {
  project: string;
  apiKey: string;
  /** Host and port of an emulator, which needs no credentials. */
  emulatorHost?: string | undefined;
  /** An access token of an account that administrates the project's accounts. @throws {ProviderFailure} */
  accessToken: () => Promise<string>;
  /** Time limit for a request in milliseconds. */
  requestLimit?: number;
  /** The wait after a number of failed attempts in milliseconds. */
  retryWait?: (failures: number) => number;
}

/** An account as the provider describes it. */
export interface ProviderAccount {
  localId: string;
  email?: string;
  /** Milliseconds since 1970, as text. */
  createdAt?: string;
}

/** Requests to Identity Toolkit's REST interface. Every method throws {ProviderFailure}. */
export interface IdentityToolkit {
  /** What anybody may do who has the API key. */
  ask<T>(path: string, body?: object): Promise<T>;
  /** What an administrator may do; `path` is below the project. */
  administrate<T>(path: string, body?: object): Promise<T>;
}

/** Source: the seed, §9 (registration). */
const REQUEST_LIMIT = 10_000;

/** Maximum attempts. All requests that are sent are idempotent. Source: Meki's own. */
const ATTEMPTS = 2;

export function createIdentityToolkit(options: ToolkitOptions): IdentityToolkit {
  const { project, apiKey, emulatorHost, requestLimit = REQUEST_LIMIT } = options;
  const { retryWait = (failures: number) => retryDelay(failures, Math.random()) } = options;
  const base = `${emulatorHost ? `http://${emulatorHost}/` : 'https://'}identitytoolkit.googleapis.com/v1`;

  async function attempt<T>(url: string, headers: { [name: string]: string }, body?: object): Promise<T> {
    const init = {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
      signal: AbortSignal.timeout(requestLimit),
    };
    let status: number;
    let text: string;
    try {
      const response = await fetch(url, body ? { ...init, body: JSON.stringify(body) } : init);
      status = response.status;
      text = await response.text();
    } catch (error) {
      throw unreachable('Identity Platform cannot be reached', error);
    }
    if (status !== 200) throw readFailure(status, text);
    try {
      return JSON.parse(text) as T;
    } catch (error) {
      throw unreachable('Identity Platform did not answer in JSON', error);
    }
  }

  async function send<T>(url: string, headers: { [name: string]: string }, body?: object): Promise<T> {
    for (let failures = 1; ; failures++) {
      try {
        return await attempt<T>(url, headers, body);
      } catch (error) {
        if (!(error instanceof ProviderFailure && error.isPassing) || failures >= ATTEMPTS) throw error;
      }
      await wait(retryWait(failures));
    }
  }

  return {
    ask: (path, body) => send(`${base}/${path}?key=${encodeURIComponent(apiKey)}`, {}, body),
    async administrate(path, body) {
      const token = emulatorHost ? 'owner' : await options.accessToken();
      return send(
        `${base}/projects/${encodeURIComponent(project)}/${path}`,
        { Authorization: `Bearer ${token}` },
        body,
      );
    },
  };
}
