import { useState } from 'react';
import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import { type Focus, MIDDLE } from '#core/media/picture-variants.ts';
import openIcon from '~icons/lucide/external-link';
import { Player } from '../../../site/files/file-view.tsx';
import { Picture } from '../../../site/pictures/picture.tsx';
import type { PictureData } from '../../../site/pictures/picture-data.ts';
import { Icon } from '../../../ui/icon.tsx';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { TextField } from '../../../ui/kit/forms/field.tsx';
import { FormError } from '../../../ui/kit/forms/form-error.tsx';
import { SubmitButton } from '../../../ui/kit/forms/submit-button.tsx';
import { Notice } from '../../../ui/kit/notice.tsx';
import { SiteLink } from '../../../ui/site-link.tsx';
import type { FileAnswer } from '../files-answer.ts';
import { RemovalAsk } from '../files-bulk.tsx';
import { FocusPicker } from '../focus-picker.tsx';
import { ReplaceForm } from '../replace/replace-form.tsx';
import type { FilePageData } from './read-file-page.ts';
import { TextsForms } from './texts-forms.tsx';

interface SectionProps {
  page: FilePageData;
  answer: FileAnswer | undefined;
}

/** A file: what it is and says, where it is used, its versions, and what can be done with it. */
export function FilePage({ page, answer }: SectionProps) {
  const t = useTranslations('admin.files.file');
  const { title, notice, picture, player, isActive, openHref, facts, deletedWhen, path } = page;
  return (
    <article className="grid gap-8">
      <div>
        <h1 className="break-words font-semibold text-h2">
          <bdi>{title}</bdi>
        </h1>
        {notice && !answer && <Notice text={notice} className="mt-4" />}
        {deletedWhen && <p className="mt-3 font-medium text-warning">{t('inTrash', { when: deletedWhen })}</p>}
        {answer?.kind === 'ask' && (
          <RemovalAsk question={answer} action={path} backHref={path} intent={answer.action} />
        )}
        <Problem answer={answer} intents={['trash', 'untrash', 'purge', 'restore', 'remove-part']} />
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {picture && (
          <div className="overflow-hidden rounded-card border border-line bg-sunken [&_img]:mx-auto [&_img]:max-h-[28rem] [&_img]:w-auto [&_img]:object-contain">
            <Picture picture={picture} alt="" sizes="(min-width:64rem) 40rem, 100vw" />
          </div>
        )}
        {player && (player.kind === 'sound' || player.kind === 'video') && (
          <div className="overflow-hidden rounded-card border border-line bg-sunken p-3 [&>*]:w-full [&>video]:aspect-video">
            <Player file={player} />
          </div>
        )}
        <section aria-labelledby="about">
          <h2 id="about" className="font-semibold text-h3">
            {t('about')}
          </h2>
          <dl className="mt-3 grid grid-cols-[fit-content(45%)_minmax(0,1fr)] gap-x-6 gap-y-1.5">
            {facts.map(({ term, value }) => (
              <div key={term} className="contents">
                <dt className="text-fine text-ink-soft">{term}</dt>
                <dd className="min-w-0 break-words">
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ))}
          </dl>
          {isActive && <p className="mt-4 font-medium text-warning">{t('active')}</p>}
          {openHref && (
            <a href={openHref} target="_blank" rel="noreferrer" className={`mt-4 ${buttonStyle('plain')}`}>
              <Icon icon={openIcon} />
              {t('open')}
            </a>
          )}
          <TagsForm page={page} answer={answer} />
        </section>
      </div>
      <TextsForms page={page} answer={answer} />
      {picture && page.may.tag && (
        <div>
          <Problem answer={answer} intents={['focus']} />
          <div className="grid gap-8">
            <FocalPoint
              key={page.media + JSON.stringify(picture.focus)}
              picture={picture}
              media={page.media}
              path={path}
            />
            {page.parts.map(
              ({ own, label }) =>
                own && (
                  <FocalPoint
                    key={own.media + JSON.stringify(own.picture.focus)}
                    picture={own.picture}
                    media={own.media}
                    path={path}
                    own={{ language: own.language, label }}
                  />
                ),
            )}
          </div>
        </div>
      )}
      <Parts page={page} />
      <Uses page={page} />
      <Versions page={page} />
      {page.may.replace && (
        <section aria-labelledby="replace">
          <h2 id="replace" className="font-semibold text-h3">
            {t('replace')}
          </h2>
          <ReplaceForm key={page.version} file={page} />
        </section>
      )}
      <Removal page={page} />
    </article>
  );
}

