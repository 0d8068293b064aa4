import { useTranslations } from 'use-intl';
import { FILE_LIMITS } from '#core/files/site-file.ts';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import type { FileWords } from './read-choice.ts';

interface OfferedAltProps {
  offered: FileWords['offered'];
  onTake: (alt: string) => void;
}

/** Offers what a picture itself says as its alternative text, where none is written. */
export function OfferedAlt({ offered, onTake }: OfferedAltProps) {
  const t = useTranslations('editor.picture');
  const text = offered?.alt ?? offered?.caption;
  if (text === undefined) return null;
  const alt = text.slice(0, FILE_LIMITS.alt);
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 text-fine text-ink-soft">
      <span>{t('offered', { text: alt })}</span>
      <button type="button" className={buttonStyle('quiet')} onClick={() => onTake(alt)}>
        {t('useOffered')}
      </button>
    </p>
  );
}
