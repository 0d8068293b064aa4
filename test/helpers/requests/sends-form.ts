import type { Request } from '@playwright/test';

/** Whether a request sends a form; the data client of the admin area posts by itself. */
export function sendsForm(request: Request): boolean {
  return request.method() === 'POST' && !new URL(request.url()).pathname.startsWith('/admin/live');
}