/** Why a form was refused, at the form. */
function Problem({ answer, intents }: { answer: FileAnswer | undefined; intents: readonly string[] }) {
  if (answer?.kind !== 'problem' || !intents.includes(answer.intent)) return null;
  return (
    <div className="my-3">
      <FormError errors={[answer.sentence]} answer={answer} />
    </div>
  );
}

function TagsForm({ page: { tags, path, may }, answer }: SectionProps) {
  const t = useTranslations('admin.files.file');
  if (!may.tag) {
    return tags.length > 0 ? <p className="mt-4">{tags.map((tag) => `#${tag}`).join(' ')}</p> : null;
  }
  const typed = answer?.kind === 'problem' && answer.intent === 'tags' ? answer.tags : undefined;
  return (
    <Form method="post" action={path} className="mt-5 grid gap-3">
      <Problem answer={answer} intents={['tags']} />
      <input type="hidden" name="intent" value="tags" />
      <TextField
        key={tags.join()}
        id="tags"
        name="tags"
        label={t('tags')}
        hint={t('tagsHint')}
        defaultValue={typed ?? tags.join(', ')}
        autoComplete="off"
      />
      <div>
        <SubmitButton tone="plain" name="tagged" value="yes">
          {t('saveTags')}
        </SubmitButton>
      </div>
    </Form>
  );
}

