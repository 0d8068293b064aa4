import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { useContext, useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { readCrop } from '#core/rich-text/node-rules.ts';
import doneIcon from '~icons/lucide/check';
import cropIcon from '~icons/lucide/crop';
import beforeIcon from '~icons/lucide/move-left';
import afterIcon from '~icons/lucide/move-right';
import coverIcon from '~icons/lucide/panel-top';
import removeIcon from '~icons/lucide/trash-2';
import type { IconData } from '../../../context/context.ts';
import { useLocale } from '../../../i18n/message-provider.tsx';
import { focusAttribute } from '../../../site/pictures/picture.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { iconButtonStyle } from '../../../ui/kit/button-style.ts';
import { focusWhenRendered } from '../../../ui/kit/focus-when-rendered.ts';
import { FieldErrors, inputStyle } from '../../../ui/kit/forms/field.tsx';
import { LineArea } from '../../../ui/kit/forms/line-area.tsx';
import { asOneLine } from '../../../ui/kit/forms/one-line.ts';
import { OfferedAlt, useFileWords } from '../../files/choose/file-words.tsx';
import { type CoverChoice, useCoverChoice, usePublishingChecked } from '../context/desk-context.tsx';
import type { PictureAttributes } from '../schema/own-nodes.ts';
import { TextPictures } from './media-views.tsx';
import { movePicture } from './move-block.ts';
import { PictureCrop, toggleStyle } from './picture-crop.tsx';
import { removeNode } from './text-editor.ts';

/**
 * A picture in the text as on the page, its caption where it will stand, and its alternative text below. What the text does not say,
 * its file does: it stands in the place of what can be written.
 */
export function PictureView(props: NodeViewProps) {
  const { node, editor, selected, updateAttributes } = props;
  const t = useTranslations('editor.picture');
  const id = useId();
  const { media, alt, caption, credit, crop } = node.attrs as PictureAttributes;
  const cropped = readCrop(crop);
  const canEdit = editor.isEditable;
  const ofFile = useFileWords(media, useContext(TextPictures).language);
  return (
    <NodeViewWrapper
      as="figure"
      contentEditable={false}
      className={selected ? 'rounded-control outline-2 outline-focus outline-offset-4' : ''}
    >
      <img
        src={addressOf(media)}
        alt={alt ?? ''}
        data-crop={cropped?.ratio}
        {...focusAttribute(cropped?.focus ?? ofFile?.focus)}
        data-drag-handle=""
      />
      <LineBelow
        id={`${id}-caption`}
        label={t('caption')}
        value={caption}
        ofFile={ofFile?.caption}
        canEdit={canEdit}
        className="mt-1"
        onWrite={(value) => updateAttributes({ caption: value })}
      />
      <LineBelow
        id={`${id}-credit`}
        label={t('credit')}
        value={credit}
        ofFile={caption !== '' && ofFile?.credit}
        canEdit={canEdit}
        onWrite={(value) => updateAttributes({ credit: value })}
      />
      <Description {...props} id={id} ofFile={ofFile} />
    </NodeViewWrapper>
  );
}

const addressOf = (media: string) => `/files/${media}/960.webp`;

interface DescriptionProps extends NodeViewProps {
  id: string;
  ofFile: ReturnType<typeof useFileWords>;
}

/** The alternative text, and what else can be said of a picture and done with it. */
function Description({ id, ofFile, ...view }: DescriptionProps) {
  const { node, editor, updateAttributes } = view;
  const t = useTranslations('editor.picture');
  const ofPage = useOfPage();
  const { media, alt, caption, credit, crop } = node.attrs as PictureAttributes;
  const [isCropping, setCropping] = useState(false);
  const canEdit = editor.isEditable;
  const isInvalid = usePublishingChecked() && alt === null && ofFile?.alt === undefined;
  /** The previous alternative text, restored when a picture is no longer decorative. */
  const described = useRef<string>(null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a larger target of the field in it
    <div
      // Otherwise a click beside the field would select the picture.
      onClick={({ currentTarget, target }) => {
        const isOfControl = target instanceof Element && target.closest('label, input, textarea, button');
        if (!isOfControl) currentTarget.querySelector('textarea')?.focus();
      }}
      className="mt-1 grid gap-x-3 gap-y-1 rounded-control bg-sunken px-3 py-2 font-sans text-fine leading-normal"
    >
      <label htmlFor={`${id}-alt`} {...ofPage} className="font-medium">
        {t('alt')}
      </label>
      <BufferedLine
        id={`${id}-alt`}
        value={alt ?? ''}
        placeholder={alt === null ? ofFile?.alt : undefined}
        readOnly={!canEdit}
        disabled={alt === ''}
        describedBy={alt === null ? `${id}-missing` : undefined}
        isInvalid={isInvalid}
        className={inputStyle}
        onWrite={(value) => updateAttributes({ alt: value === '' ? null : value })}
      />
      <div className="flex flex-wrap items-center gap-x-3">
        <Choice
          label={t('decorative')}
          isOn={alt === ''}
          canEdit={canEdit}
          onChange={(isOn) => {
            if (isOn) described.current = alt;
            updateAttributes({ alt: isOn ? '' : described.current });
          }}
        />
        {(ofFile?.caption !== undefined || ofFile?.credit !== undefined || caption === '') && (
          <Choice
            label={t('noCaption')}
            isOn={caption === ''}
            canEdit={canEdit}
            onChange={(isOn) => updateAttributes({ caption: isOn ? '' : null })}
          />
        )}
        {((ofFile?.credit !== undefined && caption !== '') || credit === '') && (
          <Choice
            label={t('noCredit')}
            isOn={credit === ''}
            canEdit={canEdit}
            onChange={(isOn) => updateAttributes({ credit: isOn ? '' : null })}
          />
        )}
        {canEdit && (
          <button
            type="button"
            {...ofPage}
            aria-expanded={isCropping}
            className={toggleStyle}
            onClick={() => setCropping(!isCropping)}
          >
            <Icon icon={cropIcon} />
            {t('crop.label')}
          </button>
        )}
        <PictureTools {...view} />
      </div>
      {isCropping && canEdit && (
        <PictureCrop
          src={addressOf(media)}
          crop={crop}
          focus={ofFile?.focus}
          onChange={(next) => updateAttributes({ crop: next })}
        />
      )}
      {alt === null && (
        <WithoutAlt
          id={`${id}-missing`}
          ofFile={ofFile}
          isError={isInvalid}
          canEdit={canEdit}
          onTake={(offered) => updateAttributes({ alt: offered })}
        />
      )}
    </div>
  );
}

/** Labels are in the page's language; input is in the language of the text. */
function useOfPage() {
  const { language, direction } = useLocale();
  return { lang: language, dir: direction };
}

interface LineBelowProps {
  id: string;
  label: string;
  /** `null`: that of the file; empty: none. */
  value: string | null;
  /** What the file says, which stands in the place of what can be written. */
  ofFile: string | false | undefined;
  canEdit: boolean;
  className?: string;
  onWrite: (value: string | null) => void;
}

/** The caption or the credit, below the picture. */
function LineBelow({ id, label, value, ofFile, canEdit, className = '', onWrite }: LineBelowProps) {
  return (
    <>
      <label htmlFor={id} {...useOfPage()} className="sr-only">
        {label}
      </label>
      <BufferedLine
        id={id}
        value={value ?? ''}
        placeholder={(value === null && ofFile) || label}
        readOnly={!canEdit}
        disabled={value === ''}
        className={`min-h-11 w-full rounded-control border border-transparent bg-transparent px-1 py-2 font-sans text-fine text-ink-soft placeholder:text-ink-soft hover:border-line focus:bg-raised ${className}`}
        onWrite={(next) => onWrite(next === '' ? null : next)}
      />
    </>
  );
}

interface WithoutAltProps {
  id: string;
  ofFile: ReturnType<typeof useFileWords>;
  isError: boolean;
  canEdit: boolean;
  onTake: (offered: string) => void;
}

/** Below an alternative text that was not written: that of the file stands for it, or it is missing. */
function WithoutAlt({ id, ofFile, isError, canEdit, onTake }: WithoutAltProps) {
  const t = useTranslations('editor.picture');
  const ofPage = useOfPage();
  if (ofFile?.alt !== undefined) {
    return (
      <p id={id} {...ofPage} className="text-ink-soft">
        {ofFile.alt === '' ? t('decorativeInFile') : t('altOfFile')}
      </p>
    );
  }
  return (
    <div {...ofPage}>
      {isError ? (
        <FieldErrors id={id} errors={[t('altMissing')]} />
      ) : (
        <p id={id} className="text-ink-soft">
          {t('altMissing')}
        </p>
      )}
      {canEdit && <OfferedAlt offered={ofFile?.offered} onTake={onTake} />}
    </div>
  );
}

interface ChoiceProps {
  label: string;
  isOn: boolean;
  canEdit: boolean;
  onChange: (isOn: boolean) => void;
}

function Choice({ label, isOn, canEdit, onChange }: ChoiceProps) {
  return (
    <label {...useOfPage()} className="flex min-h-11 items-center gap-2.5">
      <input
        type="checkbox"
        checked={isOn}
        disabled={!canEdit}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        className="choice-mark"
      />
      {label}
    </label>
  );
}

/** What can be done with a picture: its width or its place in a gallery, the cover, and removing it. */
function PictureTools({ node, editor, getPos, updateAttributes }: NodeViewProps) {
  const t = useTranslations('editor.picture');
  const ofPage = useOfPage();
  const cover = useCoverChoice();
  const { media, alt, width } = node.attrs as PictureAttributes;
  const position = getPos();
  const isInGallery = position !== undefined && editor.state.doc.resolve(position).parent.type.name === 'gallery';
  const button = (label: string, icon: IconData, onClick: () => void, more: object = {}) => (
    <button type="button" aria-label={label} className={iconButtonStyle} onClick={onClick} {...more}>
      <Icon icon={icon} />
    </button>
  );
  const move = (by: -1 | 1) =>
    button(
      by < 0 ? t('before') : t('after'),
      by < 0 ? beforeIcon : afterIcon,
      () => moveInGallery(editor, getPos(), by),
      { 'data-move': by },
    );
  return (
    <>
      {cover && <CoverButton cover={cover} media={media} alt={alt} />}
      {editor.isEditable && (
        <div {...ofPage} className="flex grow flex-wrap items-center justify-end gap-x-3">
          {isInGallery ? (
            <div className="flex rtl:flex-row-reverse">
              {move(-1)}
              {move(1)}
            </div>
          ) : (
            <fieldset aria-label={t('width')} className="me-auto flex">
              {(['text', 'wide'] as const).map((name) => (
                <button
                  key={name}
                  type="button"
                  aria-pressed={name === (width ?? 'text')}
                  className={toggleStyle}
                  onClick={() => updateAttributes({ width: name === 'wide' ? name : null })}
                >
                  {t(`widths.${name}`)}
                </button>
              ))}
            </fieldset>
          )}
          {button(t('remove'), removeIcon, () => removeNode(editor, getPos()))}
        </div>
      )}
    </>
  );
}

/** Moves a picture in its gallery; the focus goes with it, to the other button where this one leads no further. */
function moveInGallery(editor: NodeViewProps['editor'], position: number | undefined, by: -1 | 1): void {
  const { tr } = editor.state;
  const to = position === undefined ? undefined : movePicture(tr, position, by);
  if (to === undefined) return;
  editor.view.dispatch(tr);
  focusWhenRendered(() => {
    const figure = editor.view.nodeDOM(to);
    const buttons = figure instanceof HTMLElement ? [...figure.querySelectorAll<HTMLElement>('[data-move]')] : [];
    const shown = buttons.filter((one) => one.offsetParent !== null);
    const found = shown.find(({ dataset }) => dataset.move === String(by)) ?? shown[0];
    found?.focus();
    return found !== undefined && found === document.activeElement;
  });
}

/** Makes the picture the cover of the item; pressed again, the former one is the cover again. */
function CoverButton({ cover, media, alt }: { cover: CoverChoice; media: string; alt: string | null }) {
  const t = useTranslations('editor.picture');
  const former = useRef<string>(undefined);
  const isCover = cover.media === media;
  return (
    <button
      type="button"
      {...useOfPage()}
      aria-pressed={isCover}
      className={`${toggleStyle} text-action`}
      onClick={() => {
        if (!isCover) former.current = cover.media;
        cover.choose(isCover ? former.current : media, alt);
      }}
    >
      <Icon icon={isCover ? doneIcon : coverIcon} />
      {t('cover')}
    </button>
  );
}

interface BufferedLineProps {
  id: string;
  value: string;
  readOnly: boolean;
  disabled?: boolean;
  describedBy?: string | undefined;
  isInvalid?: boolean;
  placeholder?: string | undefined;
  className: string;
  onWrite: (value: string) => void;
}

/** Shows input immediately: the editor updates it too late for the caret to keep its position. */
function BufferedLine({ value, describedBy, isInvalid = false, onWrite, ...line }: BufferedLineProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  return (
    <LineArea
      {...line}
      value={typed}
      aria-describedby={describedBy}
      aria-invalid={isInvalid || undefined}
      onChange={({ currentTarget }) => {
        const next = asOneLine(currentTarget.value);
        setTyped(next);
        onWrite(next);
      }}
    />
  );
}
