import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { UnitId } from '#core/content/translation-link.ts';
import { unitOfFragment } from '#core/drafts/unit-fragment.ts';
import { blockOfUnit } from '#core/translation/units.ts';
import { useDesk } from '../context/desk-context.tsx';
import type { EditedLanguage } from '../context/read-editor.ts';
import { findBlock, type TextEditor } from '../text/text-editor.ts';
import type { TranslationSide } from '../translation/translation-desk.ts';
import { type ActiveUnit, isSharedUnit } from './active-unit.ts';

/**
 * Moves once to the unit in the page's address, `?language=en#block-…`, when both texts are editable. A block that is missing
 * in the language is shown in the other one; for a shared unit, the shared form is opened.
 */
export function useAddressedUnit(
  languages: { [side in TranslationSide]: EditedLanguage },
  editors: { [side in TranslationSide]?: TextEditor },
  isSharedLoaded: boolean,
  goTo: (target: ActiveUnit) => void,
  openShared: (unit: UnitId) => void,
): void {
  const { type } = useDesk();
  const { key, search, hash } = useLocation();
  const followed = useRef<string>(undefined);
  const { source, translation } = editors;
  useEffect(() => {
    const unit = unitOfFragment(hash);
    if (unit === undefined || !source || !translation || !isSharedLoaded || followed.current === key) return;
    followed.current = key;
    if (isSharedUnit(type, unit)) return openShared(unit);
    const asked: TranslationSide =
      new URLSearchParams(search).get('language') === languages.source.code ? 'source' : 'translation';
    goTo({ side: sideOf(unit, asked, { source, translation }), unit });
  }, [key, search, hash, type, languages, source, translation, isSharedLoaded, goTo, openShared]);
}

function sideOf(
  unit: string,
  asked: TranslationSide,
  editors: { [side in TranslationSide]: TextEditor },
): TranslationSide {
  const block = blockOfUnit(unit);
  if (block === undefined || findBlock(editors[asked].editor, block)) return asked;
  return asked === 'source' ? 'translation' : 'source';
}
