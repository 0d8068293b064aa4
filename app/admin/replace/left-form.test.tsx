import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import messages from '../../../locales/en/admin.json' with { type: 'json' };
import { partial } from '../../../test/helpers/partial.ts';
import { LeftForm } from './left-form.tsx';
import type { ReplaceData } from './read-replace.ts';
import type { ReplaceDone } from './use-replace-run.ts';

const PLACE = { itemId: 'a', part: 'es', key: 'title', before: '', match: '1', after: '', nth: 0, former: [] };

function formOf(answer: Pick<ReplaceDone, 'intent' | 'left' | 'undo' | 'isMinor'>): string {
  const query = { words: 'x', language: '', type: '', whole: true, exact: false };
  const page = partial<ReplaceData>({ path: '/admin/replace', query });
  const result = partial<ReplaceDone>({ kind: 'done', replacement: 'y', ...answer });
  const element = (
    <IntlProvider locale="en" timeZone="UTC" messages={{ admin: messages }}>
      <LeftForm result={result} page={page} />
    </IntlProvider>
  );
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
}

/** The hidden fields of the form that goes on. */
function fieldsOf(html: string): string[] {
  return [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => `${name}=${value}`);
}

test('what there was no time for goes on by a form, which keeps what undoes the rest', () => {
  const left = { places: ['b/es/1', 'c/en/2'], undo: [] };
  const html = formOf({ intent: 'replace', left, undo: [PLACE], isMinor: true });
  expect(fieldsOf(html)).toEqual([
    'intent=replace',
    'words=x',
    'replacement=y',
    'whole=yes',
    'minor=yes',
    'place=b/es/1',
    'place=c/en/2',
    expect.stringContaining('undo=[{&quot;itemId&quot;:&quot;a&quot;'),
  ]);
  const undoing = formOf({ intent: 'undo', left: { places: [], undo: [PLACE] }, undo: [], isMinor: false });
  expect(fieldsOf(undoing).at(-1)).toContain('undo=[{&quot;itemId&quot;:&quot;a&quot;');
  expect(fieldsOf(formOf({ intent: 'replace', left: { places: [], undo: [] }, undo: [], isMinor: false }))).toEqual([]);
});
