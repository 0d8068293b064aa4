import { type ActionFunctionArgs, data } from 'react-router';
import { formShape, listField, MAX_FORM_BYTES, textField, withoutControls } from '#core/forms/form-shape.ts';
import { parseJson } from '#core/json/parse-json.ts';
import {
  type ItemReplacement,
  REPLACE_LIMITS,
  type ReplacedPlace,
  type ReplaceOutcome,
  replaceInItems,
  undoneSchema,
} from '#core/replacing/replace-words.ts';
import { createAccountTranslator, readAccountRequest } from '../../account/account-request.ts';
import { receiveForm } from '../../account/receive-form.ts';
import { pageServices } from '../../context/context.ts';
import { createAdminTranslator } from '../layout/read-admin-messages.ts';
import { orUnavailable } from '../or-unavailable.ts';
import { refuseForbidden, requirePermission } from '../require-permission.ts';
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

/** What there was no time for, as the fields of the next form. */
export interface LeftPlaces {
  /** The values of checkboxes. */
  places: string[];
  undo: ReplacedPlace[];
}

/** The response to a form: what was replaced or undone, or what is wrong with the form. */
export type ReplaceAnswer =
  | (Omit<ReplaceOutcome, 'left'> & {
      kind: 'done';
      intent: 'replace' | 'undo';
      left: LeftPlaces;
      replacement: string;
      isMinor: boolean;
    })
  | { kind: 'problem'; sentence: string; replacement: string };

/** Replaces words at the chosen places, or undoes that; 403 without the right to read drafts. */
export async function replaceAction(args: ActionFunctionArgs) {
  const request = readAccountRequest(args);
  const { actor } = await requirePermission(request, 'draft.read');
  const { config } = args.context.get(pageServices);
  const { locale, store, drafts } = request;
  const { fields, isAltered } = await receiveForm(request, FORM);
  const replacement = readReplacement(fields);
  const isMinor = fields.get('minor') !== null;
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
        const { left, ...outcome } = await replaceInItems({ store, drafts, config }, actor, replacements);
        // What undoes the items before those that there was no time for.
        const before = intent === 'replace' ? (readUndone(fields) ?? []) : [];
        const undo = [...before, ...outcome.undo];
        const rest = { left: leftPlaces(left), replacement, isMinor };
        return data<ReplaceAnswer>({ kind: 'done', intent, ...outcome, undo, ...rest });
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
  const replacement = readReplacement(fields);
  const isMinor = fields.get('minor') !== null;
  return [...chosen].map(([itemId, parts]) => ({ itemId, sought, replacement, isMinor, chosen: parts }));
}

function readReplacement(fields: FormData): string {
  return withoutControls(String(fields.get('replacement') ?? ''));
}

function readUndo(fields: FormData): ItemReplacement[] | undefined {
  const undone = readUndone(fields);
  return undone && [...Map.groupBy(undone, ({ itemId }) => itemId)].map(([itemId, own]) => ({ itemId, undone: own }));
}

function readUndone(fields: FormData): ReplacedPlace[] | undefined {
  try {
    const parsed = undoneSchema.safeParse(parseJson(String(fields.get('undo') ?? '')));
    return parsed.data?.every(({ itemId }) => /^[a-z0-9-]+$/.test(itemId)) ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

function leftPlaces(left: readonly ItemReplacement[]): LeftPlaces {
  return {
    places: left.flatMap((one) =>
      'chosen' in one
        ? [...one.chosen].flatMap(([part, ids]) => [...ids].map((id) => `${one.itemId}/${part}/${id}`))
        : [],
    ),
    undo: left.flatMap((one) => ('undone' in one ? one.undone : [])),
  };
}
