import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/button.tsx';
import { toast } from '@/components/toast.tsx';
import type { MediaFile } from '@/features/media/media-file.ts';
import { refreshMedia } from '@/features/media/media-queries.ts';
import { copyMessages as words } from '@/features/media/messages.ts';
import { useAgent } from '@/lib/agent.ts';
import { MEDIA_COPIES_PATH, mediaCopyAnswerSchema, tooLargeFor } from '../../../shared/posts/media-library.ts';
import { MEDIA_LIMITS } from '../../../shared/posts/platform-limits.ts';
import { type Platform, platformLabel } from '../../../shared/posts/platforms.ts';

/** Says for which platforms a picture is too large, and offers a copy that they take. Nothing where it fits all. */
export function SmallerCopy({ file }: { file: MediaFile }) {
  const platforms = tooLargeFor(file);
  const copying = useCopy(file, platforms);
  if (platforms.length === 0 || file.deleted_at !== null) return null;
  return (
    <section className="flex flex-col items-start gap-2.5 rounded-md border bg-muted/50 p-3.5 text-sm">
      <p>
        {words.tooLarge(
          platforms.map((one) => `${platformLabel(one)} (${MEDIA_LIMITS[one].imageBytes / 1_000_000} MB)`),
        )}
      </p>
      <Button
        variant="outline"
        size="sm"
        className="pointer-coarse:h-11"
        aria-disabled={copying.isPending}
        onClick={() => copying.isPending || copying.mutate()}
      >
        {copying.isPending ? words.busy : words.make}
      </Button>
      <p className="text-[0.8125rem] text-muted-foreground">{words.hint}</p>
    </section>
  );
}

function useCopy({ path }: MediaFile, platforms: readonly Platform[]) {
  const ask = useAgent();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const answer = await ask(MEDIA_COPIES_PATH, { body: { path, platforms } });
      return mediaCopyAnswerSchema.parse(await answer.json());
    },
    onSuccess: ({ name, change }) => void toast(words.made(name, change)),
    onError: (error) => void toast(words.failed(error.message)),
    onSettled: () => refreshMedia(queryClient),
  });
}
