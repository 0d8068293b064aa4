import type { Page } from '@playwright/test';
import { expectEnoughContrast, expectNoViolations } from './expect-no-violations.ts';
import { changeSystemMode } from './system-mode.ts';

/** The views of a page's accessibility: a phone in dark mode and a desktop in light mode. */
const VIEWS = { phone: { width: 390, mode: 'dark' }, desktop: { width: 1280, mode: 'light' } } as const;

/** Fails with all axe violations of a page in one view, and with texts of insufficient contrast in the other. */
export async function judgeViews(page: Page, first: keyof typeof VIEWS): Promise<void> {
  await show(page, first);
  await expectNoViolations(page);
  await show(page, first === 'phone' ? 'desktop' : 'phone');
  await expectEnoughContrast(page);
}

async function show(page: Page, view: keyof typeof VIEWS): Promise<void> {
  const { width, mode } = VIEWS[view];
  await page.setViewportSize({ width, height: 900 });
  await changeSystemMode(page, mode);
}
