import { lazy, Suspense } from 'react';
import type { ShownFields as Fields } from './read-fields.ts';

/** Loaded only by browsers that show a page with such fields; the server, which does not stream, has it at hand. */
const FieldSections = import.meta.env.SSR
  ? (await import('./field-sections.tsx')).default
  : lazy(() => import('./field-sections.tsx'));

/** The fields of an item, if there are any. */
export function ShownFields({ fields, className = '' }: { fields: Fields | undefined; className?: string }) {
  if (!fields || fields.facts.length + fields.sections.length === 0) return null;
  return (
    <div className={className}>
      <Suspense>
        <FieldSections fields={fields} />
      </Suspense>
    </div>
  );
}
