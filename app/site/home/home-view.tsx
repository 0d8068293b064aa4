import { PageHeading } from '../page/page-heading.tsx';
import { SectionParts } from '../sections/section-parts.tsx';
import type { HomeData } from './read-home.ts';

/** The home page: its sections, with its text between them. */
export function HomeView({ home }: { home: HomeData }) {
  return (
    <SectionParts text={home.text} heading={<PageHeading title={home.title} summary={home.summary} />} inColumns />
  );
}
