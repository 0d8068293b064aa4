import type { UploadPlace } from '#core/files/site-file.ts';

/** Which bytes of a file a form means, as a value: `es`, `captions.es` or `poster`; empty for those of all languages. */
export function placeValue({ language = '', part }: UploadPlace): string {
  return part === 'poster' ? part : part === 'captions' ? `${part}.${language}` : language;
}

/** The place that a value names. */
export function placeOf(value: string): UploadPlace {
  if (value === 'poster') return { part: value };
  const [first = '', language] = value.split('.');
  if (language !== undefined) return { language, part: 'captions' };
  return first === '' ? {} : { language: first };
}
