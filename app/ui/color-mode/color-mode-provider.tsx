import { ThemeProvider, useTheme } from 'next-themes';
import { type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react';
import { SURFACE } from '#core/site/site-colors.ts';
import { useNonce } from '../../rendering/inline-code.ts';
import type { ColorMode } from '../color-mode.ts';
import { COLOR_MODE_KEY, COLOR_MODE_PREFERENCES, type ColorModePreference } from './page-color-mode.ts';

const never = () => () => {};

const ATTRIBUTE = 'data-theme';

/**
 * The inline script runs only in the server's document. On the client, React warns about script elements unless they are data.
 */
const SCRIPT_TYPE = import.meta.env.SSR ? 'text/javascript' : 'text/plain';

interface ColorModeProviderProps {
  /** The mode forced by the page; default: the person's preference. */
  forced?: ColorMode | undefined;
  children: ReactNode;
}

/**
 * Applies the preferred colour mode to the pages inside it. Must be first in the body: its inline script sets the mode before
 * the first paint. When these pages are left, the document is light again, like public pages.
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

/** Sets the mode before the browser paints (the package does so after), to avoid a flash between layouts. */
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

/** The preference, and its setter. */
export function useColorModePreference(): [ColorModePreference, (preference: ColorModePreference) => void] {
  const { theme, setTheme } = useTheme();
  const known = COLOR_MODE_PREFERENCES.find((preference) => preference === theme);
  return [known ?? 'system', setTheme];
}

/**
 * The meta element with the page's colour; follows the operating system if the person has no preference, and before hydration.
 */
function ThemeColorMeta({ preference }: { preference: ColorModePreference }) {
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const known = isHydrated ? preference : 'system';
  return (['light', 'dark'] as const).map((system) => (
    <meta
      key={system}
      name="theme-color"
      media={`(prefers-color-scheme: ${system})`}
      content={SURFACE[known === 'system' ? system : known]}
    />
  ));
}
