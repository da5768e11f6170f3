import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { FieldError } from '@/components/field.tsx';
import { FormDialog } from '@/components/form-dialog.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { TextareaField } from '@/components/text-fields.tsx';
import { mediaUrlQuery } from '@/domain/media/media-url.ts';
import { SlideThumbnail } from '@/domain/media/slide-view.tsx';
import { type Cover, coverOf, setCover } from '@/domain/media/video-cover.ts';
import { mediaMessages } from '@/features/compose/media/messages.ts';
import { uploadFailure } from '@/features/compose/media/use-media-uploads.ts';
import { formatVideoTime } from '@/lib/format.ts';
import { failureReason } from '@/lib/messages.ts';
import { useConfig, useSupabase } from '@/lib/supabase.ts';
import { useObjectUrl } from '@/lib/use-object-url.ts';
import { MEDIA_ALT_MAX } from '../../../../shared/posts/media-library.ts';
import type { MediaItem } from '../../../../shared/workspace/database.ts';

const words = mediaMessages.videoDialog;

type VideoDetailsDialogProps = { item: MediaItem; onSave: (item: MediaItem) => void; onClose: () => void };

/** A video's details: its cover frame, its description, and its subtitles (read-only). */
export function VideoDetailsDialog({ item, onSave, onClose }: VideoDetailsDialogProps) {
  const supabase = useSupabase();
  const config = useConfig();
  const queries = useQueryClient();
  const video = useRef<HTMLVideoElement>(null);
  const [alt, setAlt] = useState(item.alt ?? '');
  const [cover, choose] = useState<Cover | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const { data: signed } = useQuery({ ...mediaUrlQuery(supabase, item.path), enabled: item.path !== '' });
  const source = item.path ? signed : item.url;

  async function take() {
    if (!video.current) return;
    video.current.pause();
    setProblem(null);
    try {
      choose(await coverOf(video.current));
    } catch (error) {
      setProblem(words.unreadable(failureReason(error)));
    }
  }

  async function submit() {
    setSaving(true);
    const { alt: _, ...others } = item;
    const described = alt.trim() ? { ...others, alt: alt.trim() } : others;
    try {
      onSave(cover ? await setCover({ supabase, config, queries }, described, cover) : described);
      onClose();
    } catch (error) {
      setSaving(false);
      setProblem(words.notSaved(uploadFailure(error)));
    }
  }

  return (
    <FormDialog
      title={words.title}
      description={words.text}
      cancel={words.cancel}
      confirm={isSaving ? words.saving : words.save}
      isBusy={isSaving}
      className="max-w-lg"
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {source ? (
        <video
          ref={video}
          src={source}
          aria-label={words.video}
          // Allows reading a frame if the files are on another server.
          crossOrigin="anonymous"
          controls
          muted
          playsInline
          preload="auto"
          onLoadedMetadata={({ currentTarget }) => {
            if (item.coverMs) currentTarget.currentTime = item.coverMs / 1000;
          }}
          className="max-h-[min(22rem,45dvh)] w-full rounded-md bg-black object-contain"
        />
      ) : (
        <Skeleton className="h-56" />
      )}
      {item.path ? (
        <div className="flex items-center gap-3">
          <span
            aria-hidden="true"
            className="flex size-16 shrink-0 items-center justify-center overflow-hidden rounded-md border bg-muted"
          >
            <CoverPicture cover={cover} item={item} />
          </span>
          <div className="flex min-w-0 flex-col items-start gap-1.5">
            <p role="status" className="text-[0.8125rem] text-muted-foreground tabular-nums">
              {coverInWords(cover, item)}
            </p>
            <Button variant="outline" size="sm" disabled={!source || isSaving} onClick={() => void take()}>
              {words.useAsCover}
            </Button>
          </div>
        </div>
      ) : null}
      <TextareaField
        label={words.label}
        dir="auto"
        rows={3}
        maxLength={MEDIA_ALT_MAX}
        value={alt}
        onChange={(event) => setAlt(event.target.value)}
      />
      <Subtitles captions={item.captions ?? []} />
      <FieldError>{problem}</FieldError>
    </FormDialog>
  );
}

function CoverPicture({ cover, item }: { cover: Cover | null; item: MediaItem }) {
  const url = useObjectUrl(cover?.blob);
  if (url) return <img src={url} alt="" className="size-full object-cover" />;
  const { path, poster } = item;
  return <SlideThumbnail slide={{ path, url: null, kind: 'video', alt: null, ...(poster && { poster }) }} />;
}

function coverInWords(cover: Cover | null, { coverMs }: MediaItem): string {
  if (cover) return words.newCover(formatVideoTime(cover.atMs));
  return coverMs === undefined ? words.noCover : words.cover(formatVideoTime(coverMs));
}

function Subtitles({ captions }: { captions: NonNullable<MediaItem['captions']> }) {
  if (captions.length === 0) return null;
  return (
    <details className="text-[0.8125rem]">
      <summary className="w-fit cursor-pointer rounded-sm font-medium">{words.subtitles(captions.length)}</summary>
      <p className="pt-2 text-muted-foreground">{words.subtitlesHint}</p>
      <ol className="flex flex-col gap-1.5 pt-2">
        {captions.map(({ startMs, text }) => (
          <li key={startMs} className="flex gap-3">
            <span className="shrink-0 text-muted-foreground tabular-nums">{formatVideoTime(startMs)}</span>
            <span dir="auto">{text}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
