import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { useContext, useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Focus, MIDDLE } from '#core/media/picture-variants.ts';
import { CROP_RATIOS, readCrop, writeCrop } from '#core/rich-text/picture-crop.ts';
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
import { buttonStyle, iconButtonStyle } from '../../../ui/kit/button-style.ts';
import { focusWhenRendered } from '../../../ui/kit/focus-when-rendered.ts';
import { FieldErrors, inputStyle } from '../../../ui/kit/forms/field.tsx';
import { LineArea } from '../../../ui/kit/forms/line-area.tsx';
import { asOneLine } from '../../../ui/kit/forms/one-line.ts';
import { OfferedAlt, useFileWords } from '../../files/choose/file-words.tsx';
import { FocusPicker } from '../../files/focus-picker.tsx';
import { type CoverChoice, useCoverChoice, usePublishingChecked } from '../context/desk-context.tsx';
import type { PictureAttributes } from '../schema/media-nodes.ts';
import { movePicture } from './move-block.ts';
import { removeNode } from './text-editor.ts';
import { TextPictures } from './text-pictures.ts';

/**
 * A picture in the text as on the page, its caption where it will stand, and its alternative text below. What the text does not say,
 * its file does: it stands in the place of what can be written.
 */
export function PictureView(props: NodeViewProps) {
  const { node, editor, selected, updateAttributes } = props;
  const t = useTranslations('editor.picture');
  const id = useId();
  const { language, direction } = useLocale();
  const isChecked = usePublishingChecked();
  /** Labels are in the page's language; input is in the language of the text. */
  const ofPage = { lang: language, dir: direction };
  const { media, alt, caption, credit, crop } = node.attrs as PictureAttributes;
  const [isCropping, setCropping] = useState(false);
  const cropped = readCrop(crop);
  const src = `/files/${media}/960.webp`;
  const canEdit = editor.isEditable;
  const ofFile = useFileWords(media, useContext(TextPictures).language);
  const isUndescribed = alt === null && ofFile?.alt === undefined;
  const isDescribedByFile = alt === null && ofFile?.alt !== undefined;
  /** The previous alternative text, restored when a picture is no longer decorative. */
  const described = useRef<string>(null);
  return (
    <NodeViewWrapper
      as="figure"
      contentEditable={false}
      className={selected ? 'rounded-control outline-2 outline-focus outline-offset-4' : ''}
    >
      <img
        src={src}
        alt={alt ?? ''}
        data-crop={cropped?.ratio}
        {...focusAttribute(cropped?.focus ?? ofFile?.focus)}
        data-drag-handle=""
      />
      <label htmlFor={`${id}-caption`} {...ofPage} className="sr-only">
        {t('caption')}
      </label>
      <BufferedLine
        id={`${id}-caption`}
        value={caption ?? ''}
        placeholder={(caption === null && ofFile?.caption) || t('caption')}
        readOnly={!canEdit}
        disabled={caption === ''}
        className={`mt-1 ${belowStyle}`}
        onWrite={(value) => updateAttributes({ caption: value === '' ? null : value })}
      />
      <label htmlFor={`${id}-credit`} {...ofPage} className="sr-only">
        {t('credit')}
      </label>
      <BufferedLine
        id={`${id}-credit`}
        value={credit ?? ''}
        placeholder={(credit === null && caption !== '' && ofFile?.credit) || t('credit')}
        readOnly={!canEdit}
        disabled={credit === ''}
        className={belowStyle}
        onWrite={(value) => updateAttributes({ credit: value === '' ? null : value })}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a larger target of the field in it */}
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
          placeholder={isDescribedByFile ? ofFile.alt : undefined}
          readOnly={!canEdit}
          disabled={alt === ''}
          describedBy={isUndescribed || isDescribedByFile ? `${id}-missing` : undefined}
          isInvalid={isUndescribed && isChecked}
          className={inputStyle}
          onWrite={(value) => updateAttributes({ alt: value === '' ? null : value })}
        />
        <div className="flex flex-wrap items-center gap-x-3">
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
          {(ofFile?.caption !== undefined || ofFile?.credit !== undefined || caption === '') && (
            <label {...ofPage} className="flex min-h-11 items-center gap-2.5">
              <input
                type="checkbox"
                checked={caption === ''}
                disabled={!canEdit}
                onChange={({ currentTarget }) => updateAttributes({ caption: currentTarget.checked ? '' : null })}
                className="choice-mark"
              />
              {t('noCaption')}
            </label>
          )}
          {((ofFile?.credit !== undefined && caption !== '') || credit === '') && (
            <label {...ofPage} className="flex min-h-11 items-center gap-2.5">
              <input
                type="checkbox"
                checked={credit === ''}
                disabled={!canEdit}
                onChange={({ currentTarget }) => updateAttributes({ credit: currentTarget.checked ? '' : null })}
                className="choice-mark"
              />
              {t('noCredit')}
            </label>
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
          <PictureTools {...props} />
        </div>
        {isCropping && canEdit && (
          <PictureCrop
            src={src}
            crop={crop}
            focus={ofFile?.focus}
            onChange={(next) => updateAttributes({ crop: next })}
          />
        )}
        {isDescribedByFile && (
          <p id={`${id}-missing`} {...ofPage} className="text-ink-soft">
            {ofFile.alt === '' ? t('decorativeInFile') : t('altOfFile')}
          </p>
        )}
        {isUndescribed && (
          <div {...ofPage}>
            {isChecked ? (
              <FieldErrors id={`${id}-missing`} errors={[t('altMissing')]} />
            ) : (
              <p id={`${id}-missing`} className="text-ink-soft">
                {t('altMissing')}
              </p>
            )}
            {canEdit && (
              <OfferedAlt offered={ofFile?.offered} onTake={(offered) => updateAttributes({ alt: offered })} />
            )}
          </div>
        )}
      </div>
    </NodeViewWrapper>
  );
}

/** What can be done with a picture: its width or its place in a gallery, the cover, and removing it. */
function PictureTools({ node, editor, getPos, updateAttributes }: NodeViewProps) {
  const t = useTranslations('editor.picture');
  const { language, direction } = useLocale();
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
        <div lang={language} dir={direction} className="flex grow flex-wrap items-center justify-end gap-x-3">
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
  const { language, direction } = useLocale();
  const former = useRef<string>(undefined);
  const isCover = cover.media === media;
  return (
    <button
      type="button"
      lang={language}
      dir={direction}
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

/** The lines that stand below the picture. */
const belowStyle =
  'min-h-11 w-full rounded-control border border-transparent bg-transparent px-1 py-2 font-sans text-fine text-ink-soft placeholder:text-ink-soft hover:border-line focus:bg-raised';

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

interface PictureCropProps {
  src: string;
  crop: string | null;
  /** What the file of the picture says. */
  focus: Focus | undefined;
  onChange: (crop: string | null) => void;
}

/** Crops a picture where it stands: to a shape, and around a point of its own or that of its file. */
function PictureCrop({ src, crop, focus: ofFile, onChange }: PictureCropProps) {
  const t = useTranslations('editor.picture.crop');
  const { language, direction } = useLocale();
  const chosen = readCrop(crop);
  const focus = chosen?.focus ?? ofFile ?? { x: MIDDLE, y: MIDDLE };
  return (
    <div lang={language} dir={direction} className="grid gap-3 pt-1 pb-2">
      <fieldset aria-label={t('shape')} className="flex flex-wrap gap-x-1">
        {[undefined, ...CROP_RATIOS].map((ratio) => (
          <button
            key={ratio ?? 'whole'}
            type="button"
            aria-pressed={ratio === chosen?.ratio}
            className={toggleStyle}
            onClick={() => onChange(ratio ? writeCrop({ ...chosen, ratio }) : null)}
          >
            {ratio?.replace(':', ' : ') ?? t('whole')}
          </button>
        ))}
      </fieldset>
      {chosen && (
        <>
          <p className="text-ink-soft">{t('lead')}</p>
          <FocusPicker
            focus={focus}
            onChange={(next) => onChange(writeCrop({ ...chosen, focus: next }))}
            words={{ axes: { x: t('across'), y: t('down') }, at: (percent) => t('at', { percent }) }}
          >
            <img src={src} alt="" />
          </FocusPicker>
          {chosen.focus && (
            <button
              type="button"
              className={`justify-self-start ${buttonStyle('quiet')}`}
              onClick={() => onChange(writeCrop({ ratio: chosen.ratio }))}
            >
              {t('asFile')}
            </button>
          )}
        </>
      )}
    </div>
  );
}

/** A button that is on or off, in the tools of a picture. */
const toggleStyle =
  'inline-flex min-h-11 items-center gap-2 rounded-control px-2 font-semibold hover:bg-tint active:bg-sunken aria-pressed:bg-tint aria-pressed:text-action';
