import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Dialog } from '../../../ui/kit/dialog.tsx';
import { formatShortcut, isMac, matchesShortcut, SHORTCUTS } from '../text/shortcuts.ts';

type DeskKey = 'otherLanguage' | 'next' | 'markCurrent' | 'alone' | 'help';

/** The shortcuts of the desk, also where nothing of the page has the focus; dialogs and the frame have keys of their own. */
export function useDeskKeys(byKey: { [key in DeskKey]: () => void }): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (!(target instanceof Node) || !(element.current?.contains(target) || target.contains(element.current))) return;
    const name = (Object.keys(byKey) as DeskKey[]).find((key) => matchesShortcut(event, SHORTCUTS[key]));
    if (!name) return;
    event.preventDefault();
    byKey[name]();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, []);
  return element;
}

/** The tools of the text whose shortcuts are listed. */
const TOOLS = ['bold', 'italic', 'link', 'heading2', 'heading3', 'bulletList', 'orderedList', 'undo', 'redo'] as const;

/** The list of the editor's keyboard shortcuts. */
export function HelpDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('editor');
  const [onMac] = useState(isMac);
  const keys = (name: keyof typeof SHORTCUTS) => formatShortcut(SHORTCUTS[name], onMac);
  const tool = (name: (typeof TOOLS)[number]) => [keys(name), t(`tools.${name}`)] as const;
  const groups = [
    {
      name: 'moving',
      rows: [
        [keys('toToolbar'), t('help.toToolbar')],
        ['Tab', t('help.tab')],
        [keys('otherLanguage'), t('help.otherLanguage')],
        [keys('alone'), t('page.alone')],
        [keys('save'), t('help.save')],
        [keys('help'), t('page.help')],
        [keys('moveUp'), t('tools.moveUp')],
        [keys('moveDown'), t('tools.moveDown')],
      ],
    },
    {
      name: 'translating',
      rows: [
        [keys('markCurrent'), `${t('translation.markCurrent')} / ${t('translation.minorEditHelp')}`],
        [keys('next'), t('translation.next')],
      ],
    },
    {
      name: 'writing',
      rows: [['/', t('help.insert')], ...TOOLS.map(tool)],
    },
    {
      name: 'markdown',
      rows: [
        ['## ', t('help.markdownHeading')],
        ['- ', t('help.markdownList')],
        ['1. ', t('help.markdownOrdered')],
        ['> ', t('help.markdownQuote')],
        ['---', t('help.markdownRule')],
      ],
    },
  ] as const;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('help.title')}
      description={t('help.lead')}
    >
      {groups.map(({ name, rows }) => (
        <section key={name} className="mt-4">
          <h3 className="font-semibold">{t(`help.groups.${name}`)}</h3>
          <dl className="mt-1 grid gap-x-4 gap-y-1.5 sm:grid-cols-[10.5rem_minmax(0,1fr)]">
            {rows.map(([key, what]) => (
              <div key={key} className="contents">
                <dt>
                  <kbd className="rounded-[0.375rem] border border-line-strong bg-sunken px-1.5 py-0.5 text-fine">
                    {key}
                  </kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
