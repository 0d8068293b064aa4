import { useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { readFieldLink } from '#core/rich-text/link-target.ts';
import warningIcon from '~icons/lucide/triangle-alert';
import { useLocale } from '../../../i18n/message-provider.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { Dialog } from '../../../ui/kit/dialog.tsx';
import { FieldErrors } from '../../../ui/kit/forms/field.tsx';
import { useDesk } from '../context/desk-context.tsx';
import { LinkPicker } from './link-picker.tsx';
import { useLinkTitle } from './use-link-search.ts';

interface LinkFieldProps {
  label: string;
  hint?: string | undefined;
  /** The key of the only type of items to choose from, for a relation; its values are ids. */
  type?: string;
  errors?: string[];
  value: unknown;
  canEdit: boolean;
  onWrite: (value: unknown) => void;
}

/** Another item, or wherever else a link of a field leads: what it is, whether readers get there, and a search for another one. */
export function LinkField({ label, hint, type, errors, value, canEdit, onWrite }: LinkFieldProps) {
  const t = useTranslations('editor');
  const { code } = useLocale();
  const [open, setOpen] = useState(false);
  const errorId = useId();
  const chooseButton = useRef<HTMLButtonElement>(null);
  const link = typeof value !== 'string' ? undefined : type === undefined ? value : `item:${value}`;
  return (
    <fieldset aria-describedby={errors?.length ? errorId : undefined}>
      <legend className="mb-1.5 font-medium">{label}</legend>
      {hint && <p className="-mt-1 mb-2 text-fine text-ink-soft">{hint}</p>}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-56">
          {link === undefined ? <p>{t('fields.none')}</p> : <LinkTitle value={link} />}
        </div>
        {canEdit && (
          <div className="flex flex-wrap gap-2">
            <button ref={chooseButton} type="button" className={buttonStyle('plain')} onClick={() => setOpen(true)}>
              {t(type === undefined ? 'fields.chooseTarget' : 'fields.choosePage')}
            </button>
            {value !== undefined && (
              <button
                type="button"
                className={buttonStyle('quiet')}
                onClick={() => {
                  onWrite(undefined);
                  chooseButton.current?.focus();
                }}
              >
                {t('fields.clear')}
              </button>
            )}
          </div>
        )}
      </div>
      <FieldErrors id={errorId} errors={errors} />
      <Dialog open={open} onOpenChange={setOpen} title={label}>
        <LinkPicker
          language={code}
          {...(type === undefined ? { isField: true } : { type })}
          onChoose={(href, target) => {
            onWrite(type === undefined ? (target?.value ?? href) : target?.id);
            setOpen(false);
          }}
        />
      </Dialog>
    </fieldset>
  );
}

/** What a link leads to, and in which languages readers do not get there. */
export function LinkTitle({ value }: { value: string }) {
  const t = useTranslations('editor');
  const { code, language } = useLocale();
  const { languages } = useDesk();
  const found = useLinkTitle(value, code);
  const link = readFieldLink(value);
  if (link?.to === 'outside' || link === undefined) return <p className="break-all">{value}</p>;
  if (found.kind === 'searching') return <p>{t('link.searching')}</p>;
  if (found.kind === 'failed') return <p>{t('fields.pageUnknown')}</p>;
  const missing = languages.filter(({ code: own }) => found.missingIn.includes(own)).map(({ name }) => name);
  const unseen = new Intl.ListFormat(language, { type: 'conjunction' }).format(missing);
  const warning = found.isGone
    ? t('fields.targetGone')
    : missing.length > 0 && t('fields.targetUnseen', { languages: unseen });
  return (
    <>
      {!found.isGone && <p className="wrap-anywhere">{found.title}</p>}
      {warning && (
        <p className="flex items-start gap-1.5 text-fine text-warning">
          <Icon icon={warningIcon} className="mt-[0.2em]" />
          {warning}
        </p>
      )}
    </>
  );
}
