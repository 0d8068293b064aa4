import { expect, test } from 'vitest';
import { articleOf } from '../../../test/helpers/write-items.ts';
import { readPublishingForm } from './publishing-form.ts';

const text = { title: 'Ayuno', slug: 'ayuno', paragraphs: [] };
const item = articleOf('ayuno', { es: text, en: text });

const formOf = (fields: [string, string][]) => {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
};

test('warnings that were said yes to are read as a browser without script sends them too', () => {
  const accepted = 'en summary-missing \r\nes link-other-language x';
  const form = readPublishingForm(
    formOf([
      ['intent', 'publish'],
      ['accepted', accepted],
    ]),
    item,
  );
  expect(form?.accepted).toEqual(['en summary-missing ', 'es link-other-language x']);
});

test('languages are each named once; one that the item lacks stays, to be refused', () => {
  const fields = ['en', 'es', 'en', 'fr', '../x'].map((code): [string, string] => ['languages', code]);
  expect(readPublishingForm(formOf([['intent', 'publish'], ...fields]), item)?.languages).toEqual(['es', 'en', 'fr']);
});

test('a form that asks for nothing the page does is none', () => {
  expect(readPublishingForm(formOf([['intent', 'anything']]), item)).toBeUndefined();
});
