import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes letters beyond Latin-1 as escapes. A single one makes the engine keep all of a file's text in two bytes a letter.
 * @param code JavaScript that has such letters in texts and regular expressions only
 */
export function escapeWideLetters(code: string): string {
  return code.replace(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Does so in every script of a folder. */
export function escapeWideLettersIn(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.js')) continue;
    const file = join(folder, name);
    writeFileSync(file, escapeWideLetters(readFileSync(file, 'utf8')));
  }
}
