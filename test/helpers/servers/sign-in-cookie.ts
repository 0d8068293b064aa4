import type { BrowserContext } from '@playwright/test';

/** Signs a person in without the form. @returns the session cookie: `name=value` @throws Error if refused */
export async function signInCookie(
  origin: string,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const answer = await fetch(`${origin}/admin/signin`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({ email, password }),
    redirect: 'manual',
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
  if (answer.status !== 303 || !cookie) throw new Error(`${email} cannot sign in: ${answer.status}`);
  return cookie;
}

/** Signs a person in without the form, in a browser. @throws Error if refused */
export async function enterAs(
  context: BrowserContext,
  origin: string,
  person: { email: string; password: string },
): Promise<void> {
  const [name = '', value = ''] = (await signInCookie(origin, person)).split('=');
  await context.addCookies([{ name, value, url: origin }]);
}
