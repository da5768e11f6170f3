import { useMutation } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { signOutMessages } from '@/app/messages.ts';
import { useSession } from '@/app/session.tsx';
import { useItemClasses } from '@/app/shell/sidebar-item.ts';
import { toast } from '@/components/toast.tsx';

/**
 * Signs out and says so, and the guard goes to /auth; a failure keeps the session and shows the server's words (§2,
 * §8).
 */
export function LogoutItem() {
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
