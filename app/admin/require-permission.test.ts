import { expect, test } from 'vitest';
import { ANONYMOUS } from '#core/access/actor.ts';
import { Forbidden, requireMay } from '#core/access/policy.ts';
import { refuseForbidden } from './require-permission.ts';

function watch() {
  const noted: string[] = [];
  return { noted, request: { noteRefusal: (_actor: unknown, action: string) => void noted.push(action) } };
}

test('what a use case refuses is answered with 403 and put on record', async () => {
  const { noted, request } = watch();
  const work = async () => requireMay(ANONYMOUS, 'item.publish');
  await expect(refuseForbidden(request, ANONYMOUS, work)).rejects.toMatchObject({ init: { status: 403 } });
  expect(noted).toEqual(['item.publish']);
});

test('a refusal inside a promise is answered alike', async () => {
  const { request } = watch();
  const work = () => Promise.reject(new Forbidden('item.order', 'role'));
  await expect(refuseForbidden(request, ANONYMOUS, work)).rejects.toMatchObject({ init: { status: 403 } });
});

test('what is done, and any other error, passes through', async () => {
  const { noted, request } = watch();
  await expect(refuseForbidden(request, ANONYMOUS, async () => 7)).resolves.toBe(7);
  const broken = () => Promise.reject(new Error('broken'));
  await expect(refuseForbidden(request, ANONYMOUS, broken)).rejects.toThrow('broken');
  expect(noted).toEqual([]);
});
