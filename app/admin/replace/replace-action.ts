import { type ActionFunctionArgs, data } from 'react-router';
import { formShape, listField, MAX_FORM_BYTES, textField } from '#core/forms/form-shape.ts';
import { parseJson } from '#core/json/parse-json.ts';
import {
  type ItemReplacement,
  REPLACE_LIMITS,
  type ReplaceOutcome,
  replaceInItems,
  undoneSchema,
} from '#core/replacing/replace-words.ts';
import { readAccountRequest } from '../../account/account-request.ts';
import { createAccountTranslator } from '../../account/account-translator.ts';
import { receiveForm } from '../../account/receive-form.ts';
import { pageServices } from '../../context/context.ts';
import { createAdminTranslator } from '../layout/read-admin-messages.ts';
import { orUnavailable } from '../or-unavailable.ts';
import { refuseForbidden } from '../refuse-forbidden.ts';
import { requirePermission } from '../require-permission.ts';
import { readReplaceQuery, toSearch } from './read-replace.ts';

/** Maximum bytes: what undoes a replacement says what stood at each place. Source: Meki's own. */
const FORM_BYTES = 4 * MAX_FORM_BYTES;

const FORM = formShape(
  {
    intent: textField(),
    words: textField(),
    whole: textField(),
    exact: textField(),
    replacement: textField(),
    minor: textField(),
    place: listField(2 * REPLACE_LIMITS.places, 300),
    undo: textField(FORM_BYTES),
  },
  FORM_BYTES,
);

/** The response to a form: what was replaced or undone, or what is wrong with the form. */
export type ReplaceAnswer =
  | ({ kind: 'done'; intent: 'replace' | 'undo' } & ReplaceOutcome)
  | { kind: 'problem'; sentence: string; replacement: string };

/** Replaces words at the chosen places, or undoes that; 403 without the right to read drafts. */
export async function replaceAction(args: ActionFunctionArgs) {
  const request = readAccountRequest(args);
  const { actor } = await requirePermission(request, 'draft.read');
  const { config } = args.context.get(pageServices);
  const { locale, store, drafts } = request;
  const { fields, isAltered } = await receiveForm(request, FORM);
  const replacement = String(fields.get('replacement') ?? '');
  const problem = (sentence: string, status = 422) =>
    data<ReplaceAnswer>({ kind: 'problem', sentence, replacement }, { status });
  if (isAltered) return problem(createAccountTranslator(locale)('problems.altered'));
  const t = createAdminTranslator(locale);
  const intent = fields.get('intent') === 'undo' ? 'undo' : 'replace';
  const replacements = intent === 'undo' ? readUndo(fields) : readReplacements(fields);
  if (!replacements) throw data(null, { status: 400, statusText: 'Bad Request' });
  if (replacement.length > REPLACE_LIMITS.words) return problem(t('replace.tooLong', { most: REPLACE_LIMITS.words }));
  if (replacements.length === 0) return problem(t('replace.nothing'));
  return orUnavailable(
    args,
    locale,
    () =>
      refuseForbidden(request, actor, async () => {
        const outcome = await replaceInItems({ store, drafts, config }, actor, replacements);
        return data<ReplaceAnswer>({ kind: 'done', intent, ...outcome });
      }),
    (sentence) => problem(sentence, 503),
  );
}

/** The chosen places, by item. */
function readReplacements(fields: FormData): ItemReplacement[] | undefined {
  const sought = toSearch(readReplaceQuery(fields));
  if (sought.words === '') return undefined;
  const chosen = new Map<string, Map<string, Set<string>>>();
  for (const place of fields.getAll('place')) {
    const [itemId = '', part = '', id = ''] = String(place).split('/');
    const parts = chosen.get(itemId) ?? new Map<string, Set<string>>();
    chosen.set(itemId, parts.set(part, (parts.get(part) ?? new Set()).add(id)));
  }
  if (![...chosen.keys()].every((id) => /^[a-z0-9-]{1,120}$/.test(id))) return undefined;
  const replacement = String(fields.get('replacement') ?? '');
  const isMinor = fields.get('minor') !== null;
  return [...chosen].map(([itemId, parts]) => ({ itemId, sought, replacement, isMinor, chosen: parts }));
}

function readUndo(fields: FormData): ItemReplacement[] | undefined {
  try {
    const parsed = undoneSchema.safeParse(parseJson(String(fields.get('undo') ?? '')));
    if (!parsed.success || !parsed.data.every(({ itemId }) => /^[a-z0-9-]+$/.test(itemId))) return undefined;
    return [...Map.groupBy(parsed.data, ({ itemId }) => itemId)].map(([itemId, undone]) => ({ itemId, undone }));
  } catch {
    return undefined;
  }
}
