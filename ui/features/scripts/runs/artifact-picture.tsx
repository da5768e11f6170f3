import { useQuery } from '@tanstack/react-query';
import { Download, ImageOff } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/dialog.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { artifactMessages } from '@/features/scripts/runs/messages.ts';
import { loadArtifact, useArtifactDownload } from '@/features/scripts/runs/use-artifact-download.ts';
import { useAgent } from '@/lib/agent.ts';
import { useObjectUrl } from '@/lib/use-object-url.ts';

type Picture = { runId: string; path: string };

/** A saved picture as a thumbnail; a press shows it in full. */
export function ArtifactPicture({ runId, path }: Picture) {
  const { url, error } = useArtifactUrl(runId, path);
  const [isOpen, setOpen] = useState(false);
  return (
    <figure className="flex min-w-0 flex-col gap-1.5">
      {url ? (
        <button
          type="button"
          aria-label={artifactMessages.open(path)}
          onClick={() => setOpen(true)}
          className="aspect-video cursor-zoom-in overflow-hidden rounded-md border bg-muted"
        >
          <img src={url} alt="" className="size-full object-cover object-top" />
        </button>
      ) : (
        <NoPicture error={error} />
      )}
      <figcaption dir="auto" title={path} className="truncate text-xs text-muted-foreground">
        {path}
      </figcaption>
      {isOpen && url ? <LargePicture runId={runId} path={path} url={url} onClose={() => setOpen(false)} /> : null}
    </figure>
  );
}

function NoPicture({ error }: { error: Error | null }) {
  if (!error)
    return (
      <div role="status" className="aspect-video">
        <span className="sr-only">{artifactMessages.loadingPicture}</span>
        <Skeleton className="size-full" />
      </div>
    );
  return (
    <div className="flex aspect-video flex-col items-center justify-center gap-1.5 overflow-hidden rounded-md border bg-muted p-2 text-center text-xs text-muted-foreground">
      <ImageOff className="size-4 shrink-0" aria-hidden="true" />
      <span className="line-clamp-3 wrap-anywhere">{error.message}</span>
    </div>
  );
}

function LargePicture({ runId, path, url, onClose }: Picture & { url: string; onClose: () => void }) {
  const download = useArtifactDownload(runId);
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent className="max-w-5xl">
        <DialogHeader>
          <DialogTitle className="wrap-anywhere">{path}</DialogTitle>
          <DialogDescription className="sr-only">{artifactMessages.enlarged}</DialogDescription>
        </DialogHeader>
        <img src={url} alt={path} className="mx-auto max-w-full rounded-md border bg-muted" />
        <DialogFooter>
          <Button variant="outline" disabled={download.isPending} onClick={() => download.mutate(path)}>
            <Download aria-hidden="true" />
            {artifactMessages.download}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

/** How long an unused picture is cached, in milliseconds. */
const GC_TIME_MS = 60_000;

/**
 * An object URL for a run's saved file, which only members may read, revoked on unmount; undefined while loading.
 * `error` says why it failed.
 */
function useArtifactUrl(runId: string, path: string): { url: string | undefined; error: Error | null } {
  const agent = useAgent();
  const { data: file, error } = useQuery({
    queryKey: ['script-artifact', runId, path],
    queryFn: ({ signal }) => loadArtifact(agent, runId, path, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: GC_TIME_MS,
  });
  return { url: useObjectUrl(file), error };
}
