import type { Page } from '@playwright/test';
import { WORDS } from './account-words.ts';
import { ADMIN_WORDS } from './admin-words.ts';
import type { Code } from './sample-site.ts';

/** Screens that one page shows one after the other. */
export interface ScreenGroup {
  name: string;
  who: 'nobody' | 'viewer' | 'owner';
  /** The site with the sample and a team, unless it is the one with nothing and one owner. */
  isEmpty?: true;
  /** What the browser reports by the way. */
  reports?: RegExp;
  screens: readonly Screen[];
}

/** Something that a person can have before them in the admin area. */
export interface Screen {
  name: string;
  /** Without a language prefix. */
  path: string;
  /** The widest window that has it, in pixels. */
  upTo?: number;
  /** What brings the page into the state. */
  act?: (page: Page, words: ScreenWords) => Promise<void>;
  /** What shows that it is there, where that is not the heading of the page. */
  shows?: (page: Page, words: ScreenWords) => ReturnType<Page['getByRole']>;
}

export interface ScreenWords {
  account: (typeof WORDS)[Code];
  admin: (typeof ADMIN_WORDS)[Code];
}

/** What a screen's acts call things in a language. */
export function screenWords(code: Code): ScreenWords {
  return { account: WORDS[code], admin: ADMIN_WORDS[code] };
}

export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
