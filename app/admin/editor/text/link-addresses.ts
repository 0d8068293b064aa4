import { Extension } from '@tiptap/core';
import { Plugin, TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { plainKey } from '../../../ui/kit/plain-key.ts';
import { findAddresses, onlyAddress } from '../links/find-addresses.ts';

/** An address that was typed becomes a link with the space or Enter after it; pasted over words, it links them. */
export const LinkAddresses = Extension.create({
  name: 'linkAddresses',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleTextInput(view, _from, _to, text) {
          if (/^\s$/.test(text)) linkBeforeCaret(view);
          return false;
        },
        handleKeyDown(view, event) {
          if (plainKey(event, { withShift: true }) === 'Enter') linkBeforeCaret(view);
          return false;
        },
        handlePaste: (view, { clipboardData }) => linkSelection(view, clipboardData?.getData('text/plain') ?? ''),
      },
    }),
  ],
});

function linkBeforeCaret(view: EditorView): void {
  const { selection, schema, tr } = view.state;
  const link = schema.marks.link;
  const { $from } = selection;
  if (!link || !selection.empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '￼');
  const found = findAddresses(before).at(-1);
  // The punctuation after an address may stand between it and the caret.
  if (!found || !/^[.,;:!?)\]'»”’]*$/u.test(before.slice(found.to))) return;
  const [from, to] = [$from.start() + found.from, $from.start() + found.to];
  const { code } = schema.marks;
  if (view.state.doc.rangeHasMark(from, to, link) || (code && view.state.doc.rangeHasMark(from, to, code))) return;
  view.dispatch(tr.addMark(from, to, link.create({ href: found.href })).removeStoredMark(link));
}

/** @returns whether the pasted text was an address and words were selected, which are linked then */
function linkSelection(view: EditorView, pasted: string): boolean {
  const { selection, schema, tr } = view.state;
  const href = onlyAddress(pasted);
  const link = schema.marks.link;
  const { $from, $to, from, to } = selection;
  if (href === undefined || !link || !(selection instanceof TextSelection) || selection.empty) return false;
  if (!$from.sameParent($to) || !$from.parent.type.allowsMarkType(link) || $from.parent.type.spec.code) return false;
  view.dispatch(tr.addMark(from, to, link.create({ href })).scrollIntoView());
  return true;
}
