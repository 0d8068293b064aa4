import { expect, test } from 'vitest';
import { createContentSite } from '../../test/helpers/content/create-content-site.ts';
import { createApiToken, listApiTokens, programById, programOf, revokeApiToken } from './api-tokens.ts';

const machine = { kind: 'command-line' } as const;

async function createSite() {
  const site = createContentSite();
  const create = async (given: Partial<Parameters<typeof createApiToken>[2]> = {}) => {
    const made = await createApiToken(site, machine, { name: 'Sync', role: 'editor', ...given });
    if (!made.ok) throw new Error(made.reason);
    return made;
  };
  return { ...site, create };
}

test('a token opens the role that it was made for, and the store keeps nothing that opens it', async () => {
  const site = await createSite();
  const { token, facts } = await site.create({ role: 'translator', languages: ['en'] });
  expect(token).toMatch(/^meki_[0-9a-z]{12}_[\w-]{43}$/);
  const program = { kind: 'program', id: `program-${facts.id}`, name: 'Sync', role: 'translator', languages: ['en'] };
  expect(await programOf(site, token)).toMatchObject(program);
  expect(await programById(site, `program-${facts.id}`)).toMatchObject(program);
  const everything = JSON.stringify([
    await site.store.runQuery({ collection: 'api-tokens' }),
    await site.store.runQuery({ collection: 'audit-log' }),
  ]);
  expect(everything).not.toContain(token.slice(-43));
});

test.each(['', 'meki', 'meki_aaaaaaaaaaaa_', `meki_aaaaaaaaaaaa_${'a'.repeat(43)}`])(
  'what is no token opens nothing: %j',
  async (token) => {
    const site = await createSite();
    await site.create();
    expect(await programOf(site, token)).toBeUndefined();
  },
);

test('the secret of another token opens nothing', async () => {
  const site = await createSite();
  const [one, other] = [await site.create(), await site.create()];
  expect(await programOf(site, one.token.slice(0, 18) + other.token.slice(18))).toBeUndefined();
});

test('a revoked token opens nothing any more, stays in the list, and both are on record', async () => {
  const site = await createSite();
  const { token, facts } = await site.create();
  expect(await revokeApiToken(site, machine, facts.id)).toMatchObject({ ok: true, facts: { revokedAt: 1_000_000 } });
  expect(await programOf(site, token)).toBeUndefined();
  expect(await programById(site, `program-${facts.id}`)).toBeUndefined();
  expect(await revokeApiToken(site, machine, facts.id)).toEqual({ ok: false, reason: 'revoked' });
  expect(await revokeApiToken(site, machine, 'nobody')).toEqual({ ok: false, reason: 'not-found' });
  expect(await listApiTokens(site.store)).toMatchObject([{ id: facts.id, name: 'Sync', revokedAt: 1_000_000 }]);
  expect(await site.audited()).toMatchObject([
    { action: expect.stringMatching(/^token\./), actor: machine, object: { kind: 'program', name: 'Sync' } },
    { action: expect.stringMatching(/^token\./), details: { role: 'editor' } },
  ]);
});

test('a token ends when its time is over', async () => {
  const site = await createSite();
  const { token } = await site.create({ expiresAt: 1_000_010 });
  expect(await programOf(site, token)).toBeDefined();
  site.clock.time = 1_000_010;
  expect(await programOf(site, token)).toBeUndefined();
});

test('its last use is known to the hour, and written once in it', async () => {
  const site = await createSite();
  const { token } = await site.create();
  const versions = async () => (await site.store.runQuery({ collection: 'api-tokens' })).map(({ version }) => version);
  site.clock.time = 10 * 3_600_000 + 5;
  await programOf(site, token);
  const first = await versions();
  site.clock.time += 60_000;
  await programOf(site, token);
  expect(await versions()).toEqual(first);
  expect(await listApiTokens(site.store)).toMatchObject([{ lastUsedAt: 10 * 3_600_000 }]);
});

test.each([
  [{ name: ' ' }, 'invalid-name'],
  [{ name: 'a\nb' }, 'invalid-name'],
  [{ name: 'x'.repeat(121) }, 'invalid-name'],
  [{ role: 'translator' }, 'invalid-languages'],
  [{ languages: ['en'] }, 'invalid-languages'],
] as const)('%j makes no token', async (given, reason) => {
  const site = await createSite();
  expect(await createApiToken(site, machine, { name: 'Sync', role: 'editor', ...given })).toEqual({
    ok: false,
    reason,
  });
});
