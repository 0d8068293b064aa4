import openIcon from '~icons/lucide/chevron-down';
import { Icon } from '../icon.tsx';

/** Ends a `summary`, and says that it opens; its `details` is the `group`. */
export function DisclosureMark() {
  return (
    <span className="shrink-0 text-[1.125rem] group-open:rotate-180">
      <Icon icon={openIcon} />
    </span>
  );
}
