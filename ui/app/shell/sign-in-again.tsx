import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { usePlace } from '@/domain/workspace/place.ts';
import { paths } from '@/lib/paths.ts';

/** Warns above the screens that the linked agent's session has ended, or that a moved workspace publishes nothing. */
export function SignInAgain() {
  const { problem = null, still = null } = usePlace().data ?? {};
  return (
    <div role="status">
      {still === null ? null : (
        <Strip title={words.still}>
          <p className="text-muted-foreground">{still}</p>
        </Strip>
      )}
      {problem === null ? null : (
        <Strip title={words.title}>
          <p className="text-muted-foreground">{words.waits}</p>
          <Link to={paths.settings('workspace')} className="font-medium underline underline-offset-4">
            {words.signIn}
          </Link>
        </Strip>
      )}
    </div>
  );
}

function Strip({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-warning/30 bg-card px-4 py-2.5 text-sm sm:px-8 lg:px-10">
      <p className="flex items-center gap-2 font-medium text-warning">
        <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
        {title}
      </p>
      {children}
    </div>
  );
}

const words = {
  title: 'The agent is signed out of your Supabase project.',
  waits: 'Posts and jobs wait until it is signed in again.',
  signIn: 'Sign in again',
  still: 'This agent is not publishing.',
};
