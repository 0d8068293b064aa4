import { familyOf, type MessageTree, mergeMessages, textSources } from './default-messages.ts';
import { kitLocaleOf } from './kit-locales.ts';
import { type Locale, type LocaleSet, localeDefinition } from './locale.ts';

/** The folder with the interface kit's own words, a file per language. */
export const KIT_FOLDER = 'kit';

/** Message files by folder, which is a language or `kit`, and namespace. */
export interface MessageFolders {
  [folder: string]: { [namespace: string]: MessageTree<string> };
}

/**
 * The messages of a language by namespace: its own and its family's, then the kit's words, then those of the fallback language. The
 * kit's words are the namespace `kit`, and stand in for the common ones that mean the same.
 */
export function collectMessages(
  set: LocaleSet,
  code: Locale,
  folders: MessageFolders,
): { [namespace: string]: MessageTree<string> } {
  const { [KIT_FOLDER]: kits = {}, ...languages } = folders;
  const { language } = localeDefinition(set, code);
  const isOwn = (folder: string) => familyOf(folder) === familyOf(language);
  const sources = textSources(set, code, Object.keys(languages));
  const read = (names: string[]) => names.flatMap((name) => languages[name] ?? []);
  const kit = kits[kitLocaleOf(language)];
  const merged = mergeMessages<string>([
    ...read(sources.filter(isOwn)),
    ...(typeof kit === 'object' ? [{ kit, common: commonWords(kit) }] : []),
    ...read(sources.filter((source) => !isOwn(source))),
  ]);
  return typeof merged === 'object' ? merged : {};
}

function commonWords(kit: { [word: string]: MessageTree<string> }): MessageTree<string> {
  const { loading = '', menu = '', next = '', previous = '', search = '' } = kit;
  return { loading, navigation: { menu }, listing: { next, previous }, search: { title: search, submit: search } };
}
