import { type ComponentType, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { FileKind } from '#core/media/media-file.ts';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { Dialog } from '../../../ui/kit/dialog.tsx';
import { fetchJson } from '../../fetch-json.ts';
import { choiceAddress } from '../files-query.ts';
import type { FilePickerProps } from './file-picker.tsx';
import type { FileChoice } from './read-choice.ts';

/** The kinds of files that are pictures. */
export const PICTURES: readonly FileKind[] = ['picture'];

/** The kinds that a text hands out: captions belong to a film. */
export const HANDED_OUT: readonly FileKind[] = ['picture', 'document', 'sound', 'video'];

interface ChooseFilesProps extends Omit<FilePickerProps, 'first'> {
  open: boolean;
  onClose: () => void;
  title: string;
  /** May prevent that the focus returns to where it was. */
  onCloseAutoFocus?: ((event: Event) => void) | undefined;
}

/** The library in a dialog, to choose files of it and to upload others. It is loaded when it is opened for the first time. */
export function ChooseFiles({ open, onClose, title, onCloseAutoFocus, ...picker }: ChooseFilesProps) {
  return (
    <Dialog
      kind="wide"
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={title}
      onCloseAutoFocus={onCloseAutoFocus}
    >
      <LoadedPicker {...picker} />
    </Dialog>
  );
}

interface Loaded {
  Picker: ComponentType<FilePickerProps>;
  first: FileChoice;
}

function LoadedPicker(props: Omit<FilePickerProps, 'first'>) {
  const t = useTranslations('admin.choosing');
  const [loaded, setLoaded] = useState<Loaded | 'failed'>();
  const [attempt, setAttempt] = useState(0);
  const address = choiceAddress(props, new URLSearchParams());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads it again
  useEffect(() => {
    let isLeft = false;
    setLoaded(undefined);
    void load(address).then((found) => {
      if (!isLeft) setLoaded(found ?? 'failed');
    });
    return () => {
      isLeft = true;
    };
  }, [address, attempt]);
  if (loaded !== undefined && loaded !== 'failed') return <loaded.Picker {...props} first={loaded.first} />;
  return (
    <>
      <p role="status" className="text-ink-soft">
        {loaded === 'failed' ? t('failed') : t('loading')}
      </p>
      {loaded === 'failed' && (
        <button
          type="button"
          className={`mt-3 ${buttonStyle('plain')}`}
          onClick={() => setAttempt((before) => before + 1)}
        >
          {t('retry')}
        </button>
      )}
    </>
  );
}

async function load(address: string): Promise<Loaded | undefined> {
  try {
    const [{ FilePicker }, answer] = await Promise.all([import('./file-picker.tsx'), fetchJson<FileChoice>(address)]);
    return 'data' in answer ? { Picker: FilePicker, first: answer.data } : undefined;
  } catch {
    // The code did not arrive.
    return undefined;
  }
}
