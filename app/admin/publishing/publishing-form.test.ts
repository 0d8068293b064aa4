import { expect, test } from 'vitest';
import { readPublishingForm } from './publishing-form.ts';

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
  );
  expect(form?.accepted).toEqual(['en summary-missing ', 'es link-other-language x']);
});

test('languages are each named once, in the order of the form; one that the item lacks stays, to be refused', () => {
  const fields = ['es', 'en', 'es', 'fr', '../x'].map((code): [string, string] => ['languages', code]);
  expect(readPublishingForm(formOf([['intent', 'publish'], ...fields]))?.languages).toEqual(['es', 'en', 'fr']);
});

test('a form that asks for nothing the page does is none', () => {
  expect(readPublishingForm(formOf([['intent', 'anything']]))).toBeUndefined();
});
