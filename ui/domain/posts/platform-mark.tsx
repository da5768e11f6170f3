import { cn } from '@/lib/class-names.ts';
import type { PlatformDescriptor } from '../../../shared/platforms/descriptor.ts';
import { PLATFORMS } from '../../../shared/posts/platforms.ts';

/** The mark of an unknown platform, from a newer database. */
const DOT = 'M9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0';

/**
 * A small mark for a platform id, in the colour of the text; decorative, so name the platform beside it. An unknown id
 * gets a dot.
 */
export function PlatformMark({ platform, className }: { platform: string; className?: string }) {
  const known: PlatformDescriptor | undefined = PLATFORMS.find(({ id }) => id === platform);
  const { lines = [], filled = [] } = known?.look.mark ?? { filled: [DOT] };
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={cn('size-4 shrink-0', className)}
    >
      {lines.map((path) => (
        <path key={path} d={path} />
      ))}
      {filled.map((path) => (
        <path key={path} d={path} fill="currentColor" />
      ))}
    </svg>
  );
}
