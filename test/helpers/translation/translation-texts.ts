import type { LanguageContent } from '#core/content/item.ts';
import type { MinorEdit, TranslationLinks, UnitReport } from '#core/content/translation-link.ts';
import type { RichText, RichTextNode } from '#core/rich-text/rich-text.ts';
import { NOTHING_TRANSLATED, relink } from '#core/translation/link-units.ts';
import { translationReport } from '#core/translation/translation-state.ts';
import { unitsOf } from '#core/translation/units.ts';

/** A content type without fields of its own. */
export const bareType = { fields: [] };

export const paragraph = (id: string, text: string): RichTextNode => ({
  type: 'paragraph',
  attrs: { id },
  ...(text && { content: [{ type: 'text', text }] }),
});
export const body = (...blocks: RichTextNode[]): RichText => ({ type: 'doc', content: blocks });
export const content = (title: string, ...blocks: RichTextNode[]): LanguageContent => ({
  title,
  slug: '',
  summary: '',
  body: body(...blocks),
  seo: {},
  fields: {},
});
export const textOf = (given: LanguageContent) => ({ units: unitsOf(given, bareType), body: given.body });

/** A source. */
export const es = content('Resonancia', paragraph('s1', 'Uno.'), paragraph('s2', 'Dos.'), paragraph('s3', 'Tres.'));
/** Its complete translation. */
export const en = content('MRI', paragraph('t1', 'One.'), paragraph('t2', 'Two.'), paragraph('t3', 'Three.'));
export const links = relink(textOf(es), textOf(en), NOTHING_TRANSLATED);

/** The report on a translation whose empty blocks are not considered. */
export function reportFor(
  source: LanguageContent,
  translation: LanguageContent,
  given: TranslationLinks = links,
  minorEdits: MinorEdit[] = [],
): UnitReport[] {
  return translationReport(
    { units: unitsOf(source, bareType), minorEdits },
    { units: unitsOf(translation, bareType), links: given },
  );
}
/** Each entry of a report as `state unit source`. */
export const states = (report: UnitReport[]) =>
  report.map(({ state, unit, source }) => `${state} ${unit ?? '-'} ${source ?? '-'}`);
