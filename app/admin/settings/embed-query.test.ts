import { expect, test } from 'vitest';
import { testConfig } from '../../../test/helpers/content/create-content-site.ts';
import { embedSnippet, readEmbedChoice } from './embed-query.ts';

const read = (query: string) => readEmbedChoice(new URLSearchParams(query), testConfig, 'es');

test('the widget shows what the form asks for', () => {
  const choice = read('language=en&type=notice&count=3&theme=dark');
  expect(choice).toEqual({ props: { language: 'en', type: 'notice', count: 3 }, theme: 'dark' });
  expect(embedSnippet('https://site.example', choice)).toBe(
    '<script async src="https://site.example/embed/latest.js" data-language="en" data-type="notice" data-count="3" data-theme="dark"></script>',
  );
});

test.each([
  '',
  'type=&theme=',
  'language=xx',
  'type=faqs',
  'count=0',
  'count=%22%3E%3Cscript%3E',
  'type=%22%3E%3Cscript%3E',
  'theme=%22%3E%3Cscript%3E',
])('"%s" is the widget of the page’s language with everything', (query) => {
  expect(embedSnippet('https://site.example', read(query))).toBe(
    '<script async src="https://site.example/embed/latest.js" data-language="es" data-count="5" data-theme="auto"></script>',
  );
});
