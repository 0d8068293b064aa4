import type { IconSource } from '#core/icons/icon-source.ts';
import type { SiteConfig } from '#core/site/site-config.ts';

/** Loads the icons of the configuration from an outside service, if there is one: pages contain them, and do not wait for it. */
export async function loadOutsideIcons(
  { icons: settings, contentTypes }: SiteConfig,
  icons: Pick<IconSource, 'findIcon'>,
): Promise<void> {
  if (settings?.service) await Promise.all(contentTypes.map(({ icon }) => icons.findIcon(icon)));
}
