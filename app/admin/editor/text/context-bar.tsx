import type { Editor } from '@tiptap/core';
import type { EditorView } from '@tiptap/pm/view';
import { useEditorState } from '@tiptap/react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Locale } from '#core/locales/locale.ts';
import { itemOfLink } from '#core/rich-text/link-target.ts';
import { CALLOUT_KINDS } from '#core/rich-text/node-rules.ts';
import { plainKey } from '../../../ui/kit/plain-key.ts';
import { LinkedItem } from '../links/link-dialog.tsx';
import type { CalloutKind } from '../schema/own-nodes.ts';
import { blockAtCaret } from './text-editor.ts';
import { roomBelow, showUnitMarks } from './unit-marks.ts';

type Context = { kind: 'link'; href: string } | { kind: 'table' } | { kind: 'callout'; callout: CalloutKind };

const BUTTON =
  'min-h-11 rounded-control px-3 text-fine font-medium hover:bg-tint active:bg-sunken aria-pressed:bg-tint aria-pressed:text-action sm:min-h-9';

/** Space above the tools, in CSS pixels. */
const GAP = 8;

/** Space below the tools of a block in CSS pixels, which has a line for the state of the next one. */
const GAP_BELOW = 24;

/** Tools for the link, table or callout at the caret, below its block, which push what follows; Escape returns to the text. */
export function ContextBar({
  editor,
  language,
  onLink,
}: {
  editor: Editor;
  /** The language of the text. */
  language: Locale;
  onLink: () => void;
}) {
  const t = useTranslations('editor');
  const bar = useRef<HTMLDivElement>(null);
  const state = useEditorState({
    editor,
    selector: () => ({ context: editor.isEditable ? contextOf(editor) : undefined, from: editor.state.selection.from }),
    equalityFn: (a, b) => JSON.stringify(a) === JSON.stringify(b),
  });
  const { context, from } = state ?? {};
  useBarPlace(bar, editor, context, from);
  if (!context) return null;
  const item = context.kind === 'link' ? itemOfLink(context.href) : undefined;
  const chain = () => editor.chain().focus();
  const press = (label: string, onPress: () => void, pressed?: boolean) => (
    <button key={label} type="button" aria-pressed={pressed} onClick={onPress} className={BUTTON}>
      {label}
    </button>
  );
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={t(
        context.kind === 'link' ? 'link.title' : context.kind === 'table' ? 'table.label' : 'callouts.label',
      )}
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (plainKey(event) !== 'Escape') return;
        event.preventDefault();
        editor.commands.focus();
      }}
      className="absolute z-20 flex max-w-full flex-wrap items-center gap-0.5 rounded-control border border-line bg-raised p-1 text-ink"
    >
      {context.kind === 'link' && (
        <>
          <span className="max-w-60 truncate px-2 text-fine text-ink-soft">
            {item === undefined ? (
              t('link.bar', { address: context.href })
            ) : (
              <LinkedItem id={item} language={language} />
            )}
          </span>
          {press(t('link.edit'), onLink)}
          {press(t('link.remove'), () => chain().unlink().run())}
        </>
      )}
      {context.kind === 'table' && (
        <>
          {press(t('table.addRow'), () => chain().addRowAfter().run())}
          {press(t('table.addColumn'), () => chain().addColumnAfter().run())}
          {press(t('table.deleteRow'), () => chain().deleteRow().run())}
          {press(t('table.deleteColumn'), () => chain().deleteColumn().run())}
          {press(t('table.header'), () => chain().toggleHeaderRow().run())}
          {press(t('table.delete'), () => chain().deleteTable().run())}
        </>
      )}
      {context.kind === 'callout' && (
        <>
          {CALLOUT_KINDS.map((kind) =>
            press(t(`callouts.${kind}`), () => chain().setCallout(kind).run(), kind === context.callout),
          )}
          {press(t('callouts.unset'), () => chain().unsetCallout().run())}
        </>
      )}
    </div>
  );
}

function contextOf(editor: Editor): Context | undefined {
  const { href } = editor.getAttributes('link');
  if (typeof href === 'string' && editor.state.selection.empty) return { kind: 'link', href };
  if (editor.isActive('table')) return { kind: 'table' };
  if (editor.isActive('callout')) return { kind: 'callout', callout: editor.getAttributes('callout').kind };
  return undefined;
}

/** Places the bar below the block of the caret, and keeps room for it there. @param from where the caret is */
function useBarPlace(
  bar: RefObject<HTMLDivElement | null>,
  editor: Editor,
  context: Context | undefined,
  from: number | undefined,
): void {
  /** The block with room for the tools of a link: one at a time, so that a text with many links keeps its form. */
  const linked = useRef<string>(undefined);

  useLayoutEffect(() => {
    const { current } = bar;
    const frame = current?.offsetParent;
    if (!current || !frame || !context || from === undefined || editor.isDestroyed) return;
    const { $from } = editor.state.selection;
    const isLink = context.kind === 'link';
    const block = blockAtCaret(editor);
    const position = isLink ? $from.before() : block?.position;
    const element = position === undefined ? null : editor.view.nodeDOM(position);
    const caret = editor.view.coordsAtPos(from);
    const at = element instanceof HTMLElement ? element.getBoundingClientRect() : caret;
    const height = GAP + current.offsetHeight + GAP_BELOW;
    if (isLink && $from.depth > 1) keepInnerRoom(editor.view, { position: $from.before(), height });
    else if (block) {
      keepRoom(editor.view, block.id, height, isLink ? linked.current : undefined);
      if (isLink) linked.current = block.id;
    }
    const origin = frame.getBoundingClientRect();
    const left = (isLink ? caret : at).left - origin.left;
    current.style.top = `${at.bottom - origin.top + GAP}px`;
    current.style.left = `${Math.max(0, Math.min(left, origin.width - current.offsetWidth))}px`;
  }, [bar, editor, context, from]);
}

/**
 * Keeps room below a block for its tools. It stays, so that nothing moves where the caret goes back and forth.
 * @param former a block that needs its room no more
 */
function keepRoom(view: EditorView, id: string, height: number, former = id): void {
  const { tools } = roomBelow(view);
  if (height <= (tools.get(id) ?? 0)) return;
  const next = new Map(tools).set(id, height);
  if (former !== id) next.delete(former);
  showUnitMarks(view, { tools: next });
}

/** The same below a block inside another one, for one at a time. */
function keepInnerRoom(view: EditorView, inner: { position: number; height: number }): void {
  const { inner: kept } = roomBelow(view);
  if (kept?.position !== inner.position || inner.height > kept.height) showUnitMarks(view, { inner });
}
