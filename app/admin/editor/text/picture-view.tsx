import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import removeIcon from '~icons/lucide/trash-2';
import { useLocale } from '../../../i18n/message-provider.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { iconButtonStyle } from '../../../ui/kit/button-style.ts';
import { FieldErrors, inputStyle } from '../../../ui/kit/forms/field.tsx';
import type { PictureAttributes } from '../schema/picture.ts';

/** A picture in the text, with inputs for its alternative text and caption. */
export function PictureView({ node, editor, selected, updateAttributes, deleteNode }: NodeViewProps) {
  const t = useTranslations('editor.picture');
  const id = useId();
  const { language, direction } = useLocale();
  /** Labels are in the page's language; input is in the language of the text. */
  const ofPage = { lang: language, dir: direction };
  const { media, alt, caption } = node.attrs as PictureAttributes;
  const canEdit = editor.isEditable;
  const isUndescribed = alt === null;
  /** The previous alternative text, restored when a picture is no longer decorative. */
  const described = useRef<string>(null);
  return (
    <NodeViewWrapper
      as="figure"
      contentEditable={false}
      className={`rounded-control border p-3 ${selected ? 'border-action' : 'border-line'}`}
    >
      <div className="grid gap-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
        <img
          src={`/media/${media}/320.webp`}
          alt={alt ?? ''}
          className="w-full rounded-control bg-sunken"
          data-drag-handle=""
        />
        <div className="grid content-start gap-2 font-sans text-fine leading-normal">
          <label htmlFor={`${id}-alt`} {...ofPage} className="font-medium">
            {t('alt')}
          </label>
          <BufferedInput
            id={`${id}-alt`}
            value={alt ?? ''}
            disabled={!canEdit || alt === ''}
            describedBy={isUndescribed ? `${id}-error` : undefined}
            onWrite={(value) => updateAttributes({ alt: value === '' ? null : value })}
          />
          <div {...ofPage} className="contents">
            <FieldErrors id={`${id}-error`} errors={isUndescribed ? [t('altMissing')] : []} />
          </div>
          <label {...ofPage} className="flex min-h-11 items-center gap-2.5">
            <input
              type="checkbox"
              checked={alt === ''}
              disabled={!canEdit}
              onChange={(event) => {
                const { checked } = event.currentTarget;
                if (checked) described.current = alt;
                updateAttributes({ alt: checked ? '' : described.current });
              }}
              className="choice-mark"
            />
            {t('decorative')}
          </label>
          <label htmlFor={`${id}-caption`} {...ofPage} className="font-medium">
            {t('caption')}
          </label>
          <BufferedInput
            id={`${id}-caption`}
            value={caption ?? ''}
            disabled={!canEdit}
            onWrite={(value) => updateAttributes({ caption: value === '' ? null : value })}
          />
          {canEdit && (
            <button type="button" {...ofPage} aria-label={t('remove')} className={iconButtonStyle} onClick={deleteNode}>
              <Icon icon={removeIcon} />
            </button>
          )}
        </div>
      </div>
    </NodeViewWrapper>
  );
}

interface BufferedInputProps {
  id: string;
  value: string;
  disabled: boolean;
  describedBy?: string | undefined;
  onWrite: (value: string) => void;
}

/** Shows input immediately: the editor updates it too late for the caret to keep its position. */
function BufferedInput({ id, value, disabled, describedBy, onWrite }: BufferedInputProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  return (
    <input
      id={id}
      type="text"
      value={typed}
      disabled={disabled}
      aria-describedby={describedBy}
      aria-invalid={describedBy ? true : undefined}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onWrite(currentTarget.value);
      }}
      className={inputStyle}
    />
  );
}
