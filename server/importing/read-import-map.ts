import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import type { ImportMap } from '#core/importing/item-reader.ts';

const mapSchema = z.record(z.string(), z.string());

/**
 * Reads what becomes of columns or properties: a YAML or JSON file with the name of each, or `Name=member,Other=member`.
 * @throws Error with a sentence for a person
 */
export async function readImportMap(given: string): Promise<ImportMap> {
  if (given.includes('=')) return new Map(given.split(',').map((pair) => readPair(pair)));
  const text = await readFile(given, 'utf8').catch(() => {
    throw new Error(`${given}: there is no such file; a mapping is a file, or Name=member,Other=member.`);
  });
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    throw new Error(`${given}: not YAML: ${reason}`, { cause: error });
  }
  const parsed = mapSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${given}: ${issue?.path.join('.') || 'the file'}: must name a member of an item`);
  }
  return new Map(Object.entries(parsed.data));
}

function readPair(pair: string): [string, string] {
  const at = pair.lastIndexOf('=');
  const [name, member] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  if (at < 0 || name === '' || member === '') throw new Error(`"${pair}" is not Name=member.`);
  return [name, member];
}
