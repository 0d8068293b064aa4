import type { LoaderFunctionArgs } from 'react-router';
import type { Actor } from '#core/access/actor.ts';
import { may } from '#core/access/policy.ts';
import { AUDIT_RETENTION_DAYS, type AuditPage, namedIn, searchAuditLog } from '#core/audit/audit-log.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import type { People } from '#core/people/people.ts';
import { listApiTokens } from '#core/tokens/api-tokens.ts';
import { readAccountRequest } from '../../account/account-request.ts';
import { formatMoment, teamTimeZone } from '../../ui/kit/format-moment.ts';
import { createAdminTranslator, readPageMessages } from '../layout/read-admin-messages.ts';
import { requirePermission } from '../require-permission.ts';
import { auditAddress, readAuditQuery, toAuditSearch } from './audit-query.ts';
import { createEntryDescriber } from './describe-entry.ts';

/** Entries per page. Source: Meki's own. */
const PAGE_SIZE = 50;

/** Maximum people in the form; others can be selected from the list of people. Source: Meki's own. */
const MAX_PEOPLE = 200;

/** Loads the filters and the matching entries; 403 without the right to read the log. */
export async function readAudit(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  const { actor } = await requirePermission(request, 'audit-log.read');
  const { store, people, pathTo, locale, url } = request;
  const t = createAdminTranslator(locale);
  const query = readAuditQuery(url.searchParams);
  const wanted = toAuditSearch(query, teamTimeZone());
  const after = url.searchParams.get('after') ?? undefined;
  const page: AuditPage = wanted.ok
    ? await searchAuditLog(store, actor, { ...wanted.search, ...(after && { after }), limit: PAGE_SIZE })
    : { entries: [] };
  const tell = createEntryDescriber(locale);
  const path = pathTo('/admin/audit');
  return {
    pageMessages: readPageMessages(locale, 'audit'),
    title: t('pages.audit'),
    lead: t('audit.lead', { days: AUDIT_RETENTION_DAYS }),
    query,
    problems: wanted.ok ? {} : wanted.problems,
    people: (await offerNames({ people, store }, actor, page, query.person)).map(({ kind, id, name, email }) => ({
      id,
      name: kind === 'program' && name !== '' ? t('audit.program', { name }) : name,
      email,
    })),
    entries: page.entries.map((entry) => ({
      id: entry.id,
      at: new Date(entry.at).toISOString(),
      when: formatMoment(locale, entry.at),
      ...tell(entry),
    })),
    ...(auditAddress(path, query) !== path && { clearHref: path }),
    ...(after && { firstHref: auditAddress(path, query) }),
    ...(page.next !== undefined && { nextHref: auditAddress(path, query, page.next) }),
  };
}

interface Offered {
  kind: 'person' | 'program';
  id: string;
  name: string;
  /** Empty for programs and people without an account. */
  email: string;
}

/** The people in the form: the team, programs, and deleted ones that occur in the entries or filters. */
async function offerNames(
  { people, store }: { people: People; store: DocumentStore },
  actor: Actor,
  { entries }: AuditPage,
  wanted: string,
): Promise<Offered[]> {
  const offered = new Map<string, Offered>();
  if (may(actor, 'people.manage')) {
    const { people: team } = await people.list(actor, { limit: MAX_PEOPLE });
    for (const { id, name, email } of team) offered.set(id, { kind: 'person', id, name, email });
  }
  if (may(actor, 'tokens.manage')) {
    for (const { id, name } of await listApiTokens(store)) {
      const program = `program-${id}`;
      offered.set(program, { kind: 'program', id: program, name, email: '' });
    }
  }
  const gone = wanted === '' ? [] : [{ kind: 'person' as const, id: wanted, name: '' }];
  for (const { kind, id, name } of [...entries.flatMap(namedIn), ...gone]) {
    const known = offered.get(id);
    if (!known?.name) offered.set(id, { kind, id, name: name || (known?.name ?? ''), email: '' });
  }
  return [...offered.values()];
}
