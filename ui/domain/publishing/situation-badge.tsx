import type { ComponentProps } from 'react';
import { Badge } from '@/components/badge.tsx';
import type { Situation } from '@/domain/publishing/deliveries.ts';
import { situationLabels } from '@/domain/publishing/messages.ts';

const VARIANTS: Record<Situation, ComponentProps<typeof Badge>['variant']> = {
  queued: 'secondary',
  paused: 'outline',
  account_paused: 'outline',
  limited: 'secondary',
  retrying: 'warning',
  preparing: 'secondary',
  publishing: 'default',
  handed_over: 'default',
  published: 'success',
  marked: 'success',
  rejected: 'destructive',
  signed_out: 'destructive',
  failed: 'destructive',
  in_doubt: 'warning',
  by_hand: 'warning',
  late: 'warning',
  reconnect: 'warning',
  cancelled: 'outline',
};

/** A delivery's situation in one or two words. */
export function SituationBadge({ situation }: { situation: Situation }) {
  return <Badge variant={VARIANTS[situation]}>{situationLabels[situation]}</Badge>;
}
