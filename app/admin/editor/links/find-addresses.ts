import { linkTargetProblem } from '#core/rich-text/link-target.ts';

/** An address in a text, and where it leads to. */
export interface FoundAddress {
  from: number;
  to: number;
  href: string;
}

const ADDRESS = /(?:https:\/\/|www\.)[^\s<>"]+|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/giu;

/** What may stand after an address. The lookbehinds make matching linear. */
const PUNCTUATION = /(?<![.,;:!?'»”’])[.,;:!?'»”’]+$/u;
const PUNCTUATION_AND_BRACKETS = /(?<![.,;:!?'»”’)\]])[.,;:!?'»”’)\]]+$/u;

/** The web and email addresses in a text, without the punctuation after them. Only those that a link may have. */
export function findAddresses(text: string): FoundAddress[] {
  return [...text.matchAll(ADDRESS)].flatMap(({ 0: found, index }) => {
    const address = withoutPunctuation(found);
    const isMail = /^[^/:]+@/.test(address);
    const href = isMail ? `mailto:${address}` : address.replace(/^www\./i, 'https://www.');
    const before = text[index - 1];
    const isWhole = before === undefined || !/[\w@./-]/.test(before);
    const isAddress = isMail || /^https:\/\/[\w-]+(?:\.[\w-]+)+(?:[/?#:]|$)/iu.test(href);
    return isWhole && isAddress && linkTargetProblem(href) === undefined
      ? [{ from: index, to: index + address.length, href }]
      : [];
  });
}

/** The target if a text is one address and nothing else. */
export function onlyAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const [found] = findAddresses(trimmed);
  return found?.from === 0 && found.to === trimmed.length ? found.href : undefined;
}

/** A closing bracket belongs to an address that has an opening one. */
function withoutPunctuation(address: string): string {
  return address.replace(/[([]/.test(address) ? PUNCTUATION : PUNCTUATION_AND_BRACKETS, '');
}
