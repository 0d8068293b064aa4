// The site's colors where no style sheet is read: mails, the browser's frame, JPEG pictures, and the page that is shown when
// rendering fails. They are those of `app/ui/theme.css`, with the same names, in sRGB; `app/ui/site-colors.test.ts` compares them,
// and says what to write here after a change there.

export const SURFACE = { light: '#fafdfc', dark: '#071516' } as const;
export const RAISED = { light: '#ffffff', dark: '#102122' } as const;
export const INK = { light: '#082323', dark: '#e5f0ed' } as const;
export const INK_SOFT = { light: '#405452', dark: '#a6b9b6' } as const;
export const LINE = { light: '#dee6e3', dark: '#243839' } as const;
export const ACTION = { light: '#006162', dark: '#7dd5d1' } as const;
export const ON_ACTION = { light: '#ffffff', dark: '#002022' } as const;
export const TINT = { light: '#effbfa', dark: '#0d2a2b' } as const;
