import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Doc, Array as SharedArray, Map as SharedMap } from 'yjs';
import type { UnitId } from '#core/content/translation-link.ts';
import { entryId, type RecordList, wordKey, wordMembers } from '#core/content-types/entry-words.ts';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { fieldName } from '#core/drafts/draft-shape.ts';
import { useLocale } from '../../../i18n/message-provider.tsx';
import { useDesk } from '../context/desk-context.tsx';
import type { EditedLanguage } from '../context/read-editor.ts';
import { useLinkTitle } from '../links/use-link-search.ts';
import { SharedTextField } from './shared-text-field.tsx';
import { useEntries } from './use-shared-value.ts';

interface EntryWordsProps {
  /** A list whose entries have words. */
  field: RecordList;
  /** The draft of the language, and the shared one, which has the entries. */
  doc: Doc;
  shared: Doc;
  language: EditedLanguage;
  /** Frames the control of a unit. */
  frame(unit: UnitId, control: ReactNode): ReactNode;
  badge(unit: UnitId): ReactNode;
  onOwnChange(unit: UnitId): void;
  onFocus(unit: UnitId): void;
}

/** What the entries of a list that all languages share say in one language. */
export function EntryWords({ field, doc, shared, language, frame, badge, onOwnChange, onFocus }: EntryWordsProps) {
  const { code } = useLocale();
  const { type } = useDesk();
  const t = useTranslations('editor.fields');
  const entries = useEntries(shared.getArray(fieldName(field.key)) as SharedArray<SharedMap<unknown>>);
  const label = field.labels[code] ?? Object.values(field.labels)[0] ?? field.key;
  const whole = type.fields.find(({ key }) => key === field.key);
  const members = whole?.kind === 'list' && Array.isArray(whole.of) ? whole.of : [];
  const words = wordMembers(field);
  const links = members.filter(({ kind }) => kind === 'link');
  // Only of a link that has a label: the words of a notice stand for nothing that it leads to.
  const link = links.length === 1 && words.length === 1 ? links[0]?.key : undefined;
  const ids = entries.map((entry, index) => entryId(entry.toJSON(), index));
  if (ids.length === 0) return <p className="text-fine text-ink-soft">{t('noEntries', { field: label })}</p>;
  return [...new Set(ids)].map((id) => (
    <fieldset key={id} className="grid min-w-0 gap-3">
      <legend className="mb-1.5 font-medium">{t('entry', { field: label, number: ids.indexOf(id) + 1 })}</legend>
      {link !== undefined && <LinkedTitle entry={entries[ids.indexOf(id)]} member={link} language={language} />}
      {words.map((member) => {
        const key = wordKey(field.key, id, member.key);
        const unit = `field:${key}`;
        return (
          <div key={member.key}>
            {frame(
              unit,
              <SharedTextField
                text={doc.getText(fieldName(key))}
                label={member.labels[code] ?? member.key}
                hint={member.hints?.[code]}
                language={language}
                canEdit={language.canEdit}
                multiline={member.multiline ?? false}
                most={member.maxLength ?? CONTENT_LIMITS.fieldText}
                aside={badge(unit)}
                onOwnChange={() => onOwnChange(unit)}
                onFocus={() => onFocus(unit)}
              />,
            )}
          </div>
        );
      })}
    </fieldset>
  ));
}

/** What an entry leads to, whose title readers get where the entry has no words. */
function LinkedTitle({
  entry,
  member,
  language,
}: {
  entry: SharedMap<unknown> | undefined;
  member: string;
  language: EditedLanguage;
}) {
  const t = useTranslations('editor.fields');
  const target = entry?.get(member);
  const value = typeof target === 'string' ? target : undefined;
  const found = useLinkTitle(value, language.code);
  if (value === undefined || found.kind !== 'found' || found.isGone) return null;
  return <p className="-mt-2 text-fine text-ink-soft wrap-anywhere">{t('inherited', { value: found.title })}</p>;
}
