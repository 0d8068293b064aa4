import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { UnitReport } from '#core/content/translation-report.ts';
import { blockOfUnit } from '#core/translation/units.ts';
import type { Store } from '../../../ui/kit/create-store.ts';
import { useToasts } from '../../../ui/kit/toasts/toaster.tsx';
import type { EditedLanguage } from '../context/read-editor.ts';
import type { EditorDraft } from '../drafts/editor-draft.ts';
import { findBlock, type TextEditor } from '../text/text-editor.ts';
import { addCounterpart } from '../translation/fill-blocks.ts';
import type { TranslationDesk, TranslationSide } from '../translation/translation-desk.ts';
import { type ActiveUnit, fieldControl, otherSide, reportOf } from './active-unit.ts';
import { counterpartOf } from './use-counterparts.ts';

/** Actions on the active unit. */
export interface TranslationActs {
  markCurrent(): void;
  noteMinorEdit(): void;
  addCounterpart(): void;
  /** Moves to the next missing or stale unit. */
  goToNext(): void;
  /** Moves to the counterpart on the other side. */
  goToOther(): void;
  goTo(target: ActiveUnit): void;
}

interface TranslationActsOptions {
  desk: TranslationDesk | undefined;
  active: Store<ActiveUnit | undefined>;
  editors: { [side in TranslationSide]?: TextEditor };
  languages: { [side in TranslationSide]: EditedLanguage };
  drafts: { [side in TranslationSide]: EditorDraft };
  /** Shows a side, if only one is visible. */
  show(side: TranslationSide): void;
}

export function useTranslationActs(options: TranslationActsOptions): TranslationActs {
  const t = useTranslations('editor.translation');
  const toasts = useToasts();
  const { desk, active, editors, languages, drafts, show } = options;
  return useMemo(() => {
    // Compare again, so that a shortcut uses what was just typed.
    const current = () => {
      desk?.refresh();
      const at = active.read();
      return at && desk ? { at, report: reportOf(desk, at) } : undefined;
    };
    /** Waits until the side is rendered, if only one is visible. */
    const goTo = (target: ActiveUnit) => {
      show(target.side);
      active.write(target);
      requestAnimationFrame(() => {
        const editor = editors[target.side]?.editor;
        const block = blockOfUnit(target.unit);
        const placed = editor && block !== undefined ? findBlock(editor, block) : undefined;
        if (editor && placed)
          editor
            .chain()
            .setTextSelection(placed.position + 1)
            .focus()
            .scrollIntoView()
            .run();
        else {
          const control = fieldControl(languages[target.side].code, target.unit);
          control?.closest('details')?.setAttribute('open', '');
          control?.focus();
        }
      });
    };
    return {
      goTo,
      markCurrent() {
        const { report } = current() ?? {};
        if (report?.state !== 'stale' || !report.unit || !languages.translation.canEdit) return;
        desk?.markCurrent(report.unit);
        toasts.add({ tone: 'success', title: t('marked') });
      },
      noteMinorEdit() {
        const { report } = current() ?? {};
        if (report?.state !== 'stale' || !report.source || !languages.source.canEdit) return;
        desk?.noteMinorEdit(report.source);
        toasts.add({ tone: 'success', title: t('minor') });
      },
      addCounterpart() {
        const { report } = current() ?? {};
        const state = desk?.state.read();
        const editor = editors.translation?.editor;
        if (!state || !editor || !report?.source) return;
        show('translation');
        addCounterpart(editor, drafts.translation.doc, state, report.source);
      },
      goToNext() {
        const reports = desk?.state.read()?.reports ?? [];
        const { report } = current() ?? {};
        const from = reports.findIndex((one) => report !== undefined && isSame(one, report));
        const order = [...reports.slice(from + 1), ...reports.slice(0, from + 1)];
        const next = order.find(({ state }) => state === 'missing' || state === 'stale');
        if (!next) return void toasts.add({ tone: 'info', title: t('nothing') });
        if (next.unit !== undefined) goTo({ side: 'translation', unit: next.unit });
        else if (next.source !== undefined) {
          goTo({ side: blockOfUnit(next.source) === undefined ? 'translation' : 'source', unit: next.source });
        }
      },
      goToOther() {
        const at = active.read();
        if (!at) return;
        const side = otherSide(at.side);
        const block = blockOfUnit(at.unit) === undefined ? undefined : counterpartOf(desk, at);
        if (block !== undefined) goTo({ side, unit: `block:${block}` });
        else if (blockOfUnit(at.unit) === undefined) goTo({ side, unit: at.unit });
        else {
          show(side);
          requestAnimationFrame(() => editors[side]?.editor.commands.focus());
        }
      },
    };
  }, [t, toasts, desk, active, editors, languages, drafts, show]);
}

function isSame(one: UnitReport, other: UnitReport): boolean {
  return one.unit === other.unit && one.source === other.source;
}
