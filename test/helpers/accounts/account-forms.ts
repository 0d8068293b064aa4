import type { Person } from '../data-folders/person.ts';
import { type Answer, cookiePair, type SendOptions } from '../requests/send-form.ts';

export const EVA: Person = { name: 'Eva Luna', email: 'eva@example.org', password: 'puente niebla cobre' };

/** A password that nobody has. */
export const WRONG = 'no-es-la-buena';

/** The public account forms, with their fields for an email. */
export const ACCOUNT_FORMS: { [path: string]: (email: string) => { [name: string]: string } } = {
  '/admin/signin': (email) => ({ email, password: WRONG, remember: 'on' }),
  '/admin/signup': (email) => ({ name: 'Zoe', email, password: 'montaña vela cobre' }),
  '/admin/signup-confirm': (email) => ({ email, code: '000000' }),
  '/admin/reset': (email) => ({ email }),
  '/admin/reset-confirm': (email) => ({ email, code: '000000', password: 'montaña vela cobre' }),
};

export const location = (answer: Answer) => answer.headers.get('location');

/** A request with a cookie that was set. */
export const cookie = (line: string | undefined): SendOptions => ({ headers: { Cookie: cookiePair(line) } });
