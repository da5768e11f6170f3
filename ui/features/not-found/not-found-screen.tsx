import { Compass } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Button } from '@/components/button.tsx';

/** The screen for unknown paths (§2); logs the path to the console. */
export function NotFoundScreen() {
  const { pathname } = useLocation();

  useEffect(() => {
    console.warn('404: no screen has the path', pathname);
  }, [pathname]);

  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-4 text-center">
      <Compass className="mb-6 size-9 text-muted-foreground" strokeWidth={1.4} aria-hidden="true" />
      <p className="text-sm font-medium text-muted-foreground tabular-nums">404</p>
      <h1 data-page-heading tabIndex={-1} className="mt-1 text-[1.75rem] font-semibold tracking-[-0.024em]">
        Oops! Page not found
      </h1>
      <p className="mt-2 max-w-sm text-muted-foreground text-pretty">
        Nothing lives at <code className="font-mono text-sm break-all text-foreground">{pathname}</code>
      </p>
      <Button asChild size="lg" className="mt-7">
        <Link to="/">Return to Home</Link>
      </Button>
    </main>
  );
}
