import type { ContentType, FieldDefinition } from './content-type.ts';

/** How readers see a field on the page of its item. */
export type FieldDisplay =
  /** A label and a short value, beside others above the text. */
  | 'facts'
  /** A part with its own heading below the text. */
  | 'section'
  /** Pictures below the text. */
  | 'gallery'
  /** Cards of the items that it names, below the text. */
  | 'cards'
  /** Not at all. */
  | 'hidden';

/** How a field can be shown; the first one is the default. */
export function displaysOf(field: FieldDefinition): FieldDisplay[] {
  switch (field.kind) {
    case 'text':
      return field.multiline ? ['section', 'facts', 'hidden'] : ['facts', 'section', 'hidden'];
    case 'number':
    case 'boolean':
    case 'date':
    case 'moment':
    case 'time':
    case 'weekday':
    case 'choice':
    case 'link':
      return ['facts', 'section', 'hidden'];
    case 'rich-text':
      return ['section', 'hidden'];
    case 'media':
      return ['gallery', 'hidden'];
    case 'relation':
      return ['cards', 'facts', 'hidden'];
    case 'list':
      return Array.isArray(field.of) ? displaysOfRecords(field.of) : ['facts', 'section', 'hidden'];
  }
}

/** Records with nothing but a picture and texts are a gallery, those with only a relation are cards. */
function displaysOfRecords(members: FieldDefinition[]): FieldDisplay[] {
  const kinds = new Set(members.map(({ kind }) => kind));
  const displays: FieldDisplay[] = ['section', 'hidden'];
  if (kinds.has('relation')) kinds.size === 1 ? displays.unshift('cards') : displays.push('cards');
  if (kinds.has('media')) {
    kinds.delete('text');
    kinds.size === 1 ? displays.unshift('gallery') : displays.push('gallery');
  }
  return displays;
}

/** How a field of a type is shown. Questions show only their answer. */
export function displayOf(type: Pick<ContentType, 'appearsAs'>, field: FieldDefinition): FieldDisplay {
  if (type.appearsAs === 'faq') return 'hidden';
  return field.show ?? displaysOf(field)[0] ?? 'hidden';
}
