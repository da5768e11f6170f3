import { Brand } from '@/app/shell/brand.tsx';
import { SidebarBody } from '@/app/shell/sidebar-body.tsx';
import { useSidebar } from '@/app/shell/sidebar-state.tsx';
import { Sheet, SheetContent, SheetDescription, SheetTitle } from '@/components/sheet.tsx';

/** The sidebar on narrow windows: a sheet of 18rem over the page (§2). */
export function SidebarSheet() {
  const { sheetOpen, setSheetOpen } = useSidebar();
  return (
    <Sheet open={sheetOpen} onOpenChange={setSheetOpen}>
      <SheetContent className="w-[18rem] bg-sidebar text-sidebar-foreground">
        <SheetTitle className="sr-only">Menu</SheetTitle>
        <SheetDescription className="sr-only">The screens of this workspace</SheetDescription>
        <div className="flex h-14 items-center px-4">
          <Brand />
        </div>
        <SidebarBody />
      </SheetContent>
    </Sheet>
  );
}
