import { RotateCw, TriangleAlert } from 'lucide-react';
import { useRouteError } from 'react-router-dom';
import { screenFailed } from '@/app/messages.ts';
import { Button } from '@/components/button.tsx';
import { EmptyState } from '@/components/empty-state.tsx';

/** What stands in a screen's place when it threw, or when its code could not be loaded (the agent stopped or was updated meanwhile). */
export function RouteError() {
  const error = useRouteError();
  const reason = error instanceof Error ? `${error.message.replace(/\.?$/, '.')}` : '';
  return (
    <div role="alert" className="flex min-h-[70dvh] items-center justify-center">
      <EmptyState
        icon={TriangleAlert}
        title={screenFailed.title}
        description={screenFailed.description(reason)}
        action={
          <Button variant="outline" onClick={() => location.reload()}>
            <RotateCw aria-hidden="true" />
            {screenFailed.reload}
          </Button>
        }
      />
    </div>
  );
}
