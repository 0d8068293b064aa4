/**
 * Normalized words that occur in nearly every text of a language, by BCP 47 primary tag. `sin` and `no` are not included,
 * because they change the meaning of a query.
 */
const LISTS: { [language: string]: string } = {
  es: `a al algo algun alguna algunas algunos ante antes aquel aquella aquellas aquellos aqui asi aun aunque cada como con
    cual cuales cuando cuanto de del desde donde dos e el ella ellas ello ellos en entre era eran es esa esas ese eso esos
    esta estaba estan estar estas este esto estos estoy fue fueron ha habia hace hacia han hasta hay he la las le les lo los
    luego mas me mi mientras mis mucho muy nada ni nos nosotros o os otra otras otro otros para pero poco por porque pues
    puede pueden que quien quienes se sea ser si sido sobre solo son su sus suya suyo tal tambien tan tanto te tiene tienen
    toda todas todo todos tu tus u un una unas uno unos usted ustedes va y ya yo`,
  en: `a about above after again all also am an and any are as at be because been before being below between both but by
    can could d did do does doing down during each few for from further had has have having he her here hers him his how i
    if in into is it its itself just ll m may me more most my of off on once only or other our ours out over own re s same
    she should so some such t than that the their theirs them then there these they this those through to too under until
    up ve very was we were what when where which while who whom why will with would you your yours`,
};

/** The stop words of a language, or none. @param language a BCP 47 primary tag: `es` */
export function stopWordsOf(language: string): ReadonlySet<string> {
  return new Set(LISTS[language]?.split(/\s+/));
}
