import type { Browser, Page } from '@playwright/test';
import { hydrated } from '../helpers/browser/hydrated.ts';
import { watchProblems } from '../helpers/browser/watch-problems.ts';
import { findOverflow, type PageFacts, readPage } from './page-facts.ts';

/** Of the window, in pixels. */
export const WIDTHS = [1280, 390, 320];

/** Milliseconds that a page may take for one step, on a busy machine. */
const PATIENCE = 20_000;

/** Pages that are open at the same time, each in a window of its own: hidden pages draw nothing. */
const WINDOWS = 4;

export interface Visits {
  /** By address, without the origin. */
  pages: Map<string, PageFacts>;
  /** What is wrong at which address. */
  problems: { [path: string]: string[] };
}

interface VisitOptions {
  origin: string;
  /** Addresses that answer 404. */
  missing: string[];
  /** Further addresses that a page leads to and that are visited too. */
  follow(path: string, facts: PageFacts): string[];
}

/** Opens each page once, reads it, uses it, and looks at it in every width. */
export async function visitPages(
  browser: Browser,
  paths: readonly string[],
  { origin, missing, follow }: VisitOptions,
): Promise<Visits> {
  const visits: Visits = { pages: new Map(), problems: {} };
  const seen = new Set(paths);
  const queue = [...seen];
  const reported: string[] = [];
  const visitNext = async () => {
    const context = await browser.newContext({ baseURL: origin, locale: 'en-GB' });
    // On a busy machine, the browser takes the network for one of the second generation, where scripts do not start.
    await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'connection', { value: undefined }));
    const problems = watchProblems(context);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const visit = await visitPage(page, path, missing.includes(path) ? 404 : 200);
      visits.pages.set(path, visit.facts);
      if (visit.problems.length > 0) visits.problems[path] = visit.problems;
      for (const further of follow(path, visit.facts)) {
        if (!seen.has(further)) queue.push(further);
        seen.add(further);
      }
    }
    reported.push(...problems);
    await context.close();
  };
  await Promise.all(Array.from({ length: WINDOWS }, visitNext));
  const unexpected = reported.filter((line) => !missing.some((path) => line.includes(path)));
  if (unexpected.length > 0) visits.problems['the browser reports'] = unexpected;
  return visits;
}

async function visitPage(page: Page, path: string, status: number) {
  const [width = 0] = WIDTHS;
  await page.setViewportSize({ width, height: 900 });
  const response = await page.goto(path);
  const facts = await readPage(page);
  const problems = [...facts.pictures];
  if (response?.status() !== status) problems.push(`the answer is ${response?.status()}`);
  try {
    // A document that was rendered again meanwhile starts no scripts; its successor does.
    await hydrated(page).catch(() => page.reload().then(() => hydrated(page)));
  } catch (error) {
    problems.push(`its scripts do not start: ${error}`);
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    problems.push(...(await findOverflow(page)).map((line) => `${width} px: ${line}`));
  }
  return { facts, problems };
}
