import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Doc } from 'yjs';
import { CONTENT_LIMITS } from '#core/content/limits.ts';
import { proposeSlug, slugProblem } from '#core/content/slugs.ts';
import { FIXED_PAGES } from '#core/site/reserved-paths.ts';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { useDesk } from '../desk/desk-context.tsx';
import { SharedTextField } from '../fields/shared-text-field.tsx';
import { useSharedText } from '../fields/use-shared-value.ts';
import type { EditedLanguage } from '../read-editor.ts';
import type { SlugAnswer } from './check-slug.ts';
import { writeSlug } from './write-slug.ts';

/** Milliseconds without a keystroke after which the site is asked about a slug. */
const PAUSE = 300;

interface SlugFieldProps {
  doc: Doc;
  language: EditedLanguage;
  canEdit: boolean;
  onFocus?: () => void;
}

/** The last part of the address, and what would become of it. */
export function SlugField({ doc, language, canEdit, onFocus }: SlugFieldProps) {
  const t = useTranslations('editor.fields');
  const { item, type } = useDesk();
  const text = doc.getText('slug');
  const slug = useSharedText(text);
  const title = useSharedText(doc.getText('title'));
  const answer = useSlugAnswer(slug, language);
  const isFixed = type.appearsAs === 'page' && (FIXED_PAGES as readonly string[]).includes(item.id);
  const proposal = proposeSlug(title, language.code);
  return (
    <div>
      <SharedTextField
        text={text}
        label={t('slug')}
        hint={t('slugHint')}
        canEdit={canEdit && !isFixed}
        most={CONTENT_LIMITS.slug}
        onFocus={onFocus ?? (() => {})}
      />
      <p className="mt-1.5 break-all text-fine text-ink-soft">
        {language.addressStart}
        <span className="font-semibold text-ink">{slug}</span>
      </p>
      <p role="status" className={`text-fine ${isGood(answer) ? 'text-ink-soft' : 'font-medium text-danger'}`}>
        {answer && answerText(answer, t, proposal)}
      </p>
      {canEdit && !isFixed && proposal !== '' && proposal !== slug && (
        <button type="button" className={`mt-1 ${buttonStyle('quiet')}`} onClick={() => writeSlug(text, proposal)}>
          {t('propose')}
        </button>
      )}
    </div>
  );
}

function isGood(answer: SlugAnswer | 'unknown' | undefined): boolean {
  return answer === undefined || (answer !== 'unknown' && ['free', 'own', 'moves', 'leaving'].includes(answer.kind));
}

function answerText(
  answer: SlugAnswer | 'unknown',
  t: ReturnType<typeof useTranslations<'editor.fields'>>,
  example: string,
): string {
  if (answer === 'unknown') return t('slugUnknown');
  switch (answer.kind) {
    case 'free':
      return t('slugFree');
    case 'own':
      return t('slugOwn');
    case 'moves':
      return t('slugMoves');
    case 'taken':
      return t('slugTaken', { title: answer.title });
    case 'leaving':
      return t('slugLeaving', { title: answer.title });
    case 'reserved':
      return t('slugReserved');
    case 'fixed':
      return t('slugFixed', { slug: answer.slug });
    case 'invalid':
      return t('slugInvalid', { example: example || t('slugExample') });
  }
}

/** What the site says of a slug, asked when the person pauses; nothing for an empty one. */
function useSlugAnswer(slug: string, { code }: EditedLanguage): SlugAnswer | 'unknown' | undefined {
  const { item, paths } = useDesk();
  const [answer, setAnswer] = useState<SlugAnswer | 'unknown'>();
  useEffect(() => {
    setAnswer(slug === '' || slugProblem(slug) === undefined ? undefined : { kind: 'invalid' });
    if (slug === '' || slugProblem(slug) !== undefined) return undefined;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const params = new URLSearchParams({ item: item.id, language: code, slug });
        const response = await fetch(`${paths.slugs}?${params}`, { signal: controller.signal });
        if (!response.ok) throw new Error(`The check answered ${response.status}`);
        setAnswer((await response.json()) as SlugAnswer);
      } catch {
        if (!controller.signal.aborted) setAnswer('unknown');
      }
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [slug, code, item.id, paths.slugs]);
  return answer;
}
