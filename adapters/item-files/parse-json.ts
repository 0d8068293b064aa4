import { parseJson as parse } from '#core/json/parse-json.ts';

export type JsonReading = { ok: true; value: unknown } | { ok: false; line: number; message: string };

/** Parses JSON, or finds the line (from 1) of the syntax error. */
export function parseJson(text: string): JsonReading {
  try {
    return { ok: true, value: parse(text) };
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(/\s*\n\s*/g, ' ') : String(error);
    return { ok: false, line: text.slice(0, viableLength(text)).split('\n').length, message: `not JSON: ${message}` };
  }
}

/** The length of the longest prefix that is not yet invalid JSON. The engine's own errors often lack a position. */
function viableLength(text: string): number {
  let viable = 0;
  let beyond = text.length + 1;
  while (beyond - viable > 1) {
    const length = (viable + beyond) >> 1;
    if (isViable(text.slice(0, length))) viable = length;
    else beyond = length;
  }
  return viable;
}

function isViable(start: string): boolean {
  try {
    parse(start);
    return true;
  } catch (error) {
    const message = String(error);
    const position = / at position (\d+)/.exec(message)?.[1];
    return /Unexpected end/.test(message) || (position !== undefined && Number(position) >= start.length);
  }
}
