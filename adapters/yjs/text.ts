import * as Y from 'yjs';
import { textChanges } from '#core/shared-text/text-changes.ts';
import { diffWords } from './diff-words.ts';

/** The plain text of a shared text. Embedded objects, which only a manipulated client writes, are ignored. */
export function readText(text: Y.Text): string {
  return text.toString().toWellFormed();
}

/** Changes a shared text where it differs. */
export function writeText(text: Y.Text, value: string): void {
  for (const { index, remove, insert } of textChanges(text.toString(), value.toWellFormed(), diffWords).toReversed()) {
    if (remove > 0) text.delete(index, remove);
    if (insert !== '') text.insert(index, insert, {});
  }
}

/** Creates a shared text. */
export function createText(value: string): Y.Text {
  return new Y.Text(value.toWellFormed());
}
