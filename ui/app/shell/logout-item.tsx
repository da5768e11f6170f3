import { useMutation } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { signOutMessages } from '@/app/messages.ts';
import { useItemClasses } from '@/app/shell/sidebar-item.ts';
import { toast } from '@/components/toast.tsx';
import { useSupabase } from '@/lib/supabase.ts';

/** Signs out, says so, and goes to /auth; a failure keeps the session and shows the server's words (§2, §8). */
export function LogoutItem() {
  const supabase = useSupabase();
  const navigate = useNavigate();
  const classes = useItemClasses();
  const signOut = useMutation({
    mutationFn: async () => {
      const { error } = await supabase.auth.signOut();
      if (error) throw error;
    },
    onSuccess: () => {
      toast(signOutMessages.success);
      // Without the page that the guard remembers: whoever signs in next starts at /.
      navigate('/auth', { replace: true, state: null });
    },
    onError: (error) => toast(signOutMessages.failure(error.message)),
  });
  return (
    <button
      type="button"
      data-hint="Logout"
      className={classes.item}
      disabled={signOut.isPending}
      onClick={() => signOut.mutate()}
    >
      <LogOut aria-hidden="true" />
      <span className={classes.label}>Logout</span>
    </button>
  );
}
