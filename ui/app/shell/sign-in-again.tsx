import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { usePlace } from '@/domain/workspace/place.ts';
import { paths } from '@/lib/paths.ts';

/** Over the screens of a linked agent whose session has ended: what waits, and where to sign in. */
export function SignInAgain() {
  const problem = usePlace().data?.problem ?? null;
  return (
    <div role="status">
      {problem === null ? null : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-warning/30 bg-card px-4 py-2.5 text-sm sm:px-8 lg:px-10">
          <p className="flex items-center gap-2 font-medium text-warning">
            <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
            {words.title}
          </p>
          <p className="text-muted-foreground">{words.waits}</p>
          <Link to={paths.settings('workspace')} className="font-medium underline underline-offset-4">
            {words.signIn}
          </Link>
        </div>
      )}
    </div>
  );
}

const words = {
  title: 'The agent is signed out of your Supabase project.',
  waits: 'Posts and jobs wait until it is signed in again.',
  signIn: 'Sign in again',
};
