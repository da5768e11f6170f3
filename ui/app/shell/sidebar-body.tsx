import { useMutation } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { signOutMessages } from '@/app/messages.ts';
import { useSession } from '@/app/session.tsx';
import { NavigationList } from '@/app/shell/navigation-list.tsx';
import { useItemClasses } from '@/app/shell/sidebar-item.ts';
import { ThemeItem } from '@/app/shell/theme-item.tsx';
import { toast } from '@/components/toast.tsx';

/** The common content of the sidebar and its sheet: the screens, and at the bottom the theme switch and Logout. */
export function SidebarBody() {
  return (
    <>
      <NavigationList />
      <div className="mt-auto flex flex-col gap-0.5 border-t border-sidebar-border p-2">
        <ThemeItem />
        <LogoutItem />
      </div>
    </>
  );
}

/**
 * Signs out and reports it, and the guard redirects to /auth; a failure keeps the session and shows the server's
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
