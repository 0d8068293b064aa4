import type { AnyExtension } from '@tiptap/core';
import { type ParseOptions, DOMParser as SliceParser } from '@tiptap/pm/model';
import type { EditorProps, EditorView } from '@tiptap/pm/view';
import { useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useToasts } from '../../../ui/kit/toasts/toaster.tsx';
import { useDesk } from '../context/desk-context.tsx';
import type { LeftOut } from './left-out.ts';
import { type NoteWords, PasteNotes, type PasteReport } from './paste-notes.ts';

type Reader = Pick<typeof import('./paste-plain-text.ts'), 'cleanPastedHtml' | 'readText'>;

/** Reads pasted texts once somebody writes. */
let reader: Reader | undefined;
let loading: Promise<void> | undefined;

function load(): Promise<void> {
  loading ??= import('./paste-plain-text.ts').then(({ cleanPastedHtml, readText }) => {
    reader = { cleanPastedHtml, readText };
  });
  // A later attempt may succeed.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** What an editor needs for pasting. */
export interface Pasting {
  props: Pick<EditorProps, 'transformPastedHTML' | 'clipboardTextParser'>;
  events: {
    focus(view: EditorView): boolean;
    paste(view: EditorView, event: ClipboardEvent): boolean;
  };
  extension: AnyExtension;
}

/**
 * Pasting from other programs. What was left out is told where it would be, and by a toast; the lines of a page can be joined. What
 * reads pasted texts is loaded when somebody begins to write.
 */
export function usePasting(): Pasting {
  const t = useTranslations('editor.paste');
  const toasts = useToasts();
  const { blocks } = useDesk();
  const report = useRef<PasteReport>(undefined);
  return useMemo(() => {
    const tell = (next: PasteReport) => {
      report.current = next;
      for (const toast of summaries(next.leftOut)) {
        const { count, kind } = toast;
        toasts.add({
          tone: 'warning',
          title: t(kind, { count }),
          ...(kind === 'pictures' && { description: t('picturesHow', { count }) }),
        });
      }
    };
    const takeReport = () => {
      const taken = report.current;
      report.current = undefined;
      return taken;
    };
    return {
      extension: PasteNotes.configure({ takeReport, words: () => wordsOf(t) }),
      props: {
        transformPastedHTML(html) {
          if (!reader) return html;
          const { leftOut, html: cleaned } = reader.cleanPastedHtml(html);
          tell({ leftOut });
          return cleaned;
        },
        clipboardTextParser(text, $context, isPlain) {
          const parser = SliceParser.fromSchema($context.doc.type.schema);
          const parse = (html: string, options?: ParseOptions) =>
            parser.parseSlice(new DOMParser().parseFromString(html, 'text/html').body, options);
          if (isPlain || !reader) {
            return parser.parseSlice(linesOf(text), { preserveWhitespace: true, context: $context });
          }
          const read = reader.readText(text, blocks);
          const { joined } = read;
          tell({ leftOut: read.leftOut, ...(joined !== undefined && { joined: () => parse(joined) }) });
          return parse(read.html, { preserveWhitespace: read.isPlain, context: $context });
        },
      },
      events: {
        focus() {
          load().catch(() => {});
          return false;
        },
        paste(view, event) {
          if (reader || !event.clipboardData) return false;
          event.preventDefault();
          pasteOnceLoaded(view, copyOf(event.clipboardData), () => toasts.add({ tone: 'warning', title: t('plain') }));
          return true;
        },
      },
    };
  }, [t, toasts, blocks]);
}

/** Pastes again once the reader is there; without it, the words alone. */
function pasteOnceLoaded(view: EditorView, clipboardData: DataTransfer, onFailure: () => void): void {
  load()
    .then(() => {
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      if (!view.isDestroyed) view.dom.dispatchEvent(event);
    })
    .catch(() => {
      if (view.isDestroyed) return;
      onFailure();
      view.pasteText(clipboardData.getData('text/plain'));
    });
}

/** The data of an event are gone after it. */
function copyOf(data: DataTransfer): DataTransfer {
  const copy = new DataTransfer();
  for (const type of data.types) if (type !== 'Files') copy.setData(type, data.getData(type));
  for (const file of data.files) copy.items.add(file);
  return copy;
}

/** Each line is a paragraph. */
function linesOf(text: string): HTMLElement {
  const body = document.createElement('div');
  for (const line of text.split(/(?:\r\n?|\n)+/)) {
    body.append(Object.assign(document.createElement('p'), { textContent: line }));
  }
  return body;
}

type SummaryKind = 'pictures' | 'links' | 'frames';

/** How many pictures, links and other parts were left out. */
function summaries(leftOut: readonly LeftOut[]): { kind: SummaryKind; count: number }[] {
  const kindOf = ({ kind }: LeftOut): SummaryKind =>
    kind === 'picture' ? 'pictures' : kind === 'link' ? 'links' : 'frames';
  return [...Map.groupBy(leftOut, kindOf)].map(([kind, { length: count }]) => ({ kind, count }));
}

function wordsOf(t: ReturnType<typeof useTranslations<'editor.paste'>>): NoteWords {
  return {
    leftOut: ({ kind, what }) => t(`here.${kind}`, { what, named: what === '' ? 'no' : 'yes' }),
    dismiss: t('dismiss'),
    lines: {
      lead: t('lines.lead'),
      join: t('lines.join'),
      keep: t('lines.keep'),
      joined: t('lines.joined'),
      undo: t('lines.undo'),
    },
  };
}
