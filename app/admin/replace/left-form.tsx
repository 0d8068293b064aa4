import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import type { ReplaceData } from './read-replace.ts';
import type { ReplaceDone } from './use-replace-run.ts';

/** Goes on, without script, with what there was no time for. */
export function LeftForm({
  result: { intent, left, replacement, isMinor, undo },
  page,
}: {
  result: ReplaceDone;
  page: ReplaceData;
}) {
  const t = useTranslations('admin.replace');
  const { query, path } = page;
  const count = left.places.length + left.undo.length;
  if (count === 0) return null;
  const carried = intent === 'replace' ? undo : left.undo;
  const { words, whole, exact } = query;
  const fields = { intent, words, replacement, whole: whole && 'yes', exact: exact && 'yes', minor: isMinor && 'yes' };
  return (
    <Form method="post" action={`${path}?${searchText(query)}`} className="mt-3">
      {Object.entries(fields).map(([name, value]) =>
        value === false ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      {left.places.map((place) => (
        <input key={place} type="hidden" name="place" value={place} />
      ))}
      {carried.length > 0 && <input type="hidden" name="undo" value={JSON.stringify(carried)} />}
      <p className="mb-2">{t('left', { count })}</p>
      <SubmitButton pending={false}>{t('goOn')}</SubmitButton>
    </Form>
  );
}

/** The query of the page's address. */
export function searchText({ words, language, type, whole, exact }: ReplaceData['query']): string {
  const given = { words, language, type, whole: whole ? 'yes' : '', exact: exact ? 'yes' : '' };
  return new URLSearchParams(Object.entries(given).filter(([, value]) => value !== '')).toString();
}
