import { ThemeProvider, useTheme } from 'next-themes';
import { type ReactNode, useLayoutEffect } from 'react';
import { useNonce } from '../../rendering/inline-code.ts';
import type { ColorMode } from '../color-mode.ts';
import { COLOR_MODE_KEY, COLOR_MODE_PREFERENCES, type ColorModePreference } from './page-color-mode.ts';
import { ThemeColorMeta } from './theme-color-meta.tsx';

const ATTRIBUTE = 'data-theme';

/** The inline script runs in the document only. React warns of one that it would make later, unless it is mere data. */
const SCRIPT_TYPE = import.meta.env.SSR ? 'text/javascript' : 'text/plain';

interface ColorModeProviderProps {
  /** The mode that the page forces; the person's preference holds when missing. */
  forced?: ColorMode | undefined;
  children: ReactNode;
}

/**
 * Gives the pages inside it the colour mode that the person prefers. Stands first in the body: its inline script sets
 * the mode before anything is painted. When these pages are left, the document is light again, as public pages are.
 */
export function ColorModeProvider({ forced, children }: ColorModeProviderProps) {
  const nonce = useNonce();
  return (
    <ThemeProvider
      attribute={ATTRIBUTE}
      storageKey={COLOR_MODE_KEY}
      defaultTheme="system"
      enableSystem
      enableColorScheme={false}
      scriptProps={{ type: SCRIPT_TYPE }}
      {...(nonce && { nonce })}
      {...(forced && { forcedTheme: forced })}
    >
      <DocumentMode />
      <PageThemeColor forced={forced} />
      {children}
    </ThemeProvider>
  );
}

/** Sets the mode before the browser paints, which the package does only after: no flash between two layouts. */
function DocumentMode() {
  const { forcedTheme, resolvedTheme } = useTheme();
  const mode = forcedTheme ?? resolvedTheme ?? 'light';
  useLayoutEffect(() => {
    document.documentElement.setAttribute(ATTRIBUTE, mode);
    return () => document.documentElement.setAttribute(ATTRIBUTE, 'light');
  }, [mode]);
  return null;
}

function PageThemeColor({ forced }: Pick<ColorModeProviderProps, 'forced'>) {
  const [preference] = useColorModePreference();
  return <ThemeColorMeta preference={forced ?? preference} />;
}

/** The preference, and a way to change it. */
export function useColorModePreference(): [ColorModePreference, (preference: ColorModePreference) => void] {
  const { theme, setTheme } = useTheme();
  const known = COLOR_MODE_PREFERENCES.find((preference) => preference === theme);
  return [known ?? 'system', setTheme];
}
