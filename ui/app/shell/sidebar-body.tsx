import { useMutation } from '@tanstack/react-query';
import { LogOut, Search } from 'lucide-react';
import { signOutMessages } from '@/app/messages.ts';
import { useSession } from '@/app/session.tsx';
import { NavigationList } from '@/app/shell/navigation-list.tsx';
import { useOpenPalette } from '@/app/shell/palette/palette-state.tsx';
import { useItemClasses } from '@/app/shell/sidebar-item.ts';
import { useSidebar } from '@/app/shell/sidebar-state.tsx';
import { ThemeItem } from '@/app/shell/theme-item.tsx';
import { toast } from '@/components/toast.tsx';
import { cn } from '@/lib/class-names.ts';
import { COMMAND_KEY } from '@/lib/keys.ts';

/** The common content of the sidebar and its sheet: the screens, and at the bottom the theme switch and Logout. */
export function SidebarBody() {
  return (
    <>
      <SearchItem />
      <NavigationList />
      <div className="mt-auto flex flex-col gap-0.5 border-t border-sidebar-border p-2">
        <ThemeItem />
        <LogoutItem />
      </div>
    </>
  );
}

/** Opens the palette. Not in the sheet of narrow windows, where the top bar has this button. */
function SearchItem() {
  const open = useOpenPalette();
  const classes = useItemClasses();
  const { isMobile } = useSidebar();
  if (isMobile) return null;
  return (
    <div className="px-2 pb-1">
      <button
        type="button"
        data-hint="Search"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        className={cn(
          classes.item,
          classes.wide && 'border border-sidebar-border bg-background/60 text-muted-foreground',
        )}
        onClick={open}
      >
        <Search aria-hidden="true" />
        <span className={classes.label}>Search</span>
        {classes.wide ? (
          <span aria-hidden="true" className="ml-auto text-xs">
            {COMMAND_KEY} K
          </span>
        ) : null}
      </button>
    </div>
  );
}

/**
 * Signs out and reports it; the guard then redirects to /auth. A failure keeps the session and shows the server's
 * message (§2, §8).
 */
function LogoutItem() {
  const session = useSession();
  const classes = useItemClasses();
  const signOut = useMutation({
    mutationFn: session.signOut,
    onSuccess: () => toast(signOutMessages.success),
    onError: (error) => toast(signOutMessages.failure(error.message)),
  });
  return (
    <button
      type="button"
      data-hint="Logout"
      data-leaves
      className={classes.item}
      disabled={signOut.isPending}
      onClick={() => signOut.mutate()}
    >
      <LogOut aria-hidden="true" />
      <span className={classes.label}>Logout</span>
    </button>
  );
}
