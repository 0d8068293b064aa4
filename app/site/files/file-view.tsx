import { useTranslations } from 'use-intl';
import type { FileData } from './file-data.ts';

/** Files that readers get: one, or a list of several. */
export function FileList({ files }: { files: readonly FileData[] }) {
  const [only] = files;
  if (only && files.length === 1) {
    return (
      <div className="files">
        <FileView file={only} />
      </div>
    );
  }
  return (
    <ul className="files">
      {files.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a file can stand twice, and none moves on a page
        <li key={index}>
          <FileView file={file} />
        </li>
      ))}
    </ul>
  );
}

/** A document as a link that says what it leads to; a sound or film with the player of the browser, which does not start by itself. */
function FileView({ file }: { file: FileData }) {
  const { kind, title, caption, credit, titleLanguage } = file;
  const below = [caption, credit].filter((words) => words !== undefined);
  if (kind !== 'sound' && kind !== 'video') {
    return (
      <>
        <FileLink file={file} />
        {below.length > 0 && <p className="file-words">{below.join(' · ')}</p>}
      </>
    );
  }
  return (
    <figure className="file-player">
      <Player file={file} />
      <figcaption>
        <span lang={titleLanguage}>{[title, ...below].join(' · ')}</span>
        <FileLink file={file} isSaving />
      </figcaption>
    </figure>
  );
}

/** The player of the browser for a sound or film, with its captions. */
export function Player({
  file: { kind, src, contentType, title, poster, captions = [], inLanguage },
}: {
  file: FileData;
}) {
  const t = useTranslations('common.file');
  const common = { controls: true, preload: 'metadata', lang: inLanguage?.language, 'aria-label': title } as const;
  const tracks = captions.map(({ language, name, src: at, isOfPage }) => (
    <track
      key={language}
      kind="captions"
      src={at}
      srcLang={language}
      label={t('captions', { language: name })}
      default={isOfPage}
    />
  ));
  if (kind === 'sound') {
    return (
      <audio {...common}>
        <source src={src} type={contentType} />
        {tracks}
      </audio>
    );
  }
  return (
    <video {...common} playsInline poster={poster}>
      <source src={src} type={contentType} />
      {tracks}
    </video>
  );
}

function FileLink({ file, isSaving = false }: { file: FileData; isSaving?: boolean }) {
  const t = useTranslations('common.file');
  const { href, title, titleLanguage, format, size, pages, duration, inLanguage, contentType } = file;
  const facts = [
    format,
    size,
    pages !== undefined && t('pages', { count: pages }),
    duration,
    inLanguage && t('inLanguage', { language: inLanguage.name }),
  ].filter(Boolean);
  return (
    <a
      href={href}
      type={contentType}
      hrefLang={inLanguage?.language}
      className="file-link"
      {...(isSaving && { download: '' })}
    >
      <span>
        <span className="file-title" lang={isSaving ? undefined : titleLanguage}>
          {isSaving ? t('save') : title}
        </span>{' '}
        <span className="file-facts">({facts.join(', ')})</span>
      </span>
    </a>
  );
}
