import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '@/components/button.tsx';

type IconButtonProps = Omit<ComponentProps<typeof Button>, 'children' | 'asChild' | 'aria-label'> & {
  icon: LucideIcon;
  /** What the button does, for screen readers. */
  label: string;
};

/** A button with only an icon. */
export function IconButton({ icon: Icon, label, variant = 'ghost', size = 'icon-sm', ...props }: IconButtonProps) {
  return (
    <Button variant={variant} size={size} aria-label={label} {...props}>
      <Icon aria-hidden="true" />
    </Button>
  );
}
