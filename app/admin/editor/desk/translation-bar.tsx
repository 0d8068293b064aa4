import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import type { UnitId } from '#core/content/translation-link.ts';
import { COVER_ALT } from '#core/translation/units.ts';
import { useLocale } from '../../../i18n/message-provider.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import type { Store } from '../../../ui/kit/create-store.ts';
import { useDesk } from '../context/desk-context.tsx';
import type { EditedLanguage } from '../context/read-editor.ts';
import { ChangeWords } from '../translation/change-words.tsx';
import { isUnlinked, likelySourceIn, type TranslationDesk } from '../translation/translation-desk.ts';
import { UNIT_STATE_COLORS, UNIT_STATE_ICONS } from '../translation/unit-state-icon.ts';
import { type ActiveUnit, reportOf } from './active-unit.ts';
import type { TranslationActions } from './translation-actions.ts';

interface TranslationBarProps {
  desk: TranslationDesk;
  active: Store<ActiveUnit | undefined>;
  actions: TranslationActions;
  source: EditedLanguage;
  translation: EditedLanguage;
}

/** The translation state of the active unit, what has changed in its source, and actions. */
export function TranslationBar({ desk, active, actions, source, translation }: TranslationBarProps) {
  const t = useTranslations('editor.translation');
  const state = useSyncExternalStore(desk.state.subscribe, desk.state.read);
  const at = useSyncExternalStore(active.subscribe, active.read);
  const nameOf = useUnitName();
  if (!state) return null;
  const report = at && reportOf(desk, at);
  const { missing, stale, moved, extra } = state.counts;
  const extraUnit = report?.state === 'extra' && missing > 0 ? report.unit : undefined;
  const hasWork = missing + stale + moved + extra > 0;
  return (
    <section
      aria-label={t('label')}
      data-desk-bar
      className="sticky bottom-0 z-30 mt-4 max-h-[40dvh] overflow-y-auto rounded-t-card border border-line border-b-0 bg-raised px-4 py-3 shadow-lg"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="min-w-0 grow">
          {report ? (
            <>
              <span className={`inline-flex items-center gap-1.5 font-semibold ${UNIT_STATE_COLORS[report.state]}`}>
                <Icon icon={UNIT_STATE_ICONS[report.state]} />
                {t('of', { unit: nameOf(at.unit), state: t(`states.${report.state}`) })}
              </span>{' '}
              <span className="text-fine text-ink-soft">{t(`help.${report.state}`)}</span>
            </>
          ) : (
            <span className="text-ink-soft">
              {hasWork ? t('summary', { missing, stale, moved, extra }) : t('allCurrent')}
            </span>
          )}
        </p>
        <div className="flex flex-wrap gap-2">
          {report?.state === 'stale' && translation.canEdit && (
            <button type="button" className={buttonStyle('plain')} onClick={actions.markCurrent}>
              {t('markCurrent')}
            </button>
          )}
          {report?.state === 'stale' && at?.side === 'source' && source.canEdit && (
            <button
              type="button"
              className={buttonStyle('plain')}
              onClick={actions.noteMinorEdit}
              title={t('minorEditHelp')}
            >
              {t('minorEdit')}
            </button>
          )}
          {report?.state === 'missing' && report.source?.startsWith('block:') && translation.canEdit && (
            <button type="button" className={buttonStyle('plain')} onClick={actions.addCounterpart}>
              {t('addBlock', { language: translation.name })}
            </button>
          )}
          {extraUnit !== undefined && likelySourceIn(state, extraUnit) && translation.canEdit && (
            <button
              type="button"
              className={buttonStyle('plain')}
              onClick={() => (isUnlinked(state) ? desk.linkByOrder() : desk.link(extraUnit))}
            >
              {t(isUnlinked(state) ? 'linkByOrder' : 'link')}
            </button>
          )}
          {missing + stale > 0 && (
            <button type="button" className={buttonStyle('action')} onClick={actions.goToNext}>
              {t('next')}
            </button>
          )}
        </div>
      </div>
      {report?.change && (
        <div className="mt-2 border-line border-t pt-2 text-fine">
          <p className="mb-1 text-ink-soft">{report.change.from === '' ? t('unknownChange') : t('change')}</p>
          {report.change.from === '' ? (
            <p lang={source.tag} className="whitespace-pre-line">
              {report.change.to}
            </p>
          ) : (
            <ChangeWords from={report.change.from} to={report.change.to} language={source.tag} />
          )}
        </div>
      )}
    </section>
  );
}

/** The label of a unit. */
function useUnitName(): (unit: UnitId) => string {
  const t = useTranslations('editor.translation');
  const { type } = useDesk();
  const { code } = useLocale();
  return (unit) => {
    switch (unit) {
      case 'title':
        return t('unitTitle');
      case 'summary':
        return t('unitSummary');
      case 'seo.title':
        return t('unitSeoTitle');
      case 'seo.description':
        return t('unitSeoDescription');
      case COVER_ALT:
        return t('unitCoverAlt');
      default: {
        const field = type.fields.find(({ key }) => unit === `field:${key}`);
        return field ? (field.labels[code] ?? field.key) : t('block');
      }
    }
  };
}
