import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { createAccessTokens, REFRESH_MARGIN } from './access-tokens.ts';

const folder = mkdtempSync(join(tmpdir(), 'meki-credentials-'));
const file = join(folder, 'service-account.json');

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(file, { force: true });
});

afterAll(() => rmSync(folder, { recursive: true }));

function writeServiceAccount(): void {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const account = {
    type: 'service_account',
    project_id: 'demo-meki',
    client_email: 'meki@demo-meki.test',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  };
  writeFileSync(file, JSON.stringify(account));
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', file);
}

/** Google's token service, with tokens of a lifetime in seconds. */
function createTokenService(lifetime: number) {
  const claims: { [name: string]: unknown }[] = [];
  const answer = (async (_: unknown, init?: RequestInit) => {
    const [, payload = ''] = (new URLSearchParams(String(init?.body)).get('assertion') ?? '').split('.');
    claims.push(JSON.parse(Buffer.from(payload, 'base64url').toString()));
    const token = { access_token: `token ${claims.length}`, expires_in: lifetime, token_type: 'Bearer' };
    return Response.json(token);
  }) as typeof fetch;
  return { claims, answer };
}

test('a service account gets a token for accounts alone, and keeps it until 5 minutes before its end', async () => {
  writeServiceAccount();
  const { claims, answer } = createTokenService(3600);
  const accessToken = createAccessTokens(answer);
  const start = Date.now();
  const times = [0, 3600_000 - REFRESH_MARGIN - 10_000, 3600_000 - REFRESH_MARGIN + 10_000];
  vi.useFakeTimers({ toFake: ['Date'] });
  const tokens = [];
  for (const time of times) {
    vi.setSystemTime(start + time);
    tokens.push(await accessToken());
  }
  vi.useRealTimers();
  expect(REFRESH_MARGIN).toBe(300_000);
  expect(tokens).toEqual(['token 1', 'token 1', 'token 2']);
  expect(claims[0]).toMatchObject({
    iss: 'meki@demo-meki.test',
    scope: 'https://www.googleapis.com/auth/identitytoolkit',
  });
});

test.each([
  ['is missing', undefined],
  ['is not JSON', 'not JSON'],
  ['is of no known kind', '{}'],
])('a file of credentials that %s is told in one line', async (_, content) => {
  if (content !== undefined) writeFileSync(file, content);
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', file);
  const failure = createAccessTokens(createTokenService(3600).answer)();
  await expect(failure).rejects.toThrow(/^The Google credentials cannot be used: [^\n]+$/);
  await expect(failure).rejects.toMatchObject({ error: { code: 'invalid-api-key' } });
});

test('a token service that cannot be reached is not told as wrong credentials', async () => {
  writeServiceAccount();
  const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });
  const failure = createAccessTokens(async () => {
    throw new TypeError('fetch failed', { cause });
  })();
  await expect(failure).rejects.toThrow(/^Google cannot be reached for an access token/);
  await expect(failure).rejects.toMatchObject({ error: { code: 'network-request-failed' } });
});
