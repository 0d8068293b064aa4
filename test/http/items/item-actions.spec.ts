import { expect, test } from '../../helpers/items/item-site-test.ts';

test('a form that is not right is answered in sentences also where the answer alone is asked for', async ({
  cookieOf,
  site,
}) => {
  const headers = { cookie: await cookieOf('Ana'), origin: site.origin };
  const body = new URLSearchParams({ intent: 'archive' });
  const answer = await fetch(`${site.origin}/admin/item-actions/articles`, { method: 'POST', headers, body });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toEqual({
    kind: 'problem',
    sentences: [expect.stringMatching(/^No hay nada seleccionado\./)],
  });
});
