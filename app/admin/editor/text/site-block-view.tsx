import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { siteBlockAttributesOf } from '#core/rich-text/site-block-attributes.ts';
import { isInWords, type SiteBlockField } from '#core/site-blocks/site-block.ts';
import removeIcon from '~icons/lucide/trash-2';
import { useLocale } from '../../../i18n/message-provider.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { iconButtonStyle } from '../../../ui/kit/button-style.ts';
import { useDesk } from '../context/desk-context.tsx';
import { SiteBlockInput } from './site-block-input.tsx';

/** A block of the site in the text: a form of its fields. Readers see its own view, which the preview shows. */
export function SiteBlockView({ node, editor, selected, updateAttributes, deleteNode }: NodeViewProps) {
  const t = useTranslations('editor.siteBlock');
  const id = useId();
  const { language, direction } = useLocale();
  const { blocks } = useDesk();
  const { kind, values, words } = siteBlockAttributesOf({ attrs: node.attrs });
  const definition = blocks.find(({ key }) => key === kind);
  const label = definition?.label ?? kind;
  const canEdit = editor.isEditable;

  function write(field: SiteBlockField, value: string | number | boolean | undefined) {
    const group = isInWords(field) ? 'words' : 'values';
    const other = isInWords(field) ? 'values' : 'words';
    const own: { [name: string]: unknown } = { ...(group === 'words' ? words : values) };
    const rest: { [name: string]: unknown } = { ...(other === 'words' ? words : values) };
    // The definition may have moved it to the other group.
    delete rest[field.key];
    if (value === undefined) delete own[field.key];
    else own[field.key] = value;
    updateAttributes({ [group]: own, [other]: rest });
  }

  return (
    <NodeViewWrapper
      role="group"
      contentEditable={false}
      lang={language}
      dir={direction}
      aria-labelledby={`${id}-label`}
      className={`my-6 rounded-control border border-line bg-sunken p-3 font-sans text-base text-ink leading-normal sm:p-4 ${selected ? 'outline-2 outline-focus outline-offset-4' : ''}`}
    >
      <div className="flex items-center gap-2.5" data-drag-handle="">
        {definition?.icon && <Icon icon={definition.icon} className="text-[1.25rem] text-ink-soft" />}
        <p id={`${id}-label`} className="m-0 min-w-0 flex-1 break-words font-medium">
          {definition ? label : t('unknown', { kind })}
        </p>
        {canEdit && (
          <button
            type="button"
            aria-label={t('remove', { block: label })}
            className={iconButtonStyle}
            onClick={() => {
              deleteNode();
              editor.commands.focus();
            }}
          >
            <Icon icon={removeIcon} />
          </button>
        )}
      </div>
      {definition ? (
        <div className="mt-2 grid gap-4">
          {definition.fields.map((field) => {
            const [own, other] = isInWords(field) ? [words, values] : [values, words];
            return (
              <SiteBlockInput
                key={field.key}
                field={field}
                value={own[field.key] ?? other[field.key]}
                canEdit={canEdit}
                onWrite={(value) => write(field, value)}
              />
            );
          })}
        </div>
      ) : (
        <p className="mt-1 mb-0 text-fine text-ink-soft">{t('unknownWhy')}</p>
      )}
    </NodeViewWrapper>
  );
}
