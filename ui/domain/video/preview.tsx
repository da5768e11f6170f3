import { Play, Volume2, VolumeX } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { toast } from '@/components/toast.tsx';
import { FilmMusic } from '@/domain/video/film-music.ts';
import { FilmPlayer, type PlayerState } from '@/domain/video/film-player.ts';
import type { ShownFilm } from '@/domain/video/film-queries.ts';
import { videoMessages as words } from '@/domain/video/messages.ts';
import { cn } from '@/lib/class-names.ts';
import { formatVideoTime } from '@/lib/format.ts';
import { FILM } from '../../../shared/video/film.ts';

type PreviewProps = {
  shown: ShownFilm | undefined;
  isLoading: boolean;
  /** The shown film is about to be replaced. */
  isStale: boolean;
  /** Drawing the preview would slow down making the video. */
  isHeld: boolean;
  /** The frame chosen as the video's cover; undefined for the film's own. */
  coverMs: number | undefined;
  onCover: (atMs: number | undefined) => void;
};

/** The film as it would be made, drawn in the page. Plays at once, unless the system asks for less motion. */
export function Preview({ shown, isLoading, isStale, isHeld, coverMs, onCover }: PreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const cover = useRef<HTMLCanvasElement>(null);
  const bar = useRef<HTMLInputElement>(null);
  const clock = useRef<HTMLSpanElement>(null);
  const player = useRef<FilmPlayer | null>(null);
  const music = useRef<FilmMusic | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [hasSound, setSound] = useState(false);
  const film = shown?.film;
  const durationMs = film?.durationMs ?? 0;
  const length = useRef(durationMs);
  length.current = durationMs;

  useEffect(() => {
    if (!canvas.current) return;
    // Bypasses React, because it runs sixty times a second.
    const showTime = ({ atMs, isPlaying: plays }: PlayerState) => {
      setPlaying(plays);
      const text = words.position(formatVideoTime(atMs), formatVideoTime(length.current));
      if (bar.current) bar.current.value = String(Math.round(atMs));
      if (clock.current?.textContent === text) return;
      if (clock.current) clock.current.textContent = text;
      bar.current?.setAttribute('aria-valuetext', text);
    };
    const made = new FilmPlayer(canvas.current, showTime);
    player.current = made;
    return () => {
      made.close();
      music.current?.close();
      music.current = null;
    };
  }, []);

  useEffect(() => {
    if (!shown) return;
    player.current?.show(shown.film, shown.bitmaps, !matchMedia('(prefers-reduced-motion: reduce)').matches);
  }, [shown]);

  const coverAt = Math.min(coverMs ?? film?.coverMs ?? 0, durationMs);
  useEffect(() => {
    if (shown && cover.current) player.current?.drawOn(cover.current, coverAt);
  }, [shown, coverAt]);

  useEffect(() => {
    if (isHeld) player.current?.pause();
  }, [isHeld]);

  useEffect(() => {
    if (!hasSound || !film) return;
    let isOver = false;
    const play = async () => {
      music.current ??= new FilmMusic();
      player.current?.setMusic(null);
      await music.current.load(film);
      if (!isOver) player.current?.setMusic(music.current);
    };
    play().catch(() => {
      if (isOver) return;
      setSound(false);
      toast.error(words.soundFailed);
    });
    return () => {
      isOver = true;
      player.current?.setMusic(null);
    };
  }, [hasSound, film]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== ' ' || event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    player.current?.toggle();
  }

  const isMute = !film?.music;
  return (
    <section aria-label={words.preview} className="flex w-full flex-col items-center gap-2.5" onKeyDown={onKeyDown}>
      <button
        type="button"
        data-play
        aria-label={isPlaying ? words.pause : words.play}
        disabled={!film || isHeld}
        onClick={() => player.current?.toggle()}
        className="group relative aspect-9/16 h-[min(26rem,50dvh)] overflow-hidden rounded-lg border bg-muted sm:h-[min(30rem,60dvh)]"
      >
        <canvas
          ref={canvas}
          className={cn('size-full transition-opacity duration-150', !shown && 'invisible', isStale && 'opacity-60')}
        />
        {shown ? null : (
          <span className="absolute inset-0">{isLoading ? <Skeleton className="size-full rounded-none" /> : null}</span>
        )}
        {!shown || isPlaying || isHeld ? null : (
          <span className="absolute inset-x-0 bottom-8 mx-auto flex size-14 items-center justify-center rounded-full bg-black/60 text-white transition-colors group-hover:bg-black/75">
            <Play className="size-6 translate-x-0.5" fill="currentColor" aria-hidden="true" />
          </span>
        )}
      </button>
      <div className="flex w-full max-w-72 items-center gap-2">
        <input
          ref={bar}
          type="range"
          aria-label={words.seek}
          min={0}
          max={Math.round(durationMs)}
          step={100}
          defaultValue={0}
          disabled={!film || isHeld}
          onInput={({ currentTarget }) => player.current?.seek(Number(currentTarget.value))}
          className="h-5 min-w-0 flex-1 accent-primary pointer-coarse:h-11"
        />
        <span ref={clock} aria-hidden="true" className="shrink-0 text-xs text-muted-foreground tabular-nums" />
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={hasSound ? words.soundOff : words.soundOn}
          disabled={isMute || isHeld}
          onClick={() => setSound(!hasSound)}
        >
          {hasSound && !isMute ? <Volume2 aria-hidden="true" /> : <VolumeX aria-hidden="true" />}
        </Button>
      </div>
      <div className={cn('flex w-full max-w-72 items-center gap-3', isHeld && 'hidden')}>
        <span aria-hidden="true" className="shrink-0">
          <canvas
            ref={cover}
            width={FILM.width * COVER_SCALE}
            height={FILM.height * COVER_SCALE}
            className={cn('block h-16 w-9 rounded-sm border bg-muted', !shown && 'invisible')}
          />
        </span>
        <div className="flex min-w-0 flex-col items-start gap-1">
          <p role="status" className="text-xs text-muted-foreground tabular-nums">
            {film ? words.cover.at(formatVideoTime(coverAt)) : null}
          </p>
          <div className="flex flex-wrap gap-x-3 gap-y-1">
            <Button
              variant="outline"
              size="sm"
              disabled={!film}
              onClick={() => {
                player.current?.pause();
                onCover(Math.round(player.current?.positionMs ?? 0));
              }}
            >
              {words.cover.use}
            </Button>
            {coverMs === undefined ? null : (
              <Button variant="ghost" size="sm" onClick={() => onCover(undefined)}>
                {words.cover.reset}
              </Button>
            )}
          </div>
        </div>
      </div>
    </section>
  );
}

/** Sharp at the size of a thumbnail on a screen with a pixel ratio of 3. */
const COVER_SCALE = 0.1;
