import type { Hint } from '@/app/shell/sidebar-hints.tsx';
import { Tooltip, TooltipContent, TooltipTrigger } from '@/components/tooltip.tsx';

/** The tooltip of a row in the collapsed sidebar. Only visual, since rows have an accessible name. */
export function SidebarHint({ hint, onClose }: { hint: Hint; onClose: () => void }) {
  const { left, top, width, height } = hint.row;
  return (
    <Tooltip key={hint.label} open onOpenChange={(open) => open || onClose()}>
      <TooltipTrigger asChild>
        <span aria-hidden="true" className="pointer-events-none fixed" style={{ left, top, width, height }} />
      </TooltipTrigger>
      <TooltipContent side="right" className="pointer-events-none">
        {hint.label}
      </TooltipContent>
    </Tooltip>
  );
}
