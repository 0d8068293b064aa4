import { expect, test } from 'vitest';
import { partial } from '../../test/helpers/partial.ts';
import { createReporter } from './import-report.ts';
import type { SourcedItem } from './item-reader.ts';

test('what is equal is one line with its number, and hides nothing else', () => {
  const reporter = createReporter();
  const [first, second] = ['a.md', 'b.md'].map((file) => partial<SourcedItem>({ file, lineOf: () => 3 }));
  const tag = { path: ['tags'], message: 'no such tag' };
  for (const source of [first, second]) {
    if (!source) continue;
    reporter.begin(source);
    const notes = source === first ? [tag, { path: ['title'], message: 'is cut' }, tag, tag] : [tag];
    reporter.accept(source, source.file, 'created', { heldBack: [], notes });
  }
  expect(reporter.report([]).notes).toEqual([
    'a.md:3: tags: no such tag (3 times)',
    'a.md:3: title: is cut',
    'b.md:3: tags: no such tag',
  ]);
});
