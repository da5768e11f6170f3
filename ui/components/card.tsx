import { styled } from '@/components/styled.tsx';

/** A card with a hairline border and no shadow. */
export const Card = styled('section', 'card', 'flex flex-col rounded-lg border bg-card text-card-foreground');

/** The top of a card: title, description, and CardAction at the far end. */
export const CardHeader = styled(
  'div',
  'card-header',
  'grid auto-rows-min items-start gap-x-4 gap-y-1 px-5 pt-5 pb-4 has-data-[slot=card-action]:grid-cols-[1fr_auto] sm:px-6',
);

/** The card's heading, level 2. */
export const CardTitle = styled('h2', 'card-title', 'text-base leading-snug font-semibold');

export const CardDescription = styled('p', 'card-description', 'max-w-prose text-sm text-muted-foreground text-pretty');

export const CardAction = styled(
  'div',
  'card-action',
  'col-start-2 row-span-2 row-start-1 self-start justify-self-end',
);

export const CardContent = styled('div', 'card-content', 'px-5 pb-5 sm:px-6 sm:pb-6');
