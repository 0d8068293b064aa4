import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import menuIcon from '~icons/lucide/menu';
import closeIcon from '~icons/lucide/x';
import { Icon } from '../../ui/icon.tsx';
import { iconButtonStyle } from '../../ui/kit/button-style.ts';
import { overlayStyle } from '../../ui/kit/overlay-style.ts';
import { useFocusReturn } from '../../ui/kit/return-focus.ts';
import type { AdminFrameData } from './admin-frame-data.ts';
import { AdminNavigation } from './admin-navigation.tsx';

/** The navigation on narrow screens: a sheet from the side. Without script, the page contains it directly. */
export function PhoneNavigation({ frame }: { frame: AdminFrameData }) {
  const t = useTranslations('admin');
  const kit = useTranslations('kit');
  const [open, setOpen] = useState(false);
  const focusReturn = useFocusReturn();
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <button
          type="button"
          aria-label={t('frame.openNavigation')}
          className={`-ms-2 lg:hidden noscript:hidden ${iconButtonStyle}`}
        >
          <Icon icon={menuIcon} />
        </button>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayStyle} />
        <Dialog.Content
          aria-describedby={undefined}
          {...focusReturn}
          className="sheet-motion fixed inset-y-0 start-0 z-50 w-[min(20rem,calc(100vw-3rem))] overflow-y-auto border-line border-e bg-surface p-4 text-ink shadow-xl"
        >
          <div className="mb-4 flex items-center justify-between">
            <Dialog.Title className="px-3 font-semibold">{t('frame.navigation')}</Dialog.Title>
            <Dialog.Close aria-label={kit('close')} className={iconButtonStyle}>
              <Icon icon={closeIcon} />
            </Dialog.Close>
          </div>
          <AdminNavigation frame={frame} onFollow={() => setOpen(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
