import openIcon from '~icons/lucide/chevron-down';
import { Icon } from '../icon.tsx';

/** The arrow at the end of a `summary`; its `details` must be the `group`. */
export function DisclosureMark() {
  return (
    <span className="shrink-0 text-[1.125rem] group-open:rotate-180">
      <Icon icon={openIcon} />
    </span>
  );
}
