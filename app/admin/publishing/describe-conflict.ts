import { type LifeAction, recentActions } from '#core/items/recent-actions.ts';
import { localeDefinition } from '#core/locales/locale.ts';
import { localeSet } from '#site-config';
import { teamTimeZone } from '../../ui/kit/format-moment.ts';
import { type ManagedItem, phraseOf } from '../managed-item/read-managed-item.ts';

/** Sentences about recent actions of others on the item, newest first. @param since milliseconds since 1970 */
export async function describeConflict({ request, actor, item, t }: ManagedItem, since: number): Promise<string[]> {
  const { locale, store } = request;
  const actions = await recentActions(store, actor, { item, since });
  const clock = new Intl.DateTimeFormat(localeDefinition(localeSet, locale).language, {
    timeStyle: 'short',
    timeZone: teamTimeZone(),
  });
  return actions.map(({ action, name = t('happened.server'), at, languages }) =>
    t(`happened.${nameOf(action)}`, {
      name,
      languages: phraseOf(locale, languages ?? Object.keys(item.languages)),
      when: clock.format(at),
    }),
  );
}

type NameOf<A extends LifeAction> = A extends `item.${infer Name}` ? Name : never;

function nameOf(action: LifeAction): NameOf<LifeAction> {
  return action.slice('item.'.length) as NameOf<LifeAction>;
}
