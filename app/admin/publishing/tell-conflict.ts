import { type LifeAct, recentActs } from '#core/items/recent-acts.ts';
import { localeDefinition } from '#core/locales/locale.ts';
import { localeSet, timeZone } from '#site-config';
import { type ManagedItem, phraseOf } from '../managed-item/read-managed-item.ts';

/** Sentences about recent actions of others on the item, newest first. @param since milliseconds since 1970 */
export async function tellConflict({ request, actor, item, t }: ManagedItem, since: number): Promise<string[]> {
  const { locale, store } = request;
  const acts = await recentActs(store, actor, { item, since });
  const clock = new Intl.DateTimeFormat(localeDefinition(localeSet, locale).language, { timeStyle: 'short', timeZone });
  return acts.map(({ act, name = t('happened.server'), at, languages }) =>
    t(`happened.${nameOf(act)}`, {
      name,
      languages: phraseOf(locale, languages ?? Object.keys(item.languages)),
      when: clock.format(at),
    }),
  );
}

type NameOf<A extends LifeAct> = A extends `item.${infer Name}` ? Name : never;

function nameOf(act: LifeAct): NameOf<LifeAct> {
  return act.slice('item.'.length) as NameOf<LifeAct>;
}
