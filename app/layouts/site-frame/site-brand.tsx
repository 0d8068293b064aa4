import logoMark from '~icons/meki/logo-mark';
import type { PictureData } from '../../site/pictures/picture-data.ts';
import { Icon } from '../../ui/icon.tsx';
import type { FrameData } from './read-frame.ts';

/** Characters up to which the name has room on one line of a phone's header, of any header; longer ones are smaller, and break. */
const SHORT_NAME = 12;
const MEDIUM_NAME = 20;

/** The site's logo and name in the header; on a phone the short name, if it has one. */
export function HeaderBrand({ name, shortName, logo }: Pick<FrameData, 'name' | 'shortName' | 'logo'>) {
  return (
    <>
      {logo ? (
        <LogoImage picture={logo.light} dark={logo.dark} alt={logo.hasName ? name : ''} />
      ) : (
        <Icon icon={logoMark} className="size-8 text-action" />
      )}
      {!logo?.hasName && shortName && <span className={`sm:hidden ${nameStyle(shortName)}`}>{shortName}</span>}
      {!logo?.hasName && <span className={`${shortName ? 'max-sm:hidden' : ''} ${nameStyle(name)}`}>{name}</span>}
    </>
  );
}

/** The same on the dark background of the footer. */
export function FooterBrand({ name, logo }: Pick<FrameData, 'name' | 'logo'>) {
  return (
    <p className="flex items-center gap-2.5 font-semibold text-[1.1875rem]">
      {logo ? (
        <LogoImage picture={logo.dark} alt={logo.hasName ? name : ''} />
      ) : (
        <Icon icon={logoMark} className="size-8 text-meki-teal-200" />
      )}
      {!logo?.hasName && name}
    </p>
  );
}

const DARK = '(prefers-color-scheme: dark)';

/** A logo in the size of the name. @param dark the one for dark mode, if another */
function LogoImage({ picture, dark = picture, alt }: { picture: PictureData; dark?: PictureData; alt: string }) {
  const { 'data-tint': _, ...image } = picture.image;
  const inDark = dark.image.src === image.src ? [] : [...dark.sources, { type: undefined, srcSet: dark.image.src }];
  return (
    <picture className="contents">
      {inDark.map(({ type, srcSet }) => (
        <source key={srcSet} media={DARK} type={type} srcSet={srcSet} sizes="10rem" />
      ))}
      {picture.sources.map(({ type, srcSet }) => (
        <source key={srcSet} type={type} srcSet={srcSet} sizes="10rem" />
      ))}
      <img {...image} alt={alt} className="h-9 w-auto max-w-40 shrink-0 bg-transparent object-contain" />
    </picture>
  );
}

function nameStyle(name: string): string {
  if (name.length <= SHORT_NAME) return 'whitespace-nowrap text-[clamp(1rem,5vw,1.1875rem)] tracking-tight';
  const small = 'wrap-anywhere min-w-0 text-fine leading-snug';
  return name.length > MEDIUM_NAME ? small : `${small} sm:whitespace-nowrap sm:text-[1.1875rem] sm:tracking-tight`;
}
