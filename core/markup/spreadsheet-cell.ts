/**
 * Where a cell begins: at the start of the text, and, for a spreadsheet that expects another separator than the file has and so does
 * not see its quotes, after each separator and line break.
 */
const START = String.raw`(?<=^|[,;\t\r\n])`;

/** What spreadsheets skip or drop before a formula: spaces, control characters, characters without a width, quotes. */
const SKIPPED = String.raw`(?:(?![\t\r\n])["\p{Zs}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}])*`;

/** What begins a formula, also in full width, small and raised forms. */
const FORMULA = '[=+\\-@|%＝＋－＠｜％﹦﹢﹣﹫﹪⁼⁺⁻₌₊₋−]';

/** A cell that begins with a tab or a carriage return is guarded whatever follows. */
const GUARDED = String.raw`(?:'*${SKIPPED}${FORMULA}|(?<=^'*)'*[\t\r])`;

const UNSAFE_STARTS = new RegExp(`${START}(?=${GUARDED})`, 'gu');
const GUARDS = new RegExp(`${START}'(?=${GUARDED})`, 'gu');

/**
 * A quoted cell of CSV. An apostrophe precedes whatever a spreadsheet would take for a formula (CSV injection), and what looks like
 * guarded text, so that {@link readGuardedCell} returns the same text. Source: OWASP, CSV Injection.
 */
export function csvCell(text: string): string {
  return `"${text.replace(UNSAFE_STARTS, "'").replaceAll('"', '""')}"`;
}

/** The text of a cell that {@link csvCell} or another program may have guarded. */
export function readGuardedCell(text: string): string {
  return text.includes("'") ? text.replace(GUARDS, '') : text;
}
