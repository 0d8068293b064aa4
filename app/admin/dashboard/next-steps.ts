/** A next step for a new owner. */
export type NextStep = 'content' | 'home' | 'look' | 'team' | 'account';

/** The steps for an owner without a team; none for everyone else. @param site.hasHome whether its home page is published */
export function nextSteps({
  isAlone,
  hasItems,
  hasHome,
}: {
  isAlone: boolean;
  hasItems: boolean;
  hasHome: boolean;
}): NextStep[] {
  if (!isAlone) return [];
  const first = hasHome ? 'look' : 'home';
  return [hasItems ? first : 'content', 'team', 'account'];
}
