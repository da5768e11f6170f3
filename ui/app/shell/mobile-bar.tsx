import { Menu } from 'lucide-react';
import { Brand } from '@/app/shell/brand.tsx';
import { useSidebar } from '@/app/shell/sidebar-state.tsx';
import { Button } from '@/components/button.tsx';

/** On narrow windows: the bar at the top that opens the sidebar's sheet. */
export function MobileBar() {
  const { isMobile, sheetOpen, setSheetOpen } = useSidebar();
  if (!isMobile) return null;
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-1 border-b bg-background/95 px-2">
      <Button
        variant="ghost"
        size="icon"
        className="size-11"
        aria-haspopup="dialog"
        aria-expanded={sheetOpen}
        onClick={() => setSheetOpen(true)}
      >
        <Menu className="size-5" aria-hidden="true" />
        <span className="sr-only">Open menu</span>
      </Button>
      <Brand />
    </header>
  );
}
