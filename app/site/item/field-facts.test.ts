import { describe, expect, it } from 'vitest';
import type { FieldValues } from '#core/content/item.ts';
import type { ContentType, FieldDefinition } from '#core/content-types/content-type.ts';
import site from '#site-config';
import type { PageServices } from '../../context/context.ts';
import { fieldFacts } from './field-facts.ts';

const labels = { es: 'Campo', en: 'Field' };

function facts(locale: string, field: Record<string, unknown>, value: FieldValues[string]) {
  const type = {
    fields: [{ key: 'f', labels, localized: false, ...field } as unknown as FieldDefinition],
  } as ContentType;
  return fieldFacts({ config: site } as PageServices, locale, type, { f: value }, { yes: 'Sí', no: 'No' });
}

describe('the facts of an item', () => {
  it('writes numbers with their unit as the language does', () => {
    expect(facts('es', { kind: 'number', unit: 'minute' }, 30)).toEqual([{ label: 'Campo', value: '30 minutos' }]);
    expect(facts('en', { kind: 'number', unit: 'hour' }, 1)).toEqual([{ label: 'Field', value: '1 hour' }]);
  });

  it('writes a date without shifting it by a time zone', () => {
    expect(facts('en', { kind: 'date' }, '2026-03-01')).toEqual([{ label: 'Field', value: 'March 1, 2026' }]);
  });

  it('tells a choice by its label, and yes and no in words', () => {
    const choices = [{ value: 'mri', labels: { es: 'Resonancia', en: 'MRI' } }];
    expect(facts('es', { kind: 'choice', choices }, 'mri')).toEqual([{ label: 'Campo', value: 'Resonancia' }]);
    expect(facts('es', { kind: 'boolean' }, false)).toEqual([{ label: 'Campo', value: 'No' }]);
  });

  it('gives a list of texts as steps', () => {
    expect(facts('es', { kind: 'list', of: 'text' }, ['Uno', 'Dos'])).toEqual([
      { label: 'Campo', steps: ['Uno', 'Dos'] },
    ]);
  });

  it('leaves out what is empty or has no value', () => {
    expect(facts('es', { kind: 'text' }, '')).toEqual([]);
    expect(facts('es', { kind: 'list', of: 'text' }, [])).toEqual([]);
  });
});
