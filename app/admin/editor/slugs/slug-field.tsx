import { type RefObject, useCallback, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Doc } from 'yjs';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { proposeSlug, slugProblem } from '#core/content-types/slugs.ts';
import { fixedSlug } from '#core/site/reserved-paths.ts';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { useDesk } from '../context/desk-context.tsx';
import type { EditedLanguage } from '../context/read-editor.ts';
import { SharedTextField } from '../fields/shared-text-field.tsx';
import { useSharedText } from '../fields/use-shared-value.ts';
import type { SlugAnswer } from './check-slug.ts';
import type { TitleFollower } from './title-follower.ts';

/** Debounce of slug checks in milliseconds. */
const PAUSE = 300;

interface SlugFieldProps {
  doc: Doc;
  language: EditedLanguage;
  follower: RefObject<TitleFollower | undefined>;
  onFocus: () => void;
}

/** The slug, and the effect of publishing with it. The home page shows only its address, which has no slug. */
export function SlugField({ doc, language, follower, onFocus }: SlugFieldProps) {
  const t = useTranslations('editor.fields');
  const { item, type } = useDesk();
  const { canEdit } = language;
  const text = doc.getText('slug');
  const slug = useSharedText(text);
  const title = useSharedText(doc.getText('title'));
  const [asides, setAsides] = useState<ReadonlyMap<string, string>>(new Map());
  const noteFormer = useCallback(
    (former: string, instead: string) => {
      setAsides((known) => new Map(known).set(former, instead));
      if (canEdit) follower.current?.stepAside(former, instead);
    },
    [follower, canEdit],
  );
  const answer = useSlugAnswer(slug, language, noteFormer);
  const isFixed = fixedSlug(type, item.id) !== undefined;
  const titled = proposeSlug(title, language.code);
  const proposal = asides.get(titled) ?? titled;
  const address = (
    <p className="mt-1.5 break-all text-fine text-ink-soft">
      {language.addressStart}
      {language.hasSlugInAddress && <span className="font-semibold text-ink">{slug}</span>}
    </p>
  );
  if (!language.hasSlugInAddress) {
    return (
      <div>
        <p className="font-medium">{t('slug')}</p>
        {address}
      </div>
    );
  }
  return (
    <div>
      <SharedTextField
        text={text}
        label={t('slug')}
        hint={isFixed ? t('slugFixed', { slug: item.id }) : t('slugHint')}
        canEdit={canEdit && !isFixed}
        most={CONTENT_LIMITS.slug}
        onFocus={onFocus}
      />
      {address}
      <p role="status" className={`min-h-[1lh] text-fine ${toneOf(answer)}`}>
        {answer && !(isFixed && slug === item.id) && answerText(answer, t, proposal)}
      </p>
      {canEdit && !isFixed && proposal !== '' && proposal !== slug && (
        <button
          type="button"
          className={`mt-1 ${buttonStyle('quiet')}`}
          onClick={() => follower.current?.propose(proposal)}
        >
          {t('propose')}
        </button>
      )}
    </div>
  );
}

function toneOf(answer: SlugAnswer | 'unknown' | undefined): string {
  if (answer === undefined) return 'text-ink-soft';
  if (answer === 'unknown') return 'font-medium text-danger';
  if (answer.kind === 'former') return 'font-medium text-warning';
  return ['free', 'own', 'moves'].includes(answer.kind) ? 'text-ink-soft' : 'font-medium text-danger';
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
    case 'former':
      return t('slugFormer', { title: answer.title });
    case 'reserved':
      return t('slugReserved');
    case 'fixed':
      return t('slugFixed', { slug: answer.slug });
    case 'invalid':
      return t('slugInvalid', { example: example || t('slugExample') });
  }
}

/**
 * The server's check of a slug, debounced, and repeated when the public slug changes; nothing for an empty one.
 * @param onFormer called for a slug that another item formerly had, with a similar unused one
 */
function useSlugAnswer(
  slug: string,
  { code, publishedSlug }: EditedLanguage,
  onFormer: (slug: string, instead: string) => void,
): SlugAnswer | 'unknown' | undefined {
  const { item, paths } = useDesk();
  const [answer, setAnswer] = useState<SlugAnswer | 'unknown'>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the check has another result once the slug is public
  useEffect(() => {
    setAnswer(slug === '' || slugProblem(slug) === undefined ? undefined : { kind: 'invalid' });
    if (slug === '' || slugProblem(slug) !== undefined) return undefined;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const params = new URLSearchParams({ item: item.id, language: code, slug });
        const response = await fetch(`${paths.slugs}?${params}`, { signal: controller.signal });
        if (!response.ok) throw new Error(`The check answered ${response.status}`);
        const given = (await response.json()) as SlugAnswer;
        setAnswer(given);
        if (given.kind === 'former' && given.instead !== undefined) onFormer(slug, given.instead);
      } catch {
        if (!controller.signal.aborted) setAnswer('unknown');
      }
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [slug, code, publishedSlug, item.id, paths.slugs, onFormer]);
  return answer;
}
