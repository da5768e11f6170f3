import { Label as LabelPrimitive } from 'radix-ui';
import { styled } from '@/components/styled.tsx';

/** Names a control; a click on it focuses the control of `htmlFor`. */
export const Label = styled(
  LabelPrimitive.Root,
  'label',
  'flex items-center gap-2 text-sm leading-snug font-medium select-none',
);
