import type { AuditAction } from '#core/audit/audit-actions.ts';
import type { AuditDetails, AuditEntry } from '#core/audit/audit-log.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { isSettingChoice, isSettingName } from '#core/settings/settings.ts';
import { localeSet } from '#site-config';
import { languageName } from '../../i18n/language-name.ts';
import { createAdminTranslator } from '../layout/read-admin-messages.ts';

type SentenceName =
  | AuditAction
  | 'person.role-changed'
  | 'person.languages-changed'
  | 'person.suspended'
  | 'person.restored';

/** A formatted entry of the audit log. */
export interface DescribedEntry {
  /** Who did what to whom. */
  sentence: string;
  /** Further details: role, reason, device, network. */
  details: string[];
}

/** Creates a formatter of audit entries in a language. */
export function createEntryDescriber(locale: Locale): (entry: AuditEntry) => DescribedEntry {
  const t = createAdminTranslator(locale);
  const { language: inLanguage } = localeDefinition(localeSet, locale);
  const list = new Intl.ListFormat(inLanguage);
  const nameOf = (code: Locale) => {
    const definition = localeSet.locales.find((known) => known.code === code);
    return definition ? languageName(inLanguage, definition.language) : code;
  };

  function describeActor(actor: AuditEntry['actor']): string {
    if (actor.kind === 'anonymous') return t('audit.someone');
    if (actor.kind === 'system') return t('audit.server');
    if (actor.kind === 'command-line') return t('audit.commandLine');
    if (actor.kind === 'program') return t('audit.program', { name: actor.name });
    return actor.name || t('audit.goneActor');
  }

  function describeObject(object: AuditEntry['object']): string {
    return object?.name || (object?.kind === 'item' ? t('audit.untitled') : t('audit.goneObject'));
  }

  /** `Items per page of a list: from 12 to 24` */
  function changeOf(id: string, { before = '', after = '' }: AuditDetails): string {
    const [name = '', type] = id.split(':');
    const label = isSettingName(name) ? t(`settings.working.names.${name}`, { type: type ?? '' }) : id;
    const value = (text: string) => (isSettingChoice(text) ? t(`settings.working.choices.${text}`) : text);
    return t('audit.changedSetting', { setting: label, before: value(before), after: value(after) });
  }

  return (entry) => {
    const { actor, object, details = {}, network } = entry;
    const { role, roleBefore, languages = [], count, reason, device, refused, onBehalfOf, setting } = details;
    const name = sentenceOf(entry);
    const told: string[] = [];
    if (role && name !== 'person.role-changed') told.push(t('audit.givenRole', { role: t(`roles.${role}`) }));
    if (languages.length > 0) told.push(t('audit.givenLanguages', { languages: list.format(languages.map(nameOf)) }));
    if (refused) told.push(t('audit.refusedPermission', { permission: permissionKey(refused) }));
    if (onBehalfOf) told.push(t('audit.onBehalfOf', { name: onBehalfOf }));
    if (reason) told.push(t('audit.reason', { reason: camelCase(reason) }));
    if (device) told.push(device);
    if (setting !== undefined) told.push(changeOf(setting, details));
    if (network) told.push(network);
    const sentence = t(`audit.sentences.${name}`, {
      count: count ?? 1,
      actor: describeActor(actor),
      about: object ? 'yes' : 'no',
      object: describeObject(object),
      ...(role && { role: t(`roles.${role}`) }),
      ...(roleBefore && { roleBefore: t(`roles.${roleBefore}`) }),
    });
    return { sentence, details: told };
  };
}

/** The message key of an entry: a change of access is described by its most important part. */
function sentenceOf({ action, details = {} }: AuditEntry): SentenceName {
  if (action !== 'person.access-changed') return action;
  if (details.suspended !== undefined) return details.suspended ? 'person.suspended' : 'person.restored';
  if (details.role && details.roleBefore) return 'person.role-changed';
  return details.languages ? 'person.languages-changed' : action;
}

/** The message key of an action: `audit-log.read` → `auditLogRead`. */
function permissionKey(permission: string): string {
  return camelCase(permission.replace('.', '-'));
}

/** The message key of a code: `wrong-password` → `wrongPassword`. */
function camelCase(code: string): string {
  return code.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
