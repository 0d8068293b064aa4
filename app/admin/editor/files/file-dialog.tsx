import type { Editor } from '@tiptap/core';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ACCEPTED_FILES } from '#core/media/media-file.ts';
import { Dialog } from '../../../ui/kit/dialog.tsx';
import { FieldErrors, inputStyle } from '../../../ui/kit/forms/field.tsx';
import { sendFile } from '../../files/upload/send-file.ts';
import { useDesk } from '../context/desk-context.tsx';
import { gapAt, insertAtom } from '../text/insert-picture.ts';
import { factsOf, useFiles } from './use-files.ts';

interface FileDialogProps {
  editor: Editor;
  open: boolean;
  onClose: () => void;
}

/** Chooses a file of the library, or uploads one, to hand it out after the block at the caret. */
export function FileDialog({ editor, open, onClose }: FileDialogProps) {
  const t = useTranslations('editor.file');
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('insert')}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        editor.commands.focus();
      }}
    >
      <Choice
        onChoose={(media) => {
          const { tr, selection } = editor.state;
          insertAtom(tr, 'file', { media }, gapAt(selection.$to), { takesCaret: true });
          editor.view.dispatch(tr);
          onClose();
        }}
      />
    </Dialog>
  );
}

function Choice({ onChoose }: { onChoose: (id: string) => void }) {
  const t = useTranslations('editor.file');
  const id = useId();
  const { paths, canUpload } = useDesk();
  const [query, setQuery] = useState('');
  const found = useFiles(`${paths.findFiles}?${new URLSearchParams({ q: query })}`);
  return (
    <div className="grid gap-4">
      {canUpload && <UploadField onSent={onChoose} />}
      <div>
        <label htmlFor={`${id}-search`} className="mb-1.5 block font-medium">
          {t('search')}
        </label>
        <input
          id={`${id}-search`}
          type="search"
          value={query}
          onChange={({ currentTarget }) => setQuery(currentTarget.value)}
          className={inputStyle}
        />
      </div>
      <p role="status" className="text-fine text-ink-soft">
        {found.kind === 'found' ? t('count', { count: found.files.length }) : t(`states.${found.kind}`)}
      </p>
      {found.kind === 'found' && found.files.length > 0 && (
        <ul aria-label={t('found')} className="max-h-72 overflow-y-auto">
          {found.files.map((file) => (
            <li key={file.id}>
              <button
                type="button"
                className="block min-h-11 w-full rounded-control px-3 py-2 text-start hover:bg-tint"
                onClick={() => onChoose(file.id)}
              >
                <bdi className="block break-words font-medium">{file.title}</bdi>
                <span className="block text-fine text-ink-soft">{factsOf(file, (count) => t('pages', { count }))}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function UploadField({ onSent }: { onSent: (id: string) => void }) {
  const t = useTranslations('editor.file');
  const id = useId();
  const { paths } = useDesk();
  const [percent, setPercent] = useState<number>();
  const [problem, setProblem] = useState<string>();
  async function take(input: HTMLInputElement) {
    const file = input.files?.[0];
    if (!file || percent !== undefined) return;
    setProblem(undefined);
    setPercent(0);
    const { signal } = new AbortController();
    const outcome = await sendFile(paths.sendFile, file, {
      onProgress: (part) => setPercent(Math.round(part * 100)),
      signal,
    });
    setPercent(undefined);
    input.value = '';
    if (outcome.ok) onSent(outcome.id);
    else setProblem('problem' in outcome && outcome.problem ? outcome.problem : t('failed'));
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {t('upload')}
      </label>
      <input
        id={id}
        type="file"
        accept={ACCEPTED_FILES}
        aria-describedby={problem ? `${id}-error` : undefined}
        aria-invalid={problem ? true : undefined}
        onChange={({ currentTarget }) => void take(currentTarget)}
        className={inputStyle}
      />
      <p role="status" className="text-fine text-ink-soft">
        {percent !== undefined && t('sending', { percent })}
      </p>
      <FieldErrors id={`${id}-error`} errors={problem === undefined ? [] : [problem]} />
    </div>
  );
}
