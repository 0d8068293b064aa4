import type { LoaderFunctionArgs } from 'react-router';
import type { Actor } from '#core/access/actor.ts';
import { may } from '#core/access/policy.ts';
import { AUDIT_RETENTION_DAYS } from '#core/audit/prune-audit-log.ts';
import { type AuditPage, searchAuditLog } from '#core/audit/search-audit-log.ts';
import type { People } from '#core/people/people.ts';
import { timeZone } from '#site-config';
import { readAccountRequest } from '../../account/account-request.ts';
import { readPageMessages } from '../../layouts/read-admin-messages.ts';
import { createAdminTranslator } from '../admin-translator.ts';
import { formatMoment } from '../format-moment.ts';
import { requireAct } from '../require-act.ts';
import { auditAddress, readAuditQuery, toAuditSearch } from './audit-query.ts';
import { createEntryTeller, peopleOf } from './tell-entry.ts';

/** Entries on one page. Source: Meki's own. */
const PAGE_SIZE = 50;

/** Most people that the search form offers; the others are found from the list of people. Source: Meki's own. */
const MAX_PEOPLE = 200;

/** What is searched for and what was found; 403 for who may not read the log. */
export async function readAudit(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  const { actor } = await requireAct(request, 'audit-log.read');
  const { store, people, pathTo, locale, url } = request;
  const t = createAdminTranslator(locale);
  const query = readAuditQuery(url.searchParams);
  const wanted = toAuditSearch(query, timeZone);
  const after = url.searchParams.get('after') ?? undefined;
  const page: AuditPage = wanted.ok
    ? await searchAuditLog(store, actor, { ...wanted.search, ...(after && { after }), limit: PAGE_SIZE })
    : { entries: [] };
  const tell = createEntryTeller(locale);
  const path = pathTo('/admin/audit');
  return {
    pageMessages: readPageMessages(locale, 'audit'),
    title: t('pages.audit'),
    lead: t('audit.lead', { days: AUDIT_RETENTION_DAYS }),
    query,
    problems: wanted.ok ? {} : wanted.problems,
    people: await offerPeople(people, actor, page, query.person),
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

/** Whom the form offers: the team, and who is named by the entries or searched for and has no account any more. */
async function offerPeople(people: People, actor: Actor, { entries }: AuditPage, wanted: string) {
  const offered = new Map<string, { id: string; name: string; email: string }>();
  if (may(actor, 'people.manage')) {
    const { people: team } = await people.list(actor, { limit: MAX_PEOPLE });
    for (const { id, name, email } of team) offered.set(id, { id, name, email });
  }
  const named = [...entries.flatMap(peopleOf), ...(wanted === '' ? [] : [{ id: wanted, name: '' }])];
  for (const { id, name } of named) {
    if (!offered.get(id)?.name) offered.set(id, { id, name: name || (offered.get(id)?.name ?? ''), email: '' });
  }
  return [...offered.values()];
}
