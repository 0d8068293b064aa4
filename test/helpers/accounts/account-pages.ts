import { expect, type Page } from '@playwright/test';
import { hydrated } from '../browser/hydrated.ts';
import type { Person } from '../data-folders/person.ts';
import { type Code, canonicalPath } from '../data-folders/sample-site.ts';
import { enterAs } from '../servers/sign-in-cookie.ts';
import { WORDS } from './account-words.ts';

/** Page object of the account pages, in a language, with or without script. */
export interface AccountPages {
  words: (typeof WORDS)[Code];
  /** Opens a page of the admin area and waits until it is usable. */
  open(path: string): Promise<void>;
  /** Signs a person in without the form, and opens a page if one is given. */
  enter(person: Pick<Person, 'email' | 'password'>, path?: string): Promise<void>;
  field(label: string): ReturnType<Page['getByLabel']>;
  press(name: string): Promise<void>;
  /** Fills in and submits the sign-up form. */
  signUp(person: Person): Promise<void>;
  enterCode(code: string): Promise<void>;
  signIn(person: Pick<Person, 'email' | 'password'>, options?: { remember?: boolean }): Promise<void>;
  signOut(person: Person): Promise<void>;
  expectTitle(title: string): Promise<void>;
  /** Expects the person's dashboard. */
  expectDashboard(person: Person): Promise<void>;
  /** Expects a form-level error, with the focus. */
  expectAlert(sentence: string | RegExp): Promise<void>;
  /** Expects a field-level error. */
  expectProblem(label: string, sentence: string | RegExp): Promise<void>;
}

/** @see AccountPages */
export function createAccountPages(page: Page, origin: string, code: Code, hasScript: boolean): AccountPages {
  const words: (typeof WORDS)[Code] = WORDS[code];
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const press = (name: string) => button(name).click();

  async function open(path: string): Promise<void> {
    await page.goto(canonicalPath(code, path));
    if (hasScript) await hydrated(page);
  }

  async function expectTitle(title: string): Promise<void> {
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
  }

  return {
    words,
    open,
    async enter(person, path) {
      await enterAs(page.context(), origin, person);
      if (path !== undefined) await open(path);
    },
    field,
    press,
    expectTitle,
    async signUp({ name, email, password }) {
      await field(words.name).fill(name);
      await field(words.email).fill(email);
      await field(words.password).fill(password);
      await press(words.signUp.submit);
    },
    async enterCode(digits) {
      await field(words.code).fill(digits);
      await press(words.confirm.submit);
    },
    async signIn({ email, password }, { remember = false } = {}) {
      await field(words.email).fill(email);
      await field(words.password).fill(password);
      await page.getByRole('checkbox', { name: words.remember }).setChecked(remember);
      await press(words.signIn.submit);
    },
    async signOut({ name }) {
      if (!hasScript) return press(words.signOut);
      await hydrated(page);
      await page.getByRole('button', { name: words.menu(name) }).click();
      await page.getByRole('menuitem', { name: words.signOut }).click();
    },
    expectDashboard: ({ name }) => expectTitle(words.greeting(name)),
    async expectAlert(sentence) {
      const alert = page.getByRole('alert');
      await expect(alert).toContainText(sentence);
      await expect(alert).toBeFocused();
    },
    async expectProblem(label, sentence) {
      await expect(field(label)).toHaveAttribute('aria-invalid', 'true');
      await expect(field(label)).toHaveAccessibleDescription(containing(sentence));
    },
  };
}

/** A field is also described by its hint. */
function containing(sentence: string | RegExp): RegExp {
  const source =
    typeof sentence === 'string' ? sentence.replace(/[.?()]/g, '\\$&') : sentence.source.replace(/^\^/, '');
  return new RegExp(source);
}
