import type { Page } from '@playwright/test';

/** What a reader meets on a page, whatever its width. */
export interface PageFacts {
  lang: string;
  dir: string;
  heading: string;
  canonical: string | null;
  /** Addresses by `hreflang`. */
  alternates: { [language: string]: string };
  robots: string | null;
  /** All text, with that of attributes and of structured data. */
  text: string;
  /** Addresses of links in the main part, without fragments. */
  links: string[];
  /** What is wrong with pictures, one line each. */
  pictures: string[];
}

/** Reads a page, and loads all of its pictures. */
export function readPage(page: Page): Promise<PageFacts> {
  return page.evaluate(async () => {
    const problems: string[] = [];
    for (const image of document.images) {
      image.loading = 'eager';
      const late = new Promise((done) => setTimeout(done, 20_000));
      await Promise.race([image.decode().catch(() => {}), late]);
      const name = image.getAttribute('src') ?? '';
      const [width, height] = [Number(image.getAttribute('width')), Number(image.getAttribute('height'))];
      if (!image.complete || image.naturalWidth === 0) problems.push(`${name} is broken`);
      if (!(width > 0 && height > 0)) problems.push(`${name} has no width and height`);
      else if (Math.abs(width / height / (image.naturalWidth / image.naturalHeight) - 1) > 0.02)
        problems.push(`${name} is not of the shape ${width} × ${height}`);
      const sources = image.closest('picture')?.querySelectorAll('source[srcset]').length ?? 0;
      const isDrawing = (await fetch(image.currentSrc)).headers.get('content-type') === 'image/svg+xml';
      if (!isDrawing && !image.srcset && sources === 0) problems.push(`${name} has no srcset`);
      if (image.getAttribute('alt') === null) problems.push(`${name} has no alternative text`);
      const shown = image.getBoundingClientRect().width * devicePixelRatio;
      if (!isDrawing && shown > 0 && image.naturalWidth > 3 * Math.max(shown, 320))
        problems.push(`${image.currentSrc} is shown ${shown} pixels wide`);
    }
    const attribute = (selector: string, name: string) => document.querySelector(selector)?.getAttribute(name) ?? null;
    const alternates = [...document.querySelectorAll('link[rel="alternate"][hreflang]')].map((link) => [
      link.getAttribute('hreflang') ?? '',
      link.getAttribute('href') ?? '',
    ]);
    const attributes = [
      ...document.querySelectorAll(
        '[name="description"],[property]:not([property="og:type"]),[alt],[title],[aria-label],[placeholder]',
      ),
    ].flatMap((element) =>
      ['content', 'alt', 'title', 'aria-label', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
    );
    const structured = [...document.querySelectorAll('script[type="application/ld+json"]')].map((script) => {
      const values: string[] = [];
      JSON.stringify(JSON.parse(script.textContent), (key, value) => {
        if (typeof value === 'string' && !key.startsWith('@') && !value.startsWith('http')) values.push(value);
        return value;
      });
      return values.join('\n');
    });
    const body = document.body.cloneNode(true) as HTMLElement;
    for (const code of body.querySelectorAll('script,style,template')) code.remove();
    // Elements may be one word's parts, but not two paragraphs.
    for (const block of body.querySelectorAll('p,li,dt,dd,td,th,h1,h2,h3,h4,div,a,summary,br,label,button,span,option'))
      block.append(' ');
    return {
      lang: document.documentElement.lang,
      dir: document.documentElement.dir,
      heading: document.querySelector('h1')?.textContent.trim() ?? '',
      canonical: attribute('link[rel="canonical"]', 'href'),
      alternates: Object.fromEntries(alternates) as { [language: string]: string },
      robots: attribute('meta[name="robots"]', 'content'),
      text: [document.title, body.textContent, ...attributes, ...structured].join('\n').replace(/\s+/g, ' '),
      links: [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].map(({ href }) =>
        href.replace(/#.*/, ''),
      ),
      pictures: problems,
    };
  });
}

/** What is cut off or makes the page scroll sideways at its present width, one line each. */
export function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const found: string[] = [];
    const isScrolled = (element: Element | null): boolean =>
      element !== null &&
      (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || isScrolled(element.parentElement));
    for (const element of document.body.querySelectorAll('*')) {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      if (!hasText && !element.matches('img,svg,input,textarea,button')) continue;
      const box = element.getBoundingClientRect();
      if (box.width < 2 || box.height < 2 || box.bottom < 0) continue;
      // Texts for screen readers alone.
      if (getComputedStyle(element).clipPath !== 'none') continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const name = `<${element.tagName.toLowerCase()}> ${element.textContent?.trim().slice(0, 40)}`;
      const isCut =
        hasText &&
        element.scrollWidth > element.clientWidth + 1 &&
        ['hidden', 'clip'].includes(getComputedStyle(element).overflowX) &&
        getComputedStyle(element).textOverflow !== 'ellipsis';
      if (isCut) found.push(`${name} is cut`);
      if ((box.right > width + 1 || box.left < -1) && !isScrolled(element.parentElement))
        found.push(`${name} is at ${Math.round(box.left)}–${Math.round(box.right)}`);
    }
    const scrolled = document.documentElement.scrollWidth;
    if (scrolled > width) found.push(`the page is ${scrolled} pixels wide`);
    return found;
  });
}
