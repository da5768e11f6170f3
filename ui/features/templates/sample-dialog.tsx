import { useMutation, useQuery } from '@tanstack/react-query';
import { LoaderCircle, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/dialog.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { previewMessages } from '@/domain/posts/preview/messages.ts';
import { outgoingOf } from '@/domain/posts/preview/outgoing.ts';
import { PlatformFrame } from '@/domain/posts/preview/platform-previews.tsx';
import { useHasModel } from '@/domain/workspace/ai-state.ts';
import { askAgent } from '@/domain/workspace/operations.ts';
import { sampleMessages as words } from '@/features/templates/messages.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { templateApi } from '../../../shared/api/projects.ts';
import type { TemplateSample, TemplateSampleRequest } from '../../../shared/posts/template-sample.ts';

type SampleDialogProps = { template: { name: string; prompt: string }; onClose: () => void };

/**
 * A sample post of a template: by the built-in writer immediately, by the chosen model on request. Nothing is stored.
 */
export function SampleDialog({ template, onClose }: SampleDialogProps) {
  const agent = useAgent();
  const hasModel = useHasModel();
  const ask = (writer: TemplateSampleRequest['writer'], signal?: AbortSignal) =>
    askAgent(agent, templateApi.sampleTemplate, { body: { ...template, writer } }, signal);
  const builtIn = useQuery({
    queryKey: ['template-sample', template],
    queryFn: ({ signal }) => ask('built-in', signal),
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  // A mutation, because each request costs money and must not be repeated without the user's consent.
  const model = useMutation({ mutationFn: () => ask('model') });
  const sample = model.data ?? builtIn.data;

  function post(): ReactNode {
    if (model.isPending) return <SampleLoading says={words.writing} />;
    if (model.error)
      return (
        <ErrorState
          title={words.failed}
          description={failureReason(model.error)}
          onRetry={() => model.mutate()}
          className="py-8"
        />
      );
    if (sample) return <SamplePost sample={sample} />;
    if (builtIn.isError && !builtIn.isFetching)
      return <ErrorState title={words.failed} query={builtIn} className="py-8" />;
    return <SampleLoading says={words.loading} />;
  }

  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent className="max-w-md">
        <DialogHeader>
          <DialogTitle>{words.title}</DialogTitle>
          <DialogDescription className="[overflow-wrap:anywhere]">{words.description(template.name)}</DialogDescription>
        </DialogHeader>
        {post()}
        {hasModel ? (
          <div className="flex flex-col items-start gap-2 border-t pt-4">
            <Button variant="outline" aria-disabled={model.isPending} onClick={() => model.isPending || model.mutate()}>
              {model.isPending ? (
                <LoaderCircle className="animate-spin" aria-hidden="true" />
              ) : (
                <Sparkles aria-hidden="true" />
              )}
              {model.data ? words.askAgain : words.ask}
            </Button>
            <p className="text-[0.8125rem] text-pretty text-muted-foreground">{words.cost}</p>
          </div>
        ) : null}
      </DialogContent>
    </Dialog>
  );
}

function SamplePost({ sample }: { sample: TemplateSample }) {
  const { platform, caption, hashtags } = sample;
  const outgoing = outgoingOf(platform, { caption, hashtags, alternatives: {}, updated_at: '' }, []);
  return (
    <div role="status" className="flex min-w-0 flex-col gap-3">
      <PlatformFrame outgoing={outgoing} slides={[]} media={[]} account={previewMessages.account} handle={null} />
      <p className="text-[0.8125rem] leading-snug text-pretty text-muted-foreground [overflow-wrap:anywhere]">
        {words.about(sample)} {words.by(sample)}
      </p>
    </div>
  );
}

function SampleLoading({ says }: { says: string }) {
  return (
    <div role="status" className="mx-auto flex w-full max-w-sm flex-col gap-3 rounded-lg border p-3.5">
      <span className="sr-only">{says}</span>
      <div className="flex items-center gap-2.5">
        <Skeleton className="size-9 rounded-full" />
        <Skeleton className="h-4 w-28" />
      </div>
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-11/12" />
      <Skeleton className="h-4 w-3/5" />
    </div>
  );
}
