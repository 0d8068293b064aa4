import type { Page } from '@playwright/test';
import { ARTICLE_PATH } from './item-site-test.ts';

/** The publishing page of the test's article. */
export const PUBLISH = `${ARTICLE_PATH}/publish`;

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** The notice of what was done. */
export const notice = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: /\w/ }).first();

export const form = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

/** The card of a language, with its state. */
export const card = (page: Page, language: string) => page.getByRole('region', { name: language, exact: true });
