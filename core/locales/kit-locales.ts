/** The languages of the interface kit's own words, as BCP 47 tags. Source: docs/seed-coverage.md §9. */
export const KIT_LOCALES = [
  ...[
    'ar',
    'az',
    'bn',
    'ca',
    'ckb',
    'cs',
    'da',
    'de',
    'el',
    'en',
    'es',
    'et',
    'fa-IR',
    'fi',
    'fr',
    'he',
    'hi',
    'hu',
    'hy',
  ],
  ...[
    'id',
    'it',
    'ja',
    'km',
    'ko',
    'nb-NO',
    'nl',
    'pl',
    'pt',
    'pt-BR',
    'ro',
    'ru',
    'sk',
    'sv',
    'th',
    'tr',
    'uk',
    'ur',
    'uz',
  ],
  ...['vi', 'zh-CN', 'zh-TW'],
];

const DEFAULT_KIT_LOCALE = 'en';

const RIGHT_TO_LEFT = ['ar', 'ckb', 'fa-IR', 'he', 'ur'];

/** Languages whose words are those of another tag than their family's first. */
const SPECIAL: { [tag: string]: string } = {
  ...{ no: 'nb-NO', nn: 'nb-NO', iw: 'he', in: 'id' },
  ...{ 'zh-hk': 'zh-TW', 'zh-mo': 'zh-TW', 'zh-hant': 'zh-TW' },
};

/** The kit's language for a language: its own, that of its family, or English. @param language a BCP 47 tag: `es-MX` */
export function kitLocaleOf(language: string): string {
  const tag = language.toLowerCase();
  const family = tag.split('-', 1)[0] ?? '';
  const script = tag.split('-', 2).join('-');
  const find = (wanted: string) => KIT_LOCALES.find((one) => one.toLowerCase() === wanted);
  const near = KIT_LOCALES.find((one) => one.toLowerCase().startsWith(`${family}-`));
  return (
    find(tag) ??
    SPECIAL[tag] ??
    SPECIAL[script] ??
    find(script) ??
    find(family) ??
    SPECIAL[family] ??
    near ??
    DEFAULT_KIT_LOCALE
  );
}

/** The direction in which the kit's words of a language are written. */
export function kitDirection(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.includes(kitLocaleOf(language)) ? 'rtl' : 'ltr';
}
