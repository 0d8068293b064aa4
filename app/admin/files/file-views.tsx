import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import soundIcon from '~icons/lucide/audio-lines';
import captionsIcon from '~icons/lucide/captions';
import filmIcon from '~icons/lucide/clapperboard';
import fileIcon from '~icons/lucide/file-text';
import imageIcon from '~icons/lucide/image';
import { Picture } from '../../site/pictures/picture.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { BULK_FORM } from '../selection.tsx';
import type { FileRow } from './file-row.ts';
import type { FilesPageData } from './read-files-page.ts';

export interface FileViewsProps {
  list: FilesPageData;
  selected: ReadonlySet<string>;
  canSelect: boolean;
  onSelect: (id: string, isSelected: boolean) => void;
}

/** The files of a page, as a grid of pictures. */
export function FileGrid(props: FileViewsProps) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(9.5rem,44%),1fr))] gap-3">
      {props.list.rows.map((row) => (
        <li
          key={row.id}
          className="group relative flex flex-col rounded-card border border-line bg-raised has-[:checked]:border-action has-[:checked]:shadow-[inset_0_0_0_1px_var(--action)]"
        >
          <Thumbnail row={row} className="aspect-[4/3] rounded-t-card" sizes="(min-width:64rem) 14rem, 45vw" />
          <div className="min-w-0 p-2.5">
            <FileLink row={row} className="after:absolute after:inset-0" />
            <p className="truncate text-fine text-ink-soft">{row.size}</p>
            <Marks row={row} list={props.list} />
          </div>
          <SelectMark {...props} row={row} className="absolute start-1 top-1 rounded-control bg-raised/85" />
        </li>
      ))}
    </ul>
  );
}

/** The files of a page, a line each. */
export function FileLines(props: FileViewsProps) {
  const t = useTranslations('admin.files');
  const { rows, query } = props.list;
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-raised">
      {rows.map((row) => (
        <li key={row.id} className="relative flex items-center gap-2 px-1 py-1.5 has-[:checked]:bg-tint">
          <SelectMark {...props} row={row} className="shrink-0" />
          <Thumbnail row={row} className="h-12 w-16 shrink-0 rounded-control" sizes="4rem" />
          <div className="grid min-w-0 grow gap-x-4 sm:grid-cols-[minmax(0,1fr)_11rem_11rem] sm:items-center">
            <div className="min-w-0">
              <FileLink row={row} className="after:absolute after:inset-0" />
              {row.title !== undefined && (
                <p className="truncate text-fine text-ink-soft">
                  <bdi>{row.name}</bdi>
                </p>
              )}
              <Marks row={row} list={props.list} />
            </div>
            <p className="text-fine text-ink-soft tabular-nums">{row.size}</p>
            <p className="text-fine text-ink-soft">
              <time dateTime={row.at}>
                {query.place === 'trash' ? t('trashedAt', { when: row.when }) : t('uploadedAt', { when: row.when })}
              </time>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function FileLink({ row, className }: { row: FileRow; className: string }) {
  return (
    <p className="truncate font-medium">
      <SiteLink to={row.href} className={`hover:underline ${className}`}>
        <bdi>{row.title ?? row.name}</bdi>
      </SiteLink>
    </p>
  );
}

const KIND_ICONS = {
  picture: imageIcon,
  document: fileIcon,
  sound: soundIcon,
  video: filmIcon,
  captions: captionsIcon,
};

/** The picture of a file, or the sign of its kind, without its words: the name is beside it. */
export function Thumbnail({
  row,
  className,
  sizes,
}: {
  row: Pick<FileRow, 'picture' | 'kind'>;
  className: string;
  sizes: string;
}) {
  return (
    <div className={`relative grid place-items-center overflow-hidden bg-sunken ${className}`}>
      {row.picture ? (
        <>
          <span className="block size-full [&_img]:size-full [&_img]:object-contain">
            <Picture picture={row.picture} alt="" sizes={sizes} />
          </span>
          {row.kind === 'video' && (
            <Icon
              icon={filmIcon}
              className="absolute end-1 bottom-1 box-content rounded-control bg-raised/85 p-1 text-ink-soft"
            />
          )}
        </>
      ) : (
        <Icon icon={KIND_ICONS[row.kind]} className="text-[2rem] text-ink-soft" />
      )}
    </div>
  );
}

function Marks({ row, list }: { row: FileRow; list: FilesPageData }) {
  const t = useTranslations('admin.files.marks');
  const nameOf = (code: string) => list.languages.find((language) => language.code === code)?.name ?? code;
  const marks: ReactNode[] = [
    !row.isUsed && t('unused'),
    row.lacksAlt.length > 0 && t('lacksAlt', { languages: row.lacksAlt.map(nameOf).join(', ') }),
    row.stale.length > 0 && t('stale', { languages: row.stale.map(nameOf).join(', ') }),
    ...row.tags.map((tag) => `#${tag}`),
  ].filter(Boolean);
  if (marks.length === 0) return null;
  return <p className="text-balance text-fine text-ink-soft">{marks.join(' · ')}</p>;
}

interface SelectMarkProps extends FileViewsProps {
  row: FileRow;
  className: string;
}

function SelectMark({ row, selected, canSelect, onSelect, className }: SelectMarkProps) {
  const t = useTranslations('admin.files');
  if (!canSelect) return null;
  return (
    <label className={`z-10 grid size-11 cursor-pointer place-items-center ${className}`}>
      <span className="sr-only">{t('select', { name: row.title ?? row.name })}</span>
      <input
        form={BULK_FORM}
        type="checkbox"
        name="file"
        value={row.id}
        checked={selected.has(row.id)}
        onChange={({ currentTarget }) => onSelect(row.id, currentTarget.checked)}
        className="choice-mark"
      />
    </label>
  );
}