function Uses({ page: { uses, areUsesKnown } }: Pick<SectionProps, 'page'>) {
  const t = useTranslations('admin.files.file');
  return (
    <section aria-labelledby="uses">
      <h2 id="uses" className="font-semibold text-h3">
        {t('uses')}
      </h2>
      {!areUsesKnown && <p className="mt-2 text-ink-soft">{t('usesUnknown')}</p>}
      {uses.length === 0 ? (
        <p className="mt-2 text-ink-soft">{t('noUses')}</p>
      ) : (
        <ul className={LIST}>
          {uses.map(({ title, href, places }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items may have the same title, and the list is not changed in place
            <li key={index} className="px-4 py-2">
              {href ? (
                <SiteLink to={href} className="link-quiet inline-flex min-h-11 items-center font-medium">
                  {title}
                </SiteLink>
              ) : (
                <span className="font-medium">{title}</span>
              )}
              <p className="text-fine text-ink-soft">
                {places.map(({ place, languages }) => `${t(`places.${place}`)} (${languages.join(', ')})`).join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** What the file has for one language, and what a film has besides its bytes. */
function Parts({ page: { parts, path, version, may } }: Pick<SectionProps, 'page'>) {
  const t = useTranslations('admin.files.file');
  if (parts.length === 0) return null;
  return (
    <section aria-labelledby="parts">
      <h2 id="parts" className="font-semibold text-h3">
        {t('parts')}
      </h2>
      <ul className={LIST}>
        {parts.map(({ value, label, href, ...upload }) => (
          <li key={value} className={ROW}>
            <div className="min-w-0 grow">
              <p className="font-medium">{label}</p>
              <a
                href={href}
                target="_blank"
                rel="noreferrer"
                className="link inline-flex min-h-11 items-center break-all"
              >
                <bdi>{upload.name}</bdi>
              </a>
              <UploadedBy upload={upload} />
            </div>
            {may.replace && (
              <Form method="post" action={path}>
                <input type="hidden" name="intent" value="remove-part" />
                <input type="hidden" name="version" value={version} />
                <SubmitButton tone="danger" name="part" value={value}>
                  <span aria-hidden="true">{t('removePart')}</span>
                  <span className="sr-only">{t('removeNamed', { what: label })}</span>
                </SubmitButton>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const LIST = 'mt-2 divide-y divide-line rounded-card border border-line bg-raised';
const ROW = 'flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3';

function UploadedBy({
  upload: { at, when, by, size },
}: {
  upload: Pick<FilePageData['versions'][number], 'at' | 'when' | 'by' | 'size'>;
}) {
  const t = useTranslations('admin.files.file');
  return (
    <p className="text-fine text-ink-soft">
      <time dateTime={at}>{by ? t('by', { when, name: by }) : when}</time> · {size}
    </p>
  );
}

function Versions({ page: { versions, path, version, may } }: Pick<SectionProps, 'page'>) {
  const t = useTranslations('admin.files.file');
  return (
    <section aria-labelledby="versions">
      <h2 id="versions" className="font-semibold text-h3">
        {t('versions')}
      </h2>
      {versions.length === 0 ? (
        <p className="mt-2 text-ink-soft">{t('noVersions')}</p>
      ) : (
        <ul className={LIST}>
          {versions.map((former) => (
            <li key={former.version} className={ROW}>
              {former.src !== undefined && (
                <img
                  src={former.src}
                  alt=""
                  className="h-14 w-20 rounded-control bg-sunken object-contain"
                  loading="lazy"
                />
              )}
              <div className="min-w-0 grow">
                <p className="break-words font-medium">
                  {t('versionOf', { version: former.version, name: former.name })}
                  {former.label !== undefined && ` (${former.label})`}
                </p>
                <UploadedBy upload={former} />
              </div>
              {may.replace && (
                <Form method="post" action={path}>
                  <input type="hidden" name="intent" value="restore" />
                  <input type="hidden" name="version" value={version} />
                  <SubmitButton tone="plain" name="former" value={String(former.version)}>
                    <span aria-hidden="true">{t('restore')}</span>
                    <span className="sr-only">{t('restoreNamed', { version: former.version })}</span>
                  </SubmitButton>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Removal({ page: { path, deletedWhen, may } }: Pick<SectionProps, 'page'>) {
  const t = useTranslations('admin.files.file');
  const isTrashed = deletedWhen !== undefined;
  const offered = [
    ...(may.trash ? [isTrashed ? ('untrash' as const) : ('trash' as const)] : []),
    ...(may.purge ? ['purge' as const] : []),
  ];
  if (offered.length === 0) return null;
  return (
    <section aria-labelledby="remove" className="border-line border-t pt-6">
      <h2 id="remove" className="sr-only">
        {t('remove')}
      </h2>
      <div className="flex flex-wrap gap-3">
        {offered.map((intent) => (
          <Form key={intent} method="post" action={path}>
            <SubmitButton tone={intent === 'untrash' ? 'plain' : 'danger'} name="intent" value={intent}>
              {t(intent)}
            </SubmitButton>
          </Form>
        ))}
      </div>
    </section>
  );
}

/** The cuts that the site makes: of covers in lists and on pages, and of pictures for social networks. */
const CUTS = { card: 'aspect-[3/2]', page: 'aspect-[21/9]', shared: 'aspect-[1200/630]' } as const;

interface FocalPointProps {
  picture: PictureData;
  /** Id of the bytes that are shown. */
  media: string;
  path: string;
  /** Of bytes that a language has of its own: its code, and what they are. */
  own?: { language: string; label: string };
}

/** Says which point of a picture stays in sight where it is cut: by a press on the picture, or by two sliders. */
function FocalPoint({ picture, media, path, own }: FocalPointProps) {
  const t = useTranslations('admin.files.file');
  const [focus, setFocus] = useState<Focus>(picture.focus ?? { x: MIDDLE, y: MIDDLE });
  const shown = { ...picture, focus };
  const heading = own ? `focus-${own.language}` : 'focus';
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="font-semibold text-h3">
        {own ? t('focusOf', { what: own.label }) : t('focus')}
      </h2>
      <p className="mt-1 text-ink-soft">{t('focusLead')}</p>
      <div className="mt-4 grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Form method="post" action={path} className="grid gap-4">
          <input type="hidden" name="intent" value="focus" />
          <input type="hidden" name="media" value={media} />
          {own && <input type="hidden" name="language" value={own.language} />}
          <FocusPicker
            focus={focus}
            onChange={setFocus}
            words={{
              axes: { x: t('focusAxes.x'), y: t('focusAxes.y') },
              at: (percent) => t('focusAt', { percent }),
            }}
          >
            <Picture picture={picture} alt="" sizes="(min-width:64rem) 40rem, 100vw" priority="auto" />
          </FocusPicker>
          <div>
            <SubmitButton tone="plain" name="focused" value="yes">
              {t('saveFocus')}
            </SubmitButton>
          </div>
        </Form>
        <ul className="grid grid-cols-2 gap-4" aria-label={t('cuts')}>
          {(['card', 'shared', 'page'] as const).map((cut) => (
            <li key={cut} className={cut === 'page' ? 'col-span-2' : ''}>
              <figure>
                <Picture
                  picture={shown}
                  alt=""
                  sizes="20rem"
                  className={`w-full rounded-control object-cover ${CUTS[cut]}`}
                />
                <figcaption className="mt-1 text-fine text-ink-soft">{t(`cut.${cut}`)}</figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
