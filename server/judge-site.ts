import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type PreparedConfig, prepareSiteConfig } from '#core/site/prepare-site-config.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { createLocaleFiles, localeFileProblems } from './locales/locale-files.ts';

/** What is wrong with the files that an adopter edits, and what they lack, one line each, by file and key. */
export interface SiteJudgement {
  /** Why the site cannot start. */
  problems: string[];
  /** Texts that a language lacks; those of another one are shown. */
  missing: string[];
  /** Languages of texts in `site.config.ts` that the site does not have. */
  ignored: string[];
}

/**
 * Judges `site.config.ts` and `locales/` as a whole, so that everything is said at once, before anything is built or started.
 * @param load imports the configuration
 */
export async function judgeSite(root: string, load: () => Promise<{ default: SiteConfig }>): Promise<SiteJudgement> {
  let given: SiteConfig;
  try {
    given = (await load()).default;
  } catch (error) {
    const unreadable = `site.config.ts: cannot be read: ${messageOf(error)}`;
    return { problems: [unreadable, ...localeFileProblems(resolve(root, 'locales'))], missing: [], ignored: [] };
  }
  return judgePrepared(root, prepareSiteConfig(given));
}

/** `judgeSite` with a configuration that was prepared. */
export function judgePrepared(root: string, { config, problems, missing, ignored }: PreparedConfig): SiteJudgement {
  const directory = resolve(root, 'locales');
  const all = [...problems.map(inConfiguration), ...localeFileProblems(directory)];
  if (all.length > 0) return { problems: all, missing: [], ignored: [] };
  return {
    problems: [],
    missing: [...missing.map(inConfiguration), ...createLocaleFiles(directory, config).missing()],
    ignored: ignored.map(inConfiguration),
  };
}

function inConfiguration(line: string): string {
  return `site.config.ts: ${line}`;
}

function messageOf(error: unknown): string {
  const [line = ''] = String(error instanceof Error ? error.message : error)
    .split('\n')
    .filter((one) => one.trim() !== '');
  return line.trim();
}

/** Milliseconds between looks for a missing file. */
const LOOK_AGAIN_AFTER = 300;

/** The files that the blocks and pages of a configuration need and that are missing, one line each. */
export function missingViews(root: string, { blocks = [], pages = {} }: SiteConfig): string[] {
  const needed = [
    ...blocks.flatMap(({ key, isSection }) => (isSection ? [] : [[`blocks.${key}`, `blocks/${key}.tsx`]])),
    ...Object.keys(pages).map((path) => [`pages.${path}`, `pages/${path}.tsx`]),
  ] as [string, string][];
  return needed.flatMap(([place, file]) =>
    existsSync(join(root, file)) ? [] : [`site.config.ts: ${place}: the file ${file} is missing`],
  );
}

/** Waits until no view is missing. @param tell receives those that are, once and whenever they change */
export async function waitForViews(root: string, config: SiteConfig, tell: (lines: string[]) => void): Promise<void> {
  let told = '';
  for (;;) {
    const lines = missingViews(root, config);
    if (lines.length === 0) return;
    if (lines.join() !== told) tell(lines);
    told = lines.join();
    await wait(LOOK_AGAIN_AFTER);
  }
}
