import type { Editor } from '@tiptap/core';
import { useTranslations } from 'use-intl';
import type { Locale } from '#core/locales/locale.ts';
import { itemOfLink, linkToItem } from '#core/rich-text/link-target.ts';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { Dialog } from '../../../ui/kit/dialog.tsx';
import { LinkPicker } from './link-picker.tsx';
import { useLinkTitle } from './use-link-search.ts';

interface LinkDialogProps {
  editor: Editor;
  language: Locale;
  open: boolean;
  onClose: () => void;
}

/** Links the selected words, or inserts the title of the chosen page if nothing is selected. */
export function LinkDialog({ editor, language, open, onClose }: LinkDialogProps) {
  const t = useTranslations('editor.link');
  const current = open ? (editor.getAttributes('link').href as string | undefined) : undefined;
  const item = current === undefined ? undefined : itemOfLink(current);
  function choose(href: string, title: string) {
    if (editor.state.selection.empty && current === undefined) {
      editor.commands.insertContent({ type: 'text', text: title, marks: [{ type: 'link', attrs: { href } }] });
    } else {
      editor.commands.linkTo(href);
    }
    onClose();
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('title')}
      description={t('lead')}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        editor.commands.focus();
      }}
    >
      {item !== undefined && (
        <p className="mb-3 min-h-6 break-words">
          <LinkedItem id={item} language={language} />
        </p>
      )}
      <LinkPicker
        language={language}
        initial={item === undefined ? (current ?? '') : ''}
        onChoose={(href, target) => choose(href, target?.title ?? href.replace(/^(?:https:\/\/|mailto:|tel:)/, ''))}
      />
      {current !== undefined && (
        <button
          type="button"
          className={`mt-3 ${buttonStyle('danger')}`}
          onClick={() => {
            editor.commands.unlink();
            onClose();
          }}
        >
          {t('remove')}
        </button>
      )}
    </Dialog>
  );
}

/** The title of a linked item. */
export function LinkedItem({ id, language }: { id: string; language: Locale }) {
  const t = useTranslations('editor.link');
  const found = useLinkTitle(linkToItem(id), language);
  switch (found.kind) {
    case 'found':
      return found.isGone ? t('gone') : t('bar', { address: t('item', { title: found.title }) });
    case 'failed':
      return t('bar', { address: id });
    case 'searching':
      return t('searching');
  }
}
