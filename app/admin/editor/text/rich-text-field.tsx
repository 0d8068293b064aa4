import type { EditorProps } from '@tiptap/pm/view';
import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { type ComponentProps, memo, useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import type { Awareness } from 'y-protocols/awareness';
import type { Doc } from 'yjs';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { matchCommand } from '../../../ui/kit/command-palette/match-command.ts';
import { createStore } from '../../../ui/kit/create-store.ts';
import { ChooseFiles, HANDED_OUT, PICTURES } from '../../files/choose/choose-files.tsx';
import { useDesk } from '../context/desk-context.tsx';
import type { EditedLanguage } from '../context/read-editor.ts';
import { colorOf, type PresentUser } from '../drafts/presence.ts';
import { LinkDialog } from '../links/link-dialog.tsx';
import { type Pasting, usePasting } from '../paste/use-paste.ts';
import { isOfOthers } from '../shared-text/sync-meta.ts';
import { ContextBar } from './context-bar.tsx';
import { insertChosen } from './insert-picture.ts';
import { type Insertion, insertionLabel, insertionsFor, type RequestPicture } from './insertions.ts';
import { TextPictures } from './media-views.tsx';
import { matchesShortcut, SHORTCUTS } from './shortcuts.ts';
import { SlashMenu, type SlashMenuHandle } from './slash-menu.tsx';
import type { TextEditor } from './text-editor.ts';
import { textExtensions } from './text-extensions.ts';
import { Toolbar } from './toolbar.tsx';
import { dropPosition, type PictureFiles, usePictureFiles } from './use-picture-files.ts';

/** Margins that keep the caret clear of bars when scrolling. */
const CLEAR_OF_BARS = {
  left: 0,
  right: 0,
  /** Below the action bar and the toolbar. */
  get top() {
    const heights = ['[data-desk-bar]', '[data-text-bar]'].map(
      (bar) => document.querySelector(bar)?.getBoundingClientRect().height ?? 0,
    );
    return heights.reduce((sum, height) => sum + height, 16);
  },
  /** Above the state of the block, where it is below the text; it is higher if the preview is below it. */
  get bottom() {
    const panel = document.querySelector('[data-desk-panel="below"]')?.getBoundingClientRect();
    return Math.max(0, window.innerHeight - (panel?.top ?? window.innerHeight)) + 16;
  },
};

interface RichTextFieldProps {
  doc: Doc;
  /** The name of the shared text: `DRAFT_BODY` or that of a field. */
  name: string;
  awareness: Awareness;
  language: EditedLanguage;
  canEdit: boolean;
  /** The accessible label of the text. */
  label: string;
  /** Called with the editor once it exists, and with nothing when it is destroyed. */
  onEditor?: (editor: TextEditor | undefined) => void;
  /** Called after a change of this person. */
  onOwnChange?: (() => void) | undefined;
}

/** A shared rich text with its toolbar. Its parts follow the editor by themselves, not what is rendered around them. */
export const RichTextField = memo(function RichTextField(props: RichTextFieldProps) {
  const { doc, name, awareness, language, canEdit, label, onEditor, onOwnChange } = props;
  const t = useTranslations('editor');
  const id = useId();
  const { user, canUpload, blocks } = useDesk();
  const insertions = useMemo(() => insertionsFor({ canUpload, blocks }), [canUpload, blocks]);
  const pasting = usePasting();
  const pictures = usePictureFiles();
  const toolbar = useRef<HTMLDivElement>(null);
  /** The text that was left for its toolbar: from there, Tab skips the text. */
  const passed = useRef<HTMLElement>(undefined);
  const [dialog, setDialog] = useState<'link'>();
  const [chosenFor, setChosenFor] = useState<ChosenFor>();
  const textPictures = useMemo(
    () => ({ language: language.code, addToGallery: (key: string) => setChosenFor({ kind: 'gallery', key }) }),
    [language.code],
  );
  const requestPicture: RequestPicture = (kind) => setChosenFor({ kind });

  const slashMenu = useSlashMenu(insertions, setChosenFor);
  // Contrary to its type, it is null if React took longer than a tick to show the field; the next render has it.
  const editor: Editor | null = useEditor(
    {
      injectCSS: false,
      editable: canEdit,
      onUpdate: ({ transaction }) => {
        if (!isOfOthers(transaction)) onOwnChange?.();
      },
      extensions: textExtensions({
        pasteNotes: pasting.extension,
        doc,
        name,
        awareness,
        user: { id: user.id, name: user.name, color: colorOf(user.id) } satisfies PresentUser,
        placeholder: canEdit ? t('text.placeholder') : '',
        slashMenu,
        toToolbar: (text) => {
          toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
          passed.current = text;
          text.tabIndex = -1;
        },
        editLink: () => setDialog('link'),
      }),
      editorProps: editorProps({ label, language, canEdit, hintId: `${id}-hint` }, pasting, pictures),
    },
    [doc, name, canEdit],
  );

  useEffect(() => {
    if (!editor) return undefined;
    onEditor?.({ editor });
    return () => onEditor?.(undefined);
  }, [editor, onEditor]);

  if (!editor) return null;
  return (
    <div className="relative">
      {canEdit && (
        <TextBar
          ref={toolbar}
          editor={editor}
          language={language.name}
          insertions={insertions}
          progress={pictures.progress}
          onLink={() => setDialog('link')}
          onPicture={requestPicture}
          onLeave={() => {
            if (passed.current) passed.current.tabIndex = 0;
          }}
        />
      )}
      <p id={`${id}-hint`} className="sr-only">
        {canEdit ? t('text.hint') : t('page.readOnly')}
      </p>
      <RemovedWords editor={editor} canEdit={canEdit} />
      <TextPictures value={textPictures}>
        <EditorContent editor={editor} className="draft-surface" />
      </TextPictures>
      <ContextBar editor={editor} language={language.code} onLink={() => setDialog('link')} />
      <SlashMenu id={`${id}-slash`} menu={slashMenu} editor={editor} />
      <LinkDialog
        editor={editor}
        language={language.code}
        open={dialog === 'link'}
        onClose={() => setDialog(undefined)}
      />
      <FileChoice editor={editor} chosenFor={chosenFor} onClose={() => setChosenFor(undefined)} />
    </div>
  );
});

/** What files are chosen for: a picture of its own, a gallery, a new one without a key, or files to hand out. */
interface ChosenFor {
  kind: 'image' | 'gallery' | 'file';
  key?: string;
}

const TITLES = { image: 'picture.insert', gallery: 'gallery.add', file: 'file.insert' } as const;

interface FileChoiceProps {
  editor: Editor;
  chosenFor: ChosenFor | undefined;
  onClose: () => void;
}

/** Chooses files to insert after the block at the caret, or pictures to add to a gallery. */
function FileChoice({ editor, chosenFor, onClose }: FileChoiceProps) {
  const t = useTranslations('editor');
  const { paths, item } = useDesk();
  const kind = chosenFor?.kind ?? 'image';
  /** Whether the focus returns to the text: it came from there, or from a menu of it. */
  const isFromText = useRef(true);
  if (chosenFor) isFromText.current = chosenFor.key === undefined;
  return (
    <ChooseFiles
      open={chosenFor !== undefined}
      onClose={onClose}
      title={t(TITLES[kind])}
      path={paths.files}
      kinds={kind === 'file' ? HANDED_OUT : PICTURES}
      item={item.id}
      isMultiple={kind !== 'image'}
      onChoose={(ids) => {
        const { tr } = editor.state;
        insertChosen(tr, ids, kind, chosenFor?.key);
        editor.view.dispatch(tr);
        onClose();
      }}
      onCloseAutoFocus={(event) => {
        if (!isFromText.current) return;
        event.preventDefault();
        editor.commands.focus();
      }}
    />
  );
}

/** The toolbar, which stays in view, and below it that a picture is being sent. */
function TextBar({ progress, ...toolbar }: ComponentProps<typeof Toolbar> & Pick<PictureFiles, 'progress'>) {
  const t = useTranslations('editor.picture');
  return (
    <div data-text-bar className="sticky top-[var(--desk-bar)] z-20">
      <Toolbar {...toolbar} />
      <p role="status" className="absolute end-0 top-full text-fine text-ink-soft">
        {progress && (
          <span className="block rounded-control bg-raised px-3 py-1 shadow-lg">
            {progress.total > 1 ? t('uploadingOf', progress) : t('uploading')}
          </span>
        )}
      </p>
    </div>
  );
}

interface TextAttributes extends Pick<RichTextFieldProps, 'label' | 'language' | 'canEdit'> {
  /** The id of the element that describes the text. */
  hintId: string;
}

/** The attributes of the text's element, and what happens to what is pasted and dropped there. */
function editorProps(
  { label, language, canEdit, hintId }: TextAttributes,
  pasting: Pasting,
  pictures: PictureFiles,
): EditorProps {
  return {
    scrollThreshold: CLEAR_OF_BARS,
    scrollMargin: CLEAR_OF_BARS,
    attributes: {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': label,
      'aria-describedby': hintId,
      'aria-readonly': String(!canEdit),
      tabindex: '0',
      lang: language.tag,
      dir: language.direction,
      class: 'prose draft-text',
    },
    ...pasting.props,
    handlePaste: (view, event) => pictures.take(view, event.clipboardData, view.state.selection.$to),
    handleDrop: (view, event, _slice, moved) =>
      !moved && pictures.take(view, event.dataTransfer, dropPosition(view, event)),
    handleDOMEvents: {
      ...pasting.events,
      // The command palette uses the same shortcut elsewhere, for example in texts without links.
      keydown: (_view, event) => {
        if (canEdit && matchesShortcut(event, SHORTCUTS.link)) event.stopPropagation();
        return false;
      },
    },
  };
}

function useSlashMenu(insertions: readonly Insertion[], choose: (chosenFor: ChosenFor) => void): SlashMenuHandle {
  const t = useTranslations('editor');
  return useMemo(
    () => ({
      state: createStore(undefined),
      find: (query) =>
        insertions.filter(
          (entry) =>
            matchCommand(
              insertionLabel((name) => t(`tools.${name}`), entry),
              query,
              [entry.name],
            ) > 0,
        ),
      insert: (editor, entry) => entry.run(editor, (kind) => choose({ kind })),
    }),
    [t, choose, insertions],
  );
}

interface RemovedBlock {
  key: string;
  words: string;
}

/** Longest part of a block that is shown, in characters. */
const MAX_WORDS = 160;

/**
 * Tells of words in blocks that somebody removed without having seen them: they are in the text, until somebody decides to keep
 * or to remove them.
 */
function RemovedWords({ editor, canEdit }: { editor: Editor; canEdit: boolean }) {
  const t = useTranslations('editor.text.removed');
  const { sync } = editor.storage.sharedText;
  const removed = useSyncExternalStore(sync.onShown, () => JSON.stringify(findRemoved(editor)));
  const blocks = JSON.parse(removed) as RemovedBlock[];
  return (
    <div role="status">
      {blocks.map(({ key, words }) => (
        <div key={key} className="my-2 rounded-card border border-line bg-tint p-3">
          <p>{t('lead')}</p>
          <blockquote className="my-2 border-s-4 border-line ps-3">{words}</blockquote>
          {canEdit && (
            <div className="flex flex-wrap gap-2">
              <button type="button" className={buttonStyle('action')} onClick={() => sync.keepRemoved(key)}>
                {t('keep')}
              </button>
              <button type="button" className={buttonStyle('plain')} onClick={() => removeBlock(editor, key)}>
                {t('remove')}
              </button>
            </div>
          )}
        </div>
      ))}
    </div>
  );
}

function findRemoved({ storage }: Editor): RemovedBlock[] {
  return storage.sharedText.sync.reading.leaves
    .filter(({ isRemoved, text }) => isRemoved && text.trim() !== '')
    .map(({ key, text }) => ({ key, words: text.length > MAX_WORDS ? `${text.slice(0, MAX_WORDS)}…` : text }));
}

function removeBlock({ state, view }: Editor, key: string): void {
  const transaction = state.tr;
  state.doc.descendants((node, position) => {
    if (node.isTextblock && node.attrs.key === key) transaction.deleteRange(position, position + node.nodeSize);
    return !node.isTextblock;
  });
  view.dispatch(transaction);
  view.focus();
}
