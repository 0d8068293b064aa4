import type { FieldDefinition } from '#core/content-types/content-type.ts';
import { readTimeOfDay } from '#core/content-types/time-of-day.ts';
import type { Findings } from '../foreign-text.ts';
import type { PostHead } from './export-index.ts';
import type { PostContext } from './post-context.ts';
import { metadataOf, type WxrElement } from './read-channel.ts';

/** Metadata of plugins that say something about search results; those with variables are left out. */
const SEO: { [key: string]: 'title' | 'description' } = {
  _yoast_wpseo_title: 'title',
  _yoast_wpseo_metadesc: 'description',
  rank_math_title: 'title',
  rank_math_description: 'description',
  _aioseo_title: 'title',
  _aioseo_description: 'description',
};

/** Keys that plugins keep for themselves, beside those that begin with _. */
const INTERNAL = /^(?:_|rank_math_|jetpack_|wpml_|pll_|aioseo_|et_|elementor_)|views(?:_count)?$/;

export interface Metadata {
  /** Values of fields of the language. */
  values: { [key: string]: unknown };
  /** Values of fields of the item. */
  fields: { [key: string]: unknown };
  seo: { title?: string; description?: string };
}

/** Custom fields of a post that the person's map or the content type have a place for, and texts for search engines. */
export function readMetadata(
  { options, type, findUpload }: PostContext,
  { language }: PostHead,
  element: WxrElement,
  findings: Findings,
): Metadata {
  const read: Metadata = { values: {}, fields: {}, seo: {} };
  const definitions = options.config.contentTypes.find(({ key }) => key === type)?.fields ?? [];
  for (const [key, { text, line }] of metadataOf(element)) {
    const value = text.trim();
    const member =
      options.map?.get(key)?.replace(/^languages\.[^.]+\./, '') ?? (SEO[key] ? `seo.${SEO[key]}` : `fields.${key}`);
    const definition = definitions.find((own) => member === `fields.${own.key}`);
    if (member === '-') continue;
    if (member === 'seo.title' || member === 'seo.description') {
      if (value !== '' && !/%\w+%|#\w+_\w+/.test(value))
        read.seo[member === 'seo.title' ? 'title' : 'description'] ??= value;
    } else if (definition) {
      if (value !== '')
        read[definition.localized ? 'values' : 'fields'][definition.key] = asField(definition, value, findUpload);
    } else if (!INTERNAL.test(key) && value !== '') {
      const message = `the custom field "${key}" has no place in an item: it is left out, unless --map names one`;
      findings.lose({ path: ['languages', language, key], message, lineInText: line });
    }
  }
  return read;
}

function asField({ kind }: FieldDefinition, text: string, findUpload: PostContext['findUpload']): unknown {
  if (kind === 'number' || kind === 'weekday') return Number(text);
  if (kind === 'boolean') return /^(?:1|true|yes|on)$/i.test(text);
  if (kind === 'date') return text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3').slice(0, 10);
  if (kind === 'time') return readTimeOfDay(text) ?? text;
  if (kind === 'rich-text') return { markdown: text };
  const found = kind === 'media' ? findUpload(text) : undefined;
  return found && 'file' in found ? found : text;
}
