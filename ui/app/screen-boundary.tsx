import { RotateCw, TriangleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { screenFailed } from '@/app/messages.ts';
import { Button } from '@/components/button.tsx';
import { EmptyState } from '@/components/empty-state.tsx';

/**
 * Holds the failure of one screen: what it threw, or that its code could not be loaded (the agent stopped or was
 * updated meanwhile). The rest of the page keeps working; other screens remount because the router gives each its own
 * key.
 */
export class ScreenBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const reason = error instanceof Error ? error.message.replace(/\.?$/, '.') : '';
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
}
