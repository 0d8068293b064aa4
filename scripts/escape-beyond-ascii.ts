import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Escapes characters beyond ASCII. A single one makes Node keep the whole file's text with two bytes per character.
 * @param code JavaScript with such characters only in strings, templates and regular expressions
 */
export function escapeBeyondAscii(code: string): string {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Escapes all scripts of a folder. */
export function escapeBeyondAsciiIn(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.js')) continue;
    const file = join(folder, name);
    writeFileSync(file, escapeBeyondAscii(readFileSync(file, 'utf8')));
  }
}
