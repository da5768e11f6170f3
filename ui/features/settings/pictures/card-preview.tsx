import type { CSSProperties, ReactNode } from 'react';
import { brandMessages } from '@/features/settings/pictures/brand-messages.ts';
import { cn } from '@/lib/class-names.ts';
import { mix, readableOn } from '../../../../shared/pictures/colour.ts';
import type { Palette } from '../../../../shared/pictures/palette.ts';

const { sample, preview } = brandMessages;
const PAPER = { paper: '#f7f2e8', ink: '#1d1a16', soft: '#5f574b', line: '#d9d0be' };

/**
 * Small previews of the three card designs in their colours. Approximations: the real ones are drawn with the posts.
 */
export function CardPreview({ palette, handle }: { palette: Palette; handle: string }) {
  const mark = handle || sample.niche;
  return (
    <div role="img" aria-label={preview} className="grid grid-cols-3 gap-3 sm:gap-5">
      <PaperCard palette={palette} mark={mark} />
      <HeadlineCard palette={palette} mark={mark} />
      <BandCard palette={palette} mark={mark} />
    </div>
  );
}

type MiniCardProps = { palette: Palette; mark: string };

function PaperCard({ palette, mark }: MiniCardProps) {
  const accent = readableOn(PAPER.paper, palette.accent);
  return (
    <MiniCard ground={PAPER.paper} ink={PAPER.ink}>
      <div className="flex items-center gap-[3cqw] border-b pb-[5cqw]" style={{ borderColor: PAPER.line }}>
        <span className="size-[2.4cqw] shrink-0 rounded-full" style={{ background: accent }} />
        <Mark>{mark}</Mark>
      </div>
      <div className="flex grow flex-col justify-center gap-[5cqw]">
        <Title className="font-bold">{sample.title}</Title>
        <Body style={{ color: PAPER.soft }}>{sample.body}</Body>
      </div>
      <Source style={{ color: PAPER.soft }} />
    </MiniCard>
  );
}

function HeadlineCard({ palette, mark }: MiniCardProps) {
  return (
    <MiniCard ground={palette.pale} ink={palette.deep}>
      <span
        className="absolute -top-[14cqw] -right-[28cqw] size-[56cqw] rounded-full"
        style={{ background: mix(palette.pale, palette.accent, 0.24) }}
      />
      <Mark className="relative">{mark}</Mark>
      <div className="relative flex grow flex-col justify-end gap-[4cqw] pb-[8cqw]">
        <Title className="text-[17cqw] leading-[1.06] font-extrabold">{sample.title}</Title>
        <Body>{sample.body}</Body>
      </div>
      <Source />
    </MiniCard>
  );
}

function BandCard({ palette, mark }: MiniCardProps) {
  return (
    <MiniCard ground="#ffffff" ink="#16181d">
      <div
        className="-mx-[8cqw] -mt-[9cqw] flex h-[72cqw] flex-col px-[8cqw] pt-[9cqw] pb-[7cqw]"
        style={{ background: palette.accent, color: palette.onAccent }}
      >
        <Mark>{mark}</Mark>
        <Title className="mt-auto font-extrabold">{sample.title}</Title>
      </div>
      <Body className="mt-[8cqw] grow">{sample.body}</Body>
      <Source style={{ color: '#565b66' }} />
    </MiniCard>
  );
}

function MiniCard({ ground, ink, children }: { ground: string; ink: string; children: ReactNode }) {
  return (
    <div className="@container aspect-[4/5] overflow-hidden rounded-md border border-border" aria-hidden>
      <div
        className="relative flex size-full flex-col overflow-hidden px-[8cqw] pt-[9cqw] pb-[7cqw]"
        style={{ background: ground, color: ink }}
      >
        {children}
      </div>
    </div>
  );
}

type TextProps = { className?: string; style?: CSSProperties; children: ReactNode };

function Mark({ className, ...props }: TextProps) {
  return <p className={cn('truncate text-[5cqw] leading-snug font-bold', className)} {...props} />;
}

function Title({ className, ...props }: TextProps) {
  return <p className={cn('text-[15cqw] leading-[1.06] tracking-[-0.035em]', className)} {...props} />;
}

function Body({ className, ...props }: TextProps) {
  return <p className={cn('text-[5.4cqw] leading-[1.4] font-medium', className)} {...props} />;
}

function Source(props: Pick<TextProps, 'style'>) {
  return (
    <p className="text-[3.6cqw] font-medium" {...props}>
      {sample.source}
    </p>
  );
}
