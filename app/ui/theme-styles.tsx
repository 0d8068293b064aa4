import { useNonce } from '../rendering/inline-code.ts';
import styles from './theme.css?inline';
import stylesheet from './theme.css?url';

const ELEMENT_ID = 'meki-theme';

/**
 * The styles of every page. They travel with the document, so that its first paint waits for nothing else; the browser's
 * bundle does not hold them, and hydration leaves them as they came. In development they are a file that reloads itself.
 */
export function ThemeStyles() {
  const nonce = useNonce();
  if (import.meta.env.DEV) return <link rel="stylesheet" href={stylesheet} />;
  return (
    <style
      nonce={nonce}
      id={ELEMENT_ID}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the product's own stylesheet
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? styles : readStyles() }}
    />
  );
}

/** What the document came with. When an error replaces the whole tree, its screen takes the styles over. */
function readStyles(): string {
  return document.getElementById(ELEMENT_ID)?.textContent ?? '';
}
