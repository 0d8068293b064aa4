import type { Page } from '@playwright/test';
import { WORDS } from '../accounts/account-words.ts';
import type { Code } from '../data-folders/sample-site.ts';
import { ADMIN_WORDS } from './admin-words.ts';

/** Screens of one page, shown one after another. */
export interface ScreenGroup {
  name: string;
  who: 'nobody' | 'viewer' | 'owner';
  /** Uses the empty site with one owner instead of the sample site with a team. */
  isEmpty?: true;
  /** Expected console messages. */
  reports?: RegExp[];
  screens: readonly Screen[];
}

/** A state of a page in the admin area. */
export interface Screen {
  name: string;
  /** Without a language prefix. A screen at the path of the one before continues on that page, unless it is `fresh`. */
  path: string;
  /** Loads the page again, because what the screen before did on it would show. */
  fresh?: true;
  /** Only exists in the window of a phone. */
  isOfPhone?: true;
  /** Brings the page into the state. */
  action?: (page: Page, words: ScreenWords) => Promise<void>;
  /**
   * An element that shows that the state was reached, if it is not the page's heading. For a path with a query, one that depends
   * on the query: unknown values are ignored, and the page would open without them.
   */
  shows?: (page: Page, words: ScreenWords) => ReturnType<Page['getByRole']>;
}

export interface ScreenWords {
  account: (typeof WORDS)[Code];
  admin: (typeof ADMIN_WORDS)[Code];
}

/** Labels used by screens, in a language. */
export function screenWords(code: Code): ScreenWords {
  return { account: WORDS[code], admin: ADMIN_WORDS[code] };
}

export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
