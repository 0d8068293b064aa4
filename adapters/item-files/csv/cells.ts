import type { FieldDefinition } from '#core/content-types/content-type.ts';
import { readTimeOfDay } from '#core/content-types/time-of-day.ts';
import { parseJson } from '#core/json/parse-json.ts';

/** The value of a cell at a path of an item. What cannot be converted stays a text, which validation then refuses by name. */
export function cellValue(path: readonly string[], cell: string, field: FieldDefinition | undefined): unknown {
  if (field) return fieldValue(field, cell);
  const text = cell.trim();
  switch (path.at(-1)) {
    case 'tags':
      return listOf(cell);
    case 'oldAddresses':
      return cell.split(/[\s|]+/).flatMap((address) => (address === '' ? [] : [withoutOrigin(address)]));
    case 'cover':
      return { file: text };
    case 'body':
      return { markdown: cell };
    case 'markdown':
    case 'html':
      return cell;
    case 'publishedAt':
      return text.replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T');
    default:
      return text;
  }
}

function fieldValue(field: FieldDefinition, cell: string): unknown {
  const text = cell.trim();
  switch (field.kind) {
    case 'number':
    case 'weekday':
      return toNumber(text);
    case 'time':
      return readTimeOfDay(text) ?? text;
    case 'boolean':
      return /^(?:true|yes|1|sí|si)$/i.test(text) ? true : /^(?:false|no|0)$/i.test(text) ? false : text;
    case 'rich-text':
      return { markdown: cell };
    case 'media':
      return { file: text };
    case 'list':
      if (typeof field.of !== 'string') return toJson(text);
      return field.of !== 'text' ? listOf(cell).map(toNumber) : listOf(cell, /[|\n]/);
    default:
      return field.kind === 'text' && field.multiline ? cell : text;
  }
}

/** The entries of a cell, between `,`, `;`, `|` or line breaks. */
function listOf(cell: string, separator = /[,;|\n]/): string[] {
  return cell.split(separator).flatMap((entry) => entry.trim() || []);
}

function toNumber(text: string): number | string {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

/** The value of a JSON text; the text itself if it is none. */
function toJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function withoutOrigin(address: string): string {
  return /^https?:\/\//.test(address) && URL.canParse(address) ? new URL(address).pathname : address;
}
